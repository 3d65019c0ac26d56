// Package emptyresult defines an analyzer that looks for failures that are
// answered as if nothing had been found.
//
// # Analyzer emptyresult
//
// emptyresult: report failures that a handler turns into an empty answer
//
// An empty list means that the tool ran and found nothing. A model that gets one
// because the look-up itself failed will say so to its user with confidence, and
// nobody else learns of the outage. Logging the error does not change what the
// model reads.
//
// The rule reports, in a handler or in any function it runs:
//
//   - a successful answer on the way of an error, that is empty, zero, says that
//     nothing was found, or is made of constants;
//   - a bare return that leaves the error behind, because another one of the
//     same name hides it;
//   - an error that is looked at only when the list is empty;
//   - an error assigned to the blank identifier whose value is the answer;
//   - a loop that skips what fails and returns the rest as the whole, and
//     paging that stops at an error.
//
// Left alone are absence that the contract declares (the not-found error of the
// look-up, the others being returned), an answer that says it is incomplete,
// optional enrichment, cleanup, and a test that returns the error along with
// the empty answer.
package emptyresult
