// Package errlevel defines an analyzer that looks for failures logged at a
// level that calls the wrong person.
//
// # Analyzer errlevel
//
// errlevel: report failures whose log level does not say who has to act
//
// The level of a failed call answers one question: who has to act? When the
// model can send a better call, or the call was right once, nobody on the
// server has to: INFO. When the condition heals itself (a rate limit, a
// timeout) nobody has to, but somebody may want to know: WARN. Only what an
// operator must repair is an ERROR. A server that logs every mistyped argument
// at ERROR trains its operators not to look.
//
// The rule reports, where something on the way to the failure tells what it is:
//
//   - an error that carries a level, whose effective level is not INFO although
//     the model has to act, not WARN although it heals itself, or below WARN
//     although the server is at fault; options, fields, builder methods and the
//     constructor's own body all count;
//   - a plain error for what the model can correct, under a boundary that
//     replaces plain errors: the model would read that the server is at fault;
//   - a WARN or ERROR record for a failure that only the model has to act on, or
//     for a call that its caller cancelled;
//   - a failure that is logged where it is raised and again by the boundary.
//
// A helper that logs all failures alike is one report, there. Failures of which
// nothing tells the outcome are left alone, and so are levels that a variable
// or a mapping function decides.
package errlevel
