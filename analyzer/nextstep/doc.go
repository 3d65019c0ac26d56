// Package nextstep defines an analyzer that looks for failures whose message does not say what to do next.
//
// # Analyzer nextstep
//
// nextstep: report messages that name unknown tools, or no next step
//
// A failed call is one that the model makes again, better, if the message says
// how. It reads names in messages as names of tools and parameters, and calls
// what is not there.
//
// The rule reports:
//
//   - a word that a message or description uses as the name of a tool or
//     parameter, and that nothing in the program is called, with the nearest name.
//     This alone is on by default, and only where all tools are in sight;
//   - a message for a call that can be corrected, which says neither what is
//     accepted nor what to do instead, or which says so of no argument and quotes
//     nothing that was sent;
//   - a message for a call that was right once, which does not say that something
//     has changed, so that the same call fails again, or where the fresh value
//     comes from.
//
// Wrong:
//
//	return nil, refuse("not found")
//
// Right:
//
//	return nil, refuse("No page has id %q. List the ids with list_pages.", in.ID)
//
// Left alone are messages in other languages, those of which a part is not known,
// failures that may be the server's, values that were not sent, and words in
// quotes, which may be values to pass. A description is judged where it is
// written, not where another package hands the tool over.
package nextstep
