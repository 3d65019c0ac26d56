// Package precondition defines an analyzer that looks for changing tools which
// cannot tell a stale or repeated call from a fresh one.
//
// # Analyzer precondition
//
// precondition: report changes without an expected version, and creations without an idempotency key
//
// Between the call that read something and the one that changes it, somebody
// else may have changed it too. A tool that takes no expected version, or looks
// the current one up itself, overwrites that silently. And a call whose answer
// is lost is sent again: without a key that both deliveries share, the second
// one creates a second thing.
//
// The rule reports, where what the handler calls knows versions or keys:
//
//   - a changing tool that takes no expected version, at its input; one whose
//     version may be left out or is never used, at the argument;
//   - a creating tool that takes no idempotency key, at its input; one whose key
//     may be left out or is never used, at the argument;
//   - a key that is made afresh inside: every delivery is then a new operation;
//   - a write that is repeated in a loop on failure, with neither key nor
//     version;
//   - a creation that is guarded by a look-up of the key only: two deliveries at
//     once both find nothing.
//
// Wrong:
//
//	cur, err := store.Read(ctx, in.Path)
//	…
//	n, err := store.Write(ctx, in.Path, in.Text, cur.Version)
//
// Right:
//
//	n, err := store.Write(ctx, in.Path, in.Text, in.IfMatch) // as the model read it
//
// Left alone are tools that only look, changes of what has no versions as far
// as the program shows, and inputs that cannot be told.
package precondition
