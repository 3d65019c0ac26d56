package flow

// A Table holds terms for a fact: by index, each string once, in the order in
// which they were added, so that equal packages encode to equal bytes.
type Table struct {
	Strings []string
	Terms   []wireTerm
}

type wireTerm struct {
	Op, Lit uint8
	Inv     bool
	N       int
	Str     int
	Name    int
	At      int
	Keys    []int
	Args    []int
}

// A TableWriter adds terms to a table.
type TableWriter struct {
	Table   *Table
	r       *Result
	strings map[string]int
	terms   map[*Term]int
	budget  int
	refs    func(id string) // called for every function that a term mentions
}

// NewTableWriter starts an empty table.
func (r *Result) NewTableWriter() *TableWriter {
	return &TableWriter{Table: &Table{Strings: []string{""}}, r: r, strings: map[string]int{"": 0}, terms: map[*Term]int{}}
}

// String adds a string.
func (w *TableWriter) String(s string) int {
	n, ok := w.strings[s]
	if !ok {
		n = len(w.Table.Strings)
		w.Table.Strings = append(w.Table.Strings, s)
		w.strings[s] = n
	}
	return n
}

// Terms adds terms, or none of them if they are too large to be worth telling.
func (w *TableWriter) Terms(limit int, terms ...*Term) (index []int, ok bool) {
	mark := len(w.Table.Terms)
	w.budget = limit
	for _, t := range terms {
		index = append(index, w.term(t))
	}
	if w.budget < 0 {
		w.rollback(mark)
		return nil, false
	}
	return index, true
}

func (w *TableWriter) rollback(mark int) {
	w.Table.Terms = w.Table.Terms[:mark]
	for t, n := range w.terms {
		if n >= mark {
			delete(w.terms, t)
		}
	}
}

func (w *TableWriter) term(t *Term) int {
	if n, ok := w.terms[t]; ok {
		return n
	}
	w.budget--
	if w.budget < 0 {
		return 0
	}
	wt := wireTerm{Op: uint8(t.Op), Lit: uint8(t.Lit), Inv: t.inv, N: t.N, Str: w.String(t.Str)}
	switch t.Op {
	case Struct, Call, Extract, Out, Field, Global, Elem, Assert, Instance:
		wt.Name = w.String(t.TypeName())
		wt.At = w.String(w.r.textPos(t))
	case Func:
		wt.At = w.String(w.r.textPos(t))
		w.ref(t.Str)
	}
	if t.Op == Call && t.Str != "" {
		w.ref(t.Str)
	}
	for _, k := range t.Keys {
		wt.Keys = append(wt.Keys, w.String(k))
	}
	for _, a := range t.Args {
		wt.Args = append(wt.Args, w.term(a))
	}
	n := len(w.Table.Terms)
	w.Table.Terms = append(w.Table.Terms, wt)
	w.terms[t] = n
	return n
}

func (w *TableWriter) ref(id string) {
	if w.refs != nil {
		w.refs(id)
	}
}

// Read rebuilds the terms of a table. Damaged tables give nil.
func (t *Table) Read() []*Term {
	str := func(i int) string {
		if i < 0 || i >= len(t.Strings) {
			return ""
		}
		return t.Strings[i]
	}
	terms := make([]*Term, len(t.Terms))
	for i, w := range t.Terms {
		term := &Term{Op: Op(w.Op), Lit: Lit(w.Lit), N: w.N, Str: str(w.Str), inv: w.Inv, name: str(w.Name), at: str(w.At)}
		for _, k := range w.Keys {
			term.Keys = append(term.Keys, str(k))
		}
		for _, a := range w.Args {
			if a < 0 || a >= i { // arguments come before their term
				return nil
			}
			term.Args = append(term.Args, terms[a])
		}
		if term.Op == Unknown || !wellFormed(term) {
			term = unknown
		}
		terms[i] = term
	}
	return terms
}

// wellFormed reports whether a term has the arguments that its kind needs.
func wellFormed(t *Term) bool {
	switch t.Op {
	case Field, Elem, Assert, Extract, Not, Out, Method:
		return len(t.Args) >= 1
	case Call:
		return t.Str != "" && !t.inv || len(t.Args) >= 1
	case Struct:
		return len(t.Keys) == len(t.Args)
	case Map:
		return len(t.Args)%2 == 0
	}
	return t.Op <= Instance
}
