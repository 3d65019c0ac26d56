package driver

import (
	"net/url"

	"golang.org/x/tools/go/analysis"
)

// diagnosticURL is the address of what explains a diagnostic, by the rules of
// [analysis.Diagnostic].
func diagnosticURL(a *analysis.Analyzer, d analysis.Diagnostic) string {
	ref := d.URL
	if ref == "" && d.Category != "" {
		ref = "#" + d.Category
	}
	base, err := url.Parse(a.URL)
	if err != nil {
		return ref
	}
	u, err := base.Parse(ref)
	if err != nil {
		return a.URL
	}
	return u.String()
}
