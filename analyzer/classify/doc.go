// Package classify defines an analyzer that looks for failures whose outcome a
// handler does not, or cannot safely, tell.
//
// # Analyzer classify
//
// classify: report failures that are not told apart, or told apart by their words
//
// Whether the model can send a better call or an operator has to act is decided
// where the error is still known: at the call that returned it. Further out there
// is one error for both, and one of the two gets the wrong message.
//
// The rule reports:
//
//   - a handler that passes on, to a boundary that replaces it, an error that may
//     be the model's to correct or the server's fault, without telling which;
//   - an answer that says that something does not exist, whatever the look-up's
//     error was;
//   - outcomes told apart by the words of an error's text.
package classify
