// Package stdout defines an analyzer that looks for what writes to standard
// output in a server that speaks its protocol there.
//
// # Analyzer stdout
//
// stdout: report writes to standard output in a server over stdio
//
// A server that is started by its client speaks the protocol over standard input
// and output. A line that anything else prints there is a malformed message: the
// client drops it at best, and the connection at worst.
//
// The rule reports, in a program that serves over stdio:
//
//   - a print in a handler's reach, or in that of another function that the SDK
//     calls while it serves: for notifications, resources, prompts, hooks;
//   - a print on the way to serving, before the first message;
//   - a logger that is set up to write there, by the package log or any library;
//   - a child process that inherits it.
//
// Standard error is the place for all four. What a function prints on the way to
// serving is one report, at the first print.
//
// Programs that serve by another transport only are left alone, and so is what a
// program that has the choice writes on the way to the other one, before it exits
// without serving, and after the server has ended.
package stdout
