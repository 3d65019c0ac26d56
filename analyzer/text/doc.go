// Package text judges texts that a language model reads: how many sentences
// they have, whether they say what to do next, and what they point at.
//
// A text is a template: [Value] stands for each value that is filled in. All
// judgements are about English; [English] tells whether a text is.
package text

// Value stands for a value that is filled in.
const Value = "\x00"
