// Package outcome lists every way in which a tool's handler can end: what the
// model receives, what the message is made of, at which level it is logged,
// and which of the four outcomes it is, with the evidence.
//
// The outcomes are those of docs/outcomes.md: a result; correct, a call that the
// model can send better; stale, one that was right once; broken, one that
// the server could not serve. Where nothing on the way to an exit tells them
// apart the outcome is unknown, and rules stay silent.
package outcome
