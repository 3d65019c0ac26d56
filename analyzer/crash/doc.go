// Package crash defines an analyzer that looks for what kills a call, or the
// whole server, because of what a model sent.
//
// # Analyzer crash
//
// crash: report what a model can crash a call or a server with
//
// A model sends an argument of another type than the schema asks for, or leaves
// one out, as a matter of course. In an SDK without recovery the first such call
// ends the process, and every session with it.
//
// The rule reports:
//
//   - an assertion on a value from the call's arguments whose failure nobody
//     looks at, unless a boundary recovers it or the server validates arguments
//     against the schema;
//   - a text from the arguments that is given to a Must function, such as
//     regexp.MustCompile;
//   - a number from the arguments that cuts, indexes or sizes a list, or divides,
//     without a test, on the way or in a caller, that it is in range;
//   - a fixed place in a text or list from the arguments that nobody has counted;
//   - an optional pointer or map of the request that is used without a look;
//   - an assertion on what a client answers to a question of the server's;
//   - no result and no error from a handler whose SDK reads the result all the
//     same;
//   - a result's error that is set to nil;
//   - a middleware that reads the result of a call before it has looked at the
//     error: the result is then an interface that holds a nil pointer;
//   - the ignored error of a registration that can fail: the tool is missing, and
//     nobody knows.
package crash
