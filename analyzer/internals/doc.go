// Package internals defines an analyzer that looks for the server's insides in
// what a model reads.
//
// # Analyzer internals
//
// internals: report messages to the model that show the server's insides
//
// The model cannot open a path, set an environment variable, run a command or
// catch a type. Text of that kind spends its attention, may end up in front of a
// user, and tells an attacker how the server is built. It arrives mostly by way
// of errors: text that was written for a log, wrapped on its way up and
// formatted into the answer.
//
// The rule reports text that reaches the model and carries the text of an error
// that was not made for it, the body of another server's answer, the output of a
// command, a Go type, a stack or the value of a panic, a path, address or port
// of the server, an environment variable, a command to run, or a secret. Whether
// text arrives depends on the SDK, on how the handler is registered, and on the
// boundary: what a boundary replaces, and what only a log receives, is left
// alone. So are values that the model sent, ids that it can use, and errors
// made for it: of a type that renders only authored text, a package-level error
// of constant text, or an error that carries its level.
package internals
