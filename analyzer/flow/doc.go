// Package flow describes what the values of a program are made of.
//
// It builds SSA form for one package and turns values into terms: small
// symbolic trees over constants, parameters, calls, fields and literals. A
// function is summarised by its exits, each with the terms it returns and the
// conditions that lead there. Summaries are exported as facts, so that a call
// into another package of the program reads like a call into this one:
// substituting the arguments into the callee's exits gives the caller's view.
//
// flow knows nothing about tools or outcomes. The registry package reads terms
// to find registrations, the outcome package reads exits to judge them.
//
// A term never says more than the code does. Where a value cannot be followed
// (a loop-carried value, an unknown callee, a pointer that escapes) the term is
// [Unknown], and whoever reads it must stay silent.
package flow
