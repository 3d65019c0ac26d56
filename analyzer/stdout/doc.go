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
// The rule reports, in a program that serves over stdio, a print in a handler's
// reach, a logger that is set up to write there, and a child process that
// inherits it. Standard error is the place for all three.
package stdout
