// Package thinresult defines an analyzer that looks for changing tools whose
// result tells the model nothing.
//
// # Analyzer thinresult
//
// thinresult: report changing tools that answer with a bare flag, a fixed text or their own arguments
//
// After a change the model has to know what is true now: the state that was
// committed, its new version, whether a request was completed or only accepted.
// A bool says that something succeeded and not what. A fixed text, or the
// arguments sent back, says what the model had asked for, whether or not that
// is what happened, so it goes on with what it believes.
//
// The rule reports:
//
//   - a changing tool whose output type holds nothing but booleans, at its
//     registration;
//   - a successful answer of a changing tool that is made of constants and of
//     the call's own arguments, at the return statement.
//
// Wrong:
//
//	n, err := store.Write(ctx, in.Path, in.Text, in.IfMatch)
//	…
//	return nil, Note{Path: in.Path, Text: in.Text}, nil
//
// Right:
//
//	return nil, n, nil // what was stored, with its new version
//
// Left alone are results that hold anything which the handler was told by what
// it called, results whose type declares a status beside a code, texts that say
// that the change is still to come, removals and switches that
// say what is gone, off or on, tools that
// only look, and tools of which it cannot be told whether they change anything.
package thinresult
