// Package contract reads what a tool asks for and how its handler uses it: the
// arguments with where they are declared, and the places that read them. The
// rules about a tool's contract share it.
package contract
