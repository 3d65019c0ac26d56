// Package boundary defines an analyzer that looks for handlers without a
// boundary.
//
// # Analyzer boundary
//
// boundary: report tool handlers that nothing stands in front of
//
// A boundary is the wrapper that decides what a model reads when a handler
// fails. It lets deliberate errors through, recovers panics, logs everything
// else once, and answers with a fixed text. Without one, a panic can end the
// server for every session, and whatever text an error happens to have is what
// the model reads, if it reads anything at all.
//
// The rule reports:
//
//   - a registered handler that no boundary wraps, neither around the handler
//     nor as middleware on its server;
//   - a boundary that never sees an error, because something beneath it has
//     turned the error into a result already, and a wrapper outside a boundary
//     that does the same to the boundary's own errors;
//   - a goroutine that a handler starts and that recovers nothing: no boundary
//     can catch its panic;
//   - a call in a handler's reach that ends the process.
//
// A boundary is known by what it does: a function from handler to handler, or a
// server's middleware, that recovers panics and replaces the text of errors it
// does not know. One that cannot be recognised is named with
// -boundary=import/path.Func. Prompts, resources, and handlers whose server or
// wrapper cannot be resolved are left alone.
package boundary
