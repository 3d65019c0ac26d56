package boundary

import (
	"strings"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// message says what the tools lack, what that means for their SDK, and what to
// do.
func (l lack) message(tools string) string {
	verb := "has"
	if strings.HasPrefix(tools, "tools ") {
		verb = "have"
	}
	switch l.kind {
	case beneath:
		return tools + ": " + name(l.near) + " turns errors into results beneath the boundary, which never sees them; put the boundary directly around the handler"
	case outside:
		return tools + ": " + name(l.near) + " outside the boundary turns its errors into results that count as successes; let the boundary be the outermost"
	case unguarded:
		return tools + ": " + name(l.near) + " replaces errors but recovers no panic" + crash(l.bind) + "; recover in it and answer with a fixed text"
	}
	if l.near != nil && !l.near.SDK {
		return tools + " " + verb + " no boundary: " + name(l.near) + " " + short(l.near) + "; recover panics there and replace the text of unknown errors"
	}
	return tools + " " + verb + " no boundary" + crash(l.bind) + leak(l.bind) + "; wrap the handler, or add one as middleware"
}

// short says what keeps a wrapper from being a boundary.
func short(w *registry.Wrapper) string {
	switch {
	case w.RecoverLost:
		return "recovers a panic but answers nothing, its results being unnamed"
	case w.Flattens && !w.Recovers:
		return "forwards the text of any error and recovers no panic"
	case w.Flattens:
		return "forwards the text of any error"
	case w.Recovers:
		return "recovers panics but passes errors on as they are"
	}
	return "passes errors on as they are"
}

func crash(b *sdk.Binding) string {
	if b == nil {
		return ""
	}
	switch b.Panic {
	case sdk.PanicCrash:
		return ": a panic ends the server"
	case sdk.PanicTransport:
		return ": a panic breaks the call"
	}
	return ""
}

func leak(b *sdk.Binding) string {
	if b == nil {
		return ""
	}
	switch b.Error {
	case sdk.Verbatim, sdk.Flattened:
		return ", and the text of any error reaches the model"
	case sdk.Protocol:
		return ", and an error reaches the client as a protocol error, not the model"
	}
	return ""
}

func name(w *registry.Wrapper) string {
	id := flow.BaseID(w.ID)
	pkg := flow.PackageOf(id)
	base := pkg[strings.LastIndexByte(pkg, '/')+1:]
	return base + "." + flow.NameOf(id)
}
