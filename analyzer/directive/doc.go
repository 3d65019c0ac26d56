// Package directive defines an analyzer that looks for comments to toolvet that
// have no effect.
//
// # Analyzer directive
//
// directive: report comments to toolvet that are not understood
//
// A comment keeps a finding from being reported where the rule is not right:
//
//	//toolvet:ignore emptyresult the list is a hint, and its absence is fine
//	items, _ := cache.Recent(ctx)
//
// It stands above the line that it is about, or at its end. It names one rule,
// or several with commas between them, and gives a reason for the next reader. If
// one of these is missing, or there is no rule of that name, the comment does
// nothing, and this rule says so.
//
// A comment that is understood but has nothing to ignore is reported under the
// name of the rule that it names.
package directive
