package text

import "testing"

// The table of cases: what each text says.
var cases = []struct {
	text      string
	sentences int
	english   bool
	says      string // of: r retry, u user, f fails again, b blames, c cause, e elsewhere, k bare code, n next step, m missing, o changed, a read again
}{
	{"No page has id \x00. List the ids with list_pages.", 2, true, "n"},
	{"The index is being rebuilt; the request was fine. Retry in a minute, and tell the user if it keeps failing.", 2, true, "run"},
	{"Page \x00 was changed since version \x00 was read. The same call will fail again; read version with get_page and send that.", 2, true, "fnoa"},
	{"The page could not be stored.", 1, true, ""},
	{"Error 1042", 1, true, "k"},
	{"Saving failed. Check the server logs.", 2, true, "en"},
	{"Bad value, see the documentation.", 1, true, "e"},
	{"The store is unreachable; make sure that it is running.", 1, true, "cn"},
	{"Saving failed: connection refused", 1, true, "c"},
	{"Saving failed, check your input.", 1, true, "bn"},
	{"Do not retry; tell the user.", 1, true, "fu"},
	{"Give a date, e.g. 2026-01-31, as day. Weekends (Sat. and Sun.) have no pages.", 2, true, "n"},
	{"Open https://example.com/a.b?c=d. It lists them.", 2, true, "cn"},
	{"Die Seite wurde nicht gefunden.", 1, false, ""},
	{"页面不存在。请重试。", 2, false, ""},
	{"", 0, false, ""},
	{"One.\nTwo\n- three\n- four", 4, true, ""},
	{"No page \x00.\nDid you mean one of these?\n\x00", 2, true, "n"},
	{"Page \x00 is locked.\nLocked by: \x00\nUntil: \x00\n\nAsk its owner.", 2, true, "un"},
	{"Version mismatch: \x00.", 1, true, "o"},
	{"The page has moved on; call get_page and send its current version.", 1, true, "noa"},
	{"Cursor \x00 has expired. List again without a cursor.", 2, true, "noa"},
	{"mode=apply requires a token", 1, true, "n"},
	{"depth cannot be negative", 1, true, "n"},
	{"no time series given", 1, true, "m"},
	{"unknown method: \x00", 1, true, ""},
	{"Fichier introuvable, réessayez plus tard.", 1, false, ""},
	{"El archivo no existe.", 1, false, ""},
	{"Impossibile leggere il file.", 1, false, ""},
	{"O arquivo não foi encontrado.", 1, false, ""},
	{"Het bestand is niet gevonden.", 1, false, ""},
	{"Dosya bulunamadı.", 1, false, ""},
	{"Страница не найдена. См. журнал.", 2, false, ""},
	{"Call the café tool again later.", 1, true, "rna"},
}

func Test(t *testing.T) {
	for _, c := range cases {
		if n := Sentences(c.text); n != c.sentences {
			t.Errorf("Sentences(%q) = %d, want %d", c.text, n, c.sentences)
		}
		if e := English(c.text); e != c.english {
			t.Errorf("English(%q) = %v, want %v", c.text, e, c.english)
		}
		got := ""
		for _, s := range []struct {
			mark string
			says bool
		}{
			{"r", RetryLater(c.text)}, {"f", SameCallFails(c.text)}, {"u", TellUser(c.text)}, {"b", BlamesRequest(c.text)},
			{"c", NamesCause(c.text) != ""}, {"e", Elsewhere(c.text) != ""}, {"k", BareCode(c.text)}, {"n", NextStep(c.text)},
			{"m", Missing(c.text)}, {"o", Changed(c.text)}, {"a", ReadAgain(c.text)},
		} {
			if s.says {
				got += s.mark
			}
		}
		if got != c.says {
			t.Errorf("%q says %q, want %q", c.text, got, c.says)
		}
	}
}

func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"Find it with list_pages.":                         "list_pages",
		"Call `get_page` first":                            "get_page",
		"the get_page tool":                                "get_page",
		"Start with get_page() instead.":                   "get_page",
		"Reads SELECT * FROM page_stats().":                "",
		"Argument page_id is empty":                        "page_id",
		"set if_match, then":                               "if_match",
		"the pages_v2 table, or see docs/a_b.md":           "",
		"use the value x_y=1 or https://x.io/a_b":          "",
		"with some_thing.other and use user_agent:":        "",
		`set state to "in_progress", or use "not_started"`: "",
		"pass 'by_name', or pass `by_id`":                  "by_id",
		`the "get_page" tool, or call 'list_pages'`:        "get_pagelist_pages",
	} {
		got := ""
		for _, n := range Names(text) {
			got += n.Word
		}
		if got != want {
			t.Errorf("Names(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestSpeaks(t *testing.T) {
	for _, c := range []struct {
		text, name string
		want       bool
	}{
		{"start_date is no date", "start_date", true},
		{"The start date is none.", "start_date", true},
		{"The Page ID is empty.", "pageId", true},
		{"Those pages are gone.", "page_id", true},
		{"That is no date.", "id", false},
		{"Invalid input.", "page_id", false},
	} {
		if got := Speaks(c.text, c.name); got != c.want {
			t.Errorf("Speaks(%q, %q) = %v, want %v", c.text, c.name, got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"list_pages", "get_page", "delete_book"}
	for word, want := range map[string]string{"list_page": "list_pages", "find_pages": "get_page", "cook_soup": ""} {
		if got := Nearest(word, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestUnits(t *testing.T) {
	for s, want := range map[string]int{"": 0, "é": 1, "頁": 1, "😀": 2} {
		if n := Units(s); n != want {
			t.Errorf("Units(%q) = %d, want %d", s, n, want)
		}
	}
}
