package analyzer

import "embed"

// Docs are the doc.go files of the folders beside this file: the text of the
// rules, from which their pages are made.
//
//go:embed */doc.go
var Docs embed.FS

// Kind says in words whether a rule runs unless asked otherwise.
func (r *Rule) Kind() string {
	switch {
	case r.Core:
		return "core rule, on by default"
	case r.Full != nil && r.Default:
		return "on by default in part, whole where it is named"
	case r.Default:
		return "on by default"
	}
	return "off by default"
}
