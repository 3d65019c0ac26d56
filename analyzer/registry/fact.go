package registry

import (
	"go/token"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// A Fact is what a package tells its importers about registrations: the sinks
// that their calls complete, the wrappers it offers, and the tools it has.
type Fact struct {
	Version  int
	Table    flow.Table
	Sinks    []wireSink
	Wrappers []wireWrapper
	Recover  []int // functions that recover for their caller
	Guard    []int // functions that recover from what they run, and answer
	Tools    []wireTool
	Env      []int // environment variables that it reads
	Serve    []int // functions that serve over standard input and output
}

const factVersion = 4

type wireSink struct {
	Func, Entry int
	SDK         int
	Binding     int // name
	Literal     bool
	Site        int
	Parts       []int // server, tool, name, desc, handler, many, apply; -1 for none
	Wrappers    []int // IDs
}

type wireWrapper struct {
	ID, At, RawAt int
	Inner         int
	Flags         uint16
}

type wireTool struct{ Name, Handler, Entry int }

// AFact marks Fact as an analysis fact.
func (*Fact) AFact() {}

func (f *Fact) String() string {
	var b strings.Builder
	b.WriteString("registry(")
	for i, t := range f.Tools {
		if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString(f.Table.Strings[t.Name])
	}
	b.WriteString(")")
	return b.String()
}

const (
	flagAdapter = 1 << iota
	flagUnknown
	flagBoundary
	flagRecovers
	flagRecoverLost
	flagMasks
	flagMasksResult
	flagPasses
	flagFlattens
	flagReturnsErrors
)

const maxSinkTerms = 4000

// export publishes the package's fact.
func (r *Result) export(pass *analysis.Pass, s *search) {
	w := r.Flow.NewTableWriter()
	fact := &Fact{Version: factVersion}
	var ids []string
	open := map[string][]*sink{}
	for fn, sinks := range s.summaries {
		if len(sinks) > 0 && fn.Parent() == nil {
			id := flow.FuncID(fn)
			ids = append(ids, id)
			open[id] = sinks
		}
	}
	sort.Strings(ids)
	for _, id := range ids {
		for _, k := range open[id] {
			if ws, ok := encodeSink(w, id, k); ok {
				fact.Sinks = append(fact.Sinks, ws)
			}
		}
	}
	// Functions of this package whose shape is a wrapper's are judged even if
	// nothing here uses them: importers may.
	for _, fn := range r.Flow.Funcs {
		if hasFuncInput(r.Flow.SDKs, fn) {
			r.wrapper(flow.FuncID(fn))
		}
		if r.callsRecover(fn) && fn.Parent() == nil {
			fact.Recover = append(fact.Recover, w.String(flow.FuncID(fn)))
		}
		if hasFuncInput(r.Flow.SDKs, fn) && fn.Parent() == nil {
			if ok, _ := r.recovers(fn); ok {
				fact.Guard = append(fact.Guard, w.String(flow.FuncID(fn)))
			}
		}
	}
	var wids []string
	for id, wr := range r.wrappers {
		if wr != nil && !wr.SDK && r.Flow.Func(id) != nil {
			wids = append(wids, id)
		}
	}
	sort.Strings(wids)
	for _, id := range wids {
		if ww, ok := encodeWrapper(w, r.wrappers[id]); ok {
			fact.Wrappers = append(fact.Wrappers, ww)
		}
	}
	for _, t := range r.Tools {
		fact.Tools = append(fact.Tools, wireTool{w.String(t.Name), w.String(t.Handler.ID), w.String(t.Entry)})
	}
	for _, n := range r.envs {
		fact.Env = append(fact.Env, w.String(n))
	}
	for _, id := range r.Serving().declared() {
		fact.Serve = append(fact.Serve, w.String(id))
	}
	if len(fact.Sinks)+len(fact.Wrappers)+len(fact.Recover)+len(fact.Guard)+len(fact.Tools)+len(fact.Env)+len(fact.Serve) == 0 {
		return
	}
	fact.Table = *w.Table
	pass.ExportPackageFact(fact)
}

func encodeSink(w *flow.TableWriter, id string, k *sink) (wireSink, bool) {
	ws := wireSink{Func: w.String(id), Entry: w.String(k.entry), Literal: k.literal, SDK: w.String(k.sdk), Site: w.String(k.site)}
	if k.binding != nil {
		ws.SDK = w.String(k.binding.SDK)
		ws.Binding = w.String(k.binding.Name)
	}
	for _, wr := range k.wrappers {
		ws.Wrappers = append(ws.Wrappers, w.String(wr.ID))
	}
	for _, t := range k.terms() {
		if *t == nil {
			ws.Parts = append(ws.Parts, -1)
			continue
		}
		n, ok := w.Terms(maxSinkTerms, *t)
		if !ok {
			if *t == k.handler || *t == k.many || *t == k.apply {
				return ws, false
			}
			ws.Parts = append(ws.Parts, -1)
			continue
		}
		ws.Parts = append(ws.Parts, n[0])
	}
	return ws, true
}

func encodeWrapper(w *flow.TableWriter, wr *Wrapper) (wireWrapper, bool) {
	ww := wireWrapper{ID: w.String(wr.ID), At: w.String(wr.At), RawAt: w.String(wr.RawAt), Inner: -1}
	if wr.Inner != nil {
		n, ok := w.Terms(maxSinkTerms, wr.Inner)
		if !ok {
			return ww, false
		}
		ww.Inner = n[0]
	}
	for flag, on := range map[uint16]bool{
		flagAdapter: wr.Adapter, flagUnknown: wr.Unknown, flagBoundary: wr.Boundary, flagRecovers: wr.Recovers,
		flagRecoverLost: wr.RecoverLost, flagMasks: wr.Masks, flagMasksResult: wr.MasksResult, flagPasses: wr.Passes, flagFlattens: wr.Flattens, flagReturnsErrors: wr.ReturnsErrors,
	} {
		if on {
			ww.Flags |= flag
		}
	}
	return ww, true
}

// A factIndex answers from the facts of imported packages.
type factIndex struct {
	cfg    Config
	byPath map[string]*Fact
	terms  map[*Fact][]*flow.Term
	recov  map[string]bool
	guard  map[string]bool
	serve  map[string]bool
}

func newFactIndex(pass *analysis.Pass, cfg Config) *factIndex {
	x := &factIndex{cfg: cfg, byPath: map[string]*Fact{}, terms: map[*Fact][]*flow.Term{}, recov: map[string]bool{}, guard: map[string]bool{}, serve: map[string]bool{}}
	for _, pf := range pass.AllPackageFacts() {
		f, ok := pf.Fact.(*Fact)
		if !ok || f.Version != factVersion || pf.Package == pass.Pkg {
			continue
		}
		x.byPath[pf.Package.Path()] = f
		for _, n := range f.Recover {
			x.recov[f.Table.Strings[n]] = true
		}
		for _, n := range f.Serve {
			x.serve[f.Table.Strings[n]] = true
		}
		for _, n := range f.Guard {
			x.guard[f.Table.Strings[n]] = true
		}
	}
	return x
}

// tools lists the tools of other packages that were found in a bundle type.
func (x *factIndex) tools(entry string) []string {
	var out []string
	for _, f := range x.byPath {
		for _, t := range f.Tools {
			if f.Table.Strings[t.Entry] == entry {
				name := f.Table.Strings[t.Name]
				if name == "" {
					name = flow.NameOf(f.Table.Strings[t.Handler])
				}
				out = append(out, name)
			}
		}
	}
	sort.Strings(out)
	return out
}

// declares reports whether another package has a tool of a name with a handler.
func (x *factIndex) declares(name, handler string) bool {
	for _, f := range x.byPath {
		for _, t := range f.Tools {
			if f.Table.Strings[t.Name] == name && f.Table.Strings[t.Handler] == handler {
				return true
			}
		}
	}
	return false
}

// known reports whether a package was analysed.
func (x *factIndex) known(path string) bool { return x.byPath[path] != nil }

func (x *factIndex) recovers(id string) bool { return x.recov[id] }

func (x *factIndex) guards(id string) bool { return x.guard[id] }

func (x *factIndex) read(f *Fact) []*flow.Term {
	t, ok := x.terms[f]
	if !ok {
		t = f.Table.Read()
		x.terms[f] = t
	}
	return t
}

// has reports whether a function of another package has sinks.
func (x *factIndex) has(id string) bool {
	f := x.byPath[flow.PackageOf(id)]
	if f == nil {
		return false
	}
	for _, s := range f.Sinks {
		if f.Table.Strings[s.Func] == id {
			return true
		}
	}
	return false
}

// sinks are those of a function of another package.
func (x *factIndex) sinks(sdks *sdk.Table, id string) []*sink {
	f := x.byPath[flow.PackageOf(id)]
	if f == nil {
		return nil
	}
	terms := x.read(f)
	if terms == nil {
		return nil
	}
	var out []*sink
	for _, ws := range f.Sinks {
		if f.Table.Strings[ws.Func] != id {
			continue
		}
		k := &sink{entry: f.Table.Strings[ws.Entry], literal: ws.Literal, site: f.Table.Strings[ws.Site]}
		for i, t := range k.terms() {
			if i < len(ws.Parts) && ws.Parts[i] >= 0 && ws.Parts[i] < len(terms) {
				*t = terms[ws.Parts[i]]
			}
		}
		for _, n := range ws.Wrappers {
			if w := x.wrapper(f.Table.Strings[n]); w != nil {
				k.wrappers = append(k.wrappers, w)
			}
		}
		k.sdk = f.Table.Strings[ws.SDK]
		k.binding = bindingByName(sdks, k.sdk, f.Table.Strings[ws.Binding])
		out = append(out, k)
	}
	return out
}

// wrapper is what another package says of one of its functions.
func (x *factIndex) wrapper(id string) *Wrapper {
	f := x.byPath[flow.PackageOf(id)]
	if f == nil {
		return nil
	}
	terms := x.read(f)
	if terms == nil {
		return nil
	}
	for _, ww := range f.Wrappers {
		if f.Table.Strings[ww.ID] != id {
			continue
		}
		on := func(flag uint16) bool { return ww.Flags&flag != 0 }
		w := &Wrapper{
			ID: id, Pos: token.NoPos, At: f.Table.Strings[ww.At], RawAt: f.Table.Strings[ww.RawAt],
			Adapter: on(flagAdapter), Unknown: on(flagUnknown), Boundary: on(flagBoundary) || x.cfg.boundary(id), Recovers: on(flagRecovers), RecoverLost: on(flagRecoverLost),
			Masks: on(flagMasks), MasksResult: on(flagMasksResult), Passes: on(flagPasses), Flattens: on(flagFlattens), ReturnsErrors: on(flagReturnsErrors),
		}
		if ww.Inner >= 0 && ww.Inner < len(terms) {
			w.Inner = terms[ww.Inner]
		}
		return w
	}
	return nil
}

// bindingByName finds a binding again that a fact names.
func bindingByName(sdks *sdk.Table, sdkName, name string) *sdk.Binding {
	for _, x := range sdks.All {
		if x.Name != sdkName {
			continue
		}
		for _, b := range x.Bindings() {
			if b.Name == name {
				return b
			}
		}
	}
	return &sdk.Binding{SDK: sdkName, Name: name}
}
