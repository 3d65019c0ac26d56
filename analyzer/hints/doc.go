// Package hints defines an analyzer that looks for annotations of tools which
// contradict each other or what the handler does.
//
// # Analyzer hints
//
// hints: report annotations that contradict each other or the handler
//
// A host decides by the annotations whether it asks the user before a call, and
// whether it may repeat one. A tool that is marked read-only and writes is
// called without asking. One that is marked read-only and destructive at once
// is treated as either, depending on the host.
//
// The rule reports:
//
//   - a tool that is read-only and destructive: both set, or the first set and
//     the second left at the constructor's default, which in mcp-go is true;
//   - a read-only tool whose handler sends a PUT, PATCH or DELETE request, runs
//     an SQL statement that changes rows, writes or removes a file that the
//     call names, or calls a client's method that is named by such a verb;
//   - a tool that is marked as not destructive and removes something.
//
// Wrong:
//
//	mcp.NewTool("read_note", mcp.WithReadOnlyHintAnnotation(true))
//
// Right:
//
//	mcp.NewTool("read_note", mcp.WithReadOnlyHintAnnotation(true), mcp.WithDestructiveHintAnnotation(false))
//
// Left alone are hints that are not set, tools whose annotations cannot be
// told, POST requests, which may be queries, caches, and temporary files.
package hints
