// Package iserror defines an analyzer that looks for failures which the server
// itself counts as successes.
//
// # Analyzer iserror
//
// iserror: report failures that are answered as successful calls
//
// A tool result with its error flag set by hand is, to everything on the server,
// a completed call: hooks, middleware and the request log see no error, no
// cause and no level. A failure that is answered this way has disappeared. An
// error text, or a body that says success is false, in a result without the
// flag has disappeared from the model's view as well.
//
// The rule reports:
//
//   - an error result built by hand: a literal or assignment of the flag, a
//     setter, or one of the SDK's constructors; in a helper of the program's
//     own it is reported once, there;
//   - an error text, or a body with an error or with success false, returned as
//     a successful result where something has failed;
//   - a middleware that tells success from failure by the Go error alone.
//
// The remedy is to return an error made for the model and to let the boundary
// build the result. Left alone are boundaries and other wrappers of handlers,
// which are the ones to build results, proxies that pass on another server's
// flag, results whose own type declares a status, and frameworks in which an
// error result is the only answer that reaches the model.
package iserror
