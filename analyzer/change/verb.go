package change

import (
	"strings"
	"unicode"
)

// A Kind is what an effect does to what is there.
type Kind uint8

const (
	Create Kind = 1 << iota
	Update
	Delete
	Other // it changes something, how is not known
)

// verbs that change something, whatever they are applied to.
var verbs = map[string]Kind{
	"create": Create, "insert": Create, "add": Create, "append": Create, "register": Create, "upload": Create, "publish": Create,
	"submit": Create, "send": Create, "place": Create, "book": Create, "charge": Create, "pay": Create, "refund": Create, "transfer": Create,
	"enqueue": Create, "provision": Create, "invite": Create, "subscribe": Create, "duplicate": Create, "import": Create, "request": Create,
	"update": Update, "write": Update, "set": Update, "edit": Update, "modify": Update, "replace": Update, "change": Update, "rename": Update,
	"move": Update, "patch": Update, "save": Update, "put": Update, "store": Update, "assign": Update, "upsert": Update, "apply": Update,
	"enable": Update, "disable": Update, "merge": Update, "restore": Update, "scale": Update, "approve": Update, "reject": Update,
	"mark": Update, "close": Update, "reopen": Update, "lock": Update, "unlock": Update, "pin": Update, "unpin": Update, "attach": Update,
	"detach": Update, "reset": Update, "revoke": Update, "grant": Update, "toggle": Update, "redirect": Update, "reschedule": Update,
	"delete": Delete, "remove": Delete, "archive": Delete, "cancel": Delete, "destroy": Delete, "drop": Delete, "purge": Delete,
	"clear": Delete, "unregister": Delete, "uninstall": Delete, "erase": Delete, "trash": Delete, "deprovision": Delete,
}

// nouns are verbs that are as often the name of a thing.
var nouns = set("set", "place", "book", "charge", "request", "store", "change", "patch", "lock", "pin", "mark", "import", "move", "archive", "reset",
	"put", "close", "drop", "merge", "transfer", "refund", "pay", "redirect", "save", "write", "apply")

// reads are verbs that only look.
var reads = set("get", "list", "search", "find", "read", "show", "query", "fetch", "describe", "check", "count", "validate", "analyze", "analyse",
	"explain", "view", "lookup", "look", "inspect", "browse", "retrieve", "summarize", "summarise", "compare", "diff", "download", "render", "preview",
	"convert", "calculate", "compute", "estimate", "verify", "test", "ping", "status", "export", "scan", "watch", "poll", "tail", "resolve", "load",
	"parse", "plan", "suggest", "dry", "is", "has", "can", "print", "open", "select", "review", "lint", "ask", "generate", "wait", "decode", "encode")

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// Words splits a name written in any of the usual ways into lower-case words:
// "note_id", "noteID" and "note-id" are all note and id.
func Words(name string) []string {
	var out []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			out = append(out, strings.ToLower(string(word)))
			word = nil
		}
	}
	rs := []rune(name)
	for i, r := range rs {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0 && (unicode.IsLower(rs[i-1]) || unicode.IsDigit(rs[i-1])),
			unicode.IsUpper(r) && i > 0 && i+1 < len(rs) && unicode.IsUpper(rs[i-1]) && unicode.IsLower(rs[i+1]):
			flush()
		}
		word = append(word, r)
	}
	flush()
	return out
}

// Named is what the name of a tool says that it does: the kind of change, or
// that it only looks. Neither is known for a name without a verb.
func Named(tool string) (kind Kind, looks bool) {
	words := Words(tool)
	for i, w := range words {
		if reads[w] {
			return 0, true
		}
		if k := verbs[w]; k != 0 && (i == 0 || !nouns[w]) {
			for _, later := range words[i+1:] {
				if reads[later] && !nouns[later] && later != "test" && later != "status" && later != "review" && later != "plan" && later != "query" && later != "view" {
					return 0, false // both
				}
			}
			return k, false
		}
	}
	return 0, false
}

// Switches reports whether the name of a tool says that it puts something into
// one of two states, of which there is nothing to tell but that it is so.
func Switches(tool string) bool {
	for _, w := range Words(tool) {
		switch w {
		case "enable", "disable", "lock", "unlock", "pin", "unpin", "mute", "unmute", "close", "reopen", "revoke", "pause", "resume", "start", "stop", "star", "unstar", "subscribe", "unsubscribe", "freeze", "unfreeze", "suspend":
			return true
		}
	}
	return false
}

// calledVerb is what the name of a function says that it does. Only its first
// word counts: a function is named by a verb, or it is not.
func calledVerb(name string) Kind {
	words := Words(name)
	if len(words) == 0 {
		return 0
	}
	return verbs[words[0]]
}
