// Package brevity defines an analyzer that looks for messages that are longer than they need be.
//
// # Analyzer brevity
//
// brevity: report messages of more than two sentences
//
// A message for a failed call says what was wrong and what to do. What else it
// says is read with every failure, and hides the two.
//
// Wrong:
//
//	refuse("No page %q. Pages are text. Each has an id. List the ids with list_pages.", id)
//
// Right:
//
//	refuse("No page has id %q. List the ids with list_pages.", id)
//
// Left alone are texts with parts that are not known, and lists of what is
// accepted.
package brevity
