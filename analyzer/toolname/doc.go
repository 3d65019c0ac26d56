// Package toolname defines an analyzer that looks for names of tools that clients refuse or models misread.
//
// # Analyzer toolname
//
// toolname: report names that clients refuse, that two tools share, or that cover everything
//
// Clients refuse names outside of [a-zA-Z0-9_-]{1,64}. Of two tools with one name
// the second replaces the first. A name that covers all that can be done to a
// thing gives reading and deleting one permission and one description.
//
// The rule reports such names, and tools whose action argument chooses what they
// do.
//
// Wrong:
//
//	&mcp.Tool{Name: "manage_pages"}
//
// Right:
//
//	&mcp.Tool{Name: "archive_page"}
//
// Left alone are names that are made while the program runs, and tools that are
// registered in one of several branches.
package toolname
