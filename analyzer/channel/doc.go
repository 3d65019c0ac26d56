// Package channel defines an analyzer that looks for outcomes that leave a
// handler by the wrong way for its SDK.
//
// # Analyzer channel
//
// channel: report failures that take the wrong way out of a handler
//
// What becomes of a returned error is not in its type but in how the handler is
// registered. One registration shows the model the error's text, another sends
// the client a protocol error that the model never sees, a third drops what was
// returned beside it.
//
// The rule reports:
//
//   - a plain error that becomes a protocol error, because neither a boundary nor
//     the SDK turns it into an answer to the model;
//   - a protocol error that is raised on purpose for something that the model
//     could have corrected;
//   - a protocol error that is wrapped where only a bare one is passed on, so that
//     it degrades to text;
//   - a result that is lost because an error is returned with it;
//   - no result and no error, where the SDK makes a protocol error of that;
//   - an error result whose structured output, a zero value, is sent as data;
//   - %w in a text that is formatted without wrapping.
//
// Handlers whose errors carry their level are written for a boundary: if that is
// missing, the rule boundary says so, once. Protocol errors that stand for
// faults, and cancellation, are left alone.
package channel
