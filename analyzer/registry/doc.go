// Package registry finds every place where a program gives a tool to a server
// or agent: the tool's name and description, the handler, what wraps it, and
// the server with its middleware.
//
// A registration is followed backwards from the SDK's function to the values
// that reach it: through the program's own helpers, tables, fields, factories,
// closures, interfaces and reflection. What depends on a parameter is left
// open, as part of the function's summary, and becomes a registration where a
// caller fills it in; summaries cross packages as facts. Where the consumer of
// a bundle of tool and handler is not a dependency, the type decides: the
// bundle itself is the registration.
package registry
