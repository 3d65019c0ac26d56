package outcome

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/registry"
)

// source recognises values that show the server's insides by the call they
// come from.
func (j *judge) source(t, call *flow.Term, at token.Pos) *Part {
	switch call.Str {
	case "os.Getenv":
		name, _ := registry.Fold(j.f, call.Args[0])
		if secretWord(name) {
			return &Part{Prov: Secret, Term: t, Name: name, Pos: at}
		}
		return &Part{Prov: EnvValue, Term: t, Name: name, Pos: at}
	case "os.LookupEnv":
		name, _ := registry.Fold(j.f, call.Args[0])
		return &Part{Prov: EnvValue, Term: t, Name: name, Pos: at}
	case "os.Getwd", "os.UserHomeDir", "os.Executable", "os.TempDir", "os.UserConfigDir", "os.UserCacheDir", "os.MkdirTemp", "(*os.File).Name",
		"path/filepath.Abs", "path/filepath.EvalSymlinks":
		return &Part{Prov: HostPath, Term: t, Name: shortID(call.Str), Pos: at}
	case "path/filepath.Join", "path.Join", "path/filepath.Clean":
		if j.hostPath(call) {
			return &Part{Prov: HostPath, Term: t, Name: shortID(call.Str), Pos: at}
		}
	case "runtime/debug.Stack", "runtime.Stack":
		return &Part{Prov: StackText, Term: t, Pos: at}
	case "recover":
		return &Part{Prov: PanicText, Term: t, Pos: at}
	case "io.ReadAll", "io/ioutil.ReadAll":
		if t.Index() == 0 && readsBody(call) {
			return &Part{Prov: BodyText, Term: t, Pos: at}
		}
	case "(*os/exec.Cmd).CombinedOutput", "(*os/exec.Cmd).Output":
		if t.Index() == 0 {
			return &Part{Prov: OutputText, Term: t, Pos: at}
		}
	case "(reflect.Type).String", "(reflect.Type).Name":
		return &Part{Prov: TypeName, Term: t, Pos: at}
	case "(*bytes.Buffer).String", "(*strings.Builder).String":
		if commandStream(call.Args[0]) {
			return &Part{Prov: OutputText, Term: t, Pos: at}
		}
	}
	return nil
}

// hostPath reports whether a path starts from a place on the server rather
// than from what the model sent.
func (j *judge) hostPath(call *flow.Term) bool {
	for _, a := range call.Args {
		for i, e := range elements(a) {
			if i > 0 {
				break
			}
			if _, ok := j.argument(e); ok {
				return false
			}
			if s, ok := registry.Fold(j.f, e); ok {
				return strings.HasPrefix(s, "/") || strings.HasPrefix(s, "~") || strings.Contains(s, ":\\")
			}
			if e.Op == flow.Call || e.Op == flow.Extract {
				if c := e.CallOf(); c != nil {
					if p := j.source(e, c, token.NoPos); p != nil && p.Prov == HostPath {
						return true
					}
				}
			}
			name := strings.ToLower(lastName(e))
			if strings.Contains(name, "dir") || strings.Contains(name, "root") || strings.Contains(name, "path") || strings.Contains(name, "home") {
				return true
			}
		}
	}
	return false
}

// configured recognises the server's own settings: an address or a path in a
// field of something that was there before the call. What an upstream answered
// is data, addresses included. The body kept in an error is an answer as well.
func (j *judge) configured(t *flow.Term) Prov {
	if t.Op != flow.Field {
		return Literal
	}
	name := strings.ToLower(t.Str)
	if strings.Contains(name, "body") && (isErrorTerm(t.Args[0]) || j.isError(t.Args[0])) {
		return BodyText
	}
	root := t.Args[0]
	for root.Op == flow.Field {
		root = root.Args[0]
	}
	switch root.Op {
	case flow.Param, flow.Free, flow.Global:
		if _, ok := j.frame.argument(root); ok {
			return Literal
		}
	default:
		return Literal
	}
	for _, w := range []string{"baseurl", "endpoint", "apiurl", "serverurl", "hostname", "addr", "dsn"} {
		if strings.Contains(name, w) {
			return Address
		}
	}
	switch name {
	case "base", "host", "url", "port":
		return Address
	case "dir", "root", "rootdir", "basedir", "datadir", "homedir", "workdir", "configpath", "configfile":
		return HostPath
	}
	return Literal
}

func lastName(t *flow.Term) string {
	switch t.Op {
	case flow.Field:
		return t.Str
	case flow.Global:
		return flow.NameOf(t.Str)
	}
	return ""
}

// readsBody reports whether what is read is the body of an HTTP response.
func readsBody(call *flow.Term) bool {
	return call.Has(func(t *flow.Term) bool { return t.Op == flow.Field && t.Str == "Body" })
}

// commandStream reports whether a buffer is one that a command writes to.
func commandStream(t *flow.Term) bool {
	v := t.Value()
	if v == nil {
		return false
	}
	return writtenByCommand(v)
}

// secretName is the name of a field or variable that holds a secret.
func secretName(t *flow.Term) string {
	n := lastName(t)
	if secretWord(n) {
		return n
	}
	return ""
}

func secretWord(name string) bool {
	n := strings.ToLower(name)
	if strings.Contains(n, "tokens") || strings.Contains(n, "tokencount") || strings.Contains(n, "maxtoken") || strings.Contains(n, "pagetoken") || strings.Contains(n, "nexttoken") || strings.Contains(n, "page_token") {
		return false
	}
	for _, w := range []string{"password", "passwd", "secret", "apikey", "api_key", "accesstoken", "access_token", "authtoken", "auth_token", "privatekey", "private_key", "bearertoken", "credential"} {
		if strings.Contains(n, w) {
			return true
		}
	}
	return false
}

// RecoveredTexts are the messages that a function answers with after a panic.
func (r *Result) RecoveredTexts(fn *ssa.Function) []Message {
	r.judge.begin(r.Reach.Of(fn))
	var out []Message
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			d, ok := instr.(*ssa.Defer)
			if !ok {
				continue
			}
			mc, ok := d.Call.Value.(*ssa.MakeClosure)
			if !ok || !r.Registry.CallsRecover(mc.Fn.(*ssa.Function)) {
				continue
			}
			for _, lb := range mc.Fn.(*ssa.Function).Blocks {
				for _, li := range lb.Instrs {
					st, ok := li.(*ssa.Store)
					if !ok {
						continue
					}
					if _, captured := st.Addr.(*ssa.FreeVar); !captured {
						continue
					}
					if m := r.judge.answerText(r.Flow.Eval(st.Val), st.Pos()); m != nil {
						out = append(out, *m)
					}
				}
			}
		}
	}
	return out
}

// answerText is the text of an error or error result, or nil.
func (j *judge) answerText(t *flow.Term, at token.Pos) *Message {
	info := j.resultInfo(t, at)
	switch {
	case info.isError:
		return &Message{Parts: info.parts, Known: info.known}
	case t.IsNil() || t.Op == flow.Free || t.Op == flow.Unknown:
		return nil
	case isErrorTerm(t) || j.isError(t):
		return &Message{Parts: j.errText(t, at, 0), Known: true}
	}
	return nil
}

// ForwardedErrors are the places where a function that builds an error result
// puts the text of an error that it is given into the message.
func (r *Result) ForwardedErrors(fn *ssa.Function) []Part {
	takesError := false
	for _, p := range fn.Params {
		takesError = takesError || flow.IsError(p.Type())
	}
	builds := false
	for v := range fn.Signature.Results().Variables() {
		builds = builds || registry.IsToolResult(r.Flow.SDKs, v.Type())
	}
	if !takesError || !builds {
		return nil
	}
	f := r.Reach.Of(fn)
	if f != nil && f.calls > 0 {
		return nil // judged by what its callers give it
	}
	r.judge.begin(&Frame{Fn: fn})
	var out []Part
	for _, x := range r.Flow.Exits(fn) {
		for _, res := range x.Results {
			info := r.judge.resultInfo(res, x.Pos())
			if !info.isError {
				continue
			}
			for _, p := range info.parts {
				if p.Prov == Foreign && !p.Away && p.Term != nil && p.Term.Op == flow.Param {
					out = append(out, p)
				}
			}
		}
	}
	return out
}
