// Package browsertest looks at the page of outcomes in a headless Chromium.
package browsertest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A tab is one page in the browser, and what it did that it should not.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu   sync.Mutex
	said []string // errors and warnings on the console
	sent []string // requests for anything but the page
}

// open shows a file. All that the page says or asks for is an error at the end.
func open(t *testing.T, file string, before ...chromedp.Action) *tab {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		t.Fatal("there is no Chromium on the PATH; install the package chromium")
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.UserDataDir(t.TempDir()),
		chromedp.WindowSize(1280, 900), chromedp.WSURLReadTimeout(2*time.Minute))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), opts...)
	t.Cleanup(cancel)
	// What the library does not know of the protocol is no matter of the page.
	ctx, cancel = chromedp.NewContext(ctx, chromedp.WithErrorf(func(string, ...any) {}))
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(cancel)

	p := &tab{t: t, ctx: ctx}
	address := (&url.URL{Scheme: "file", Path: file}).String()
	chromedp.ListenTarget(ctx, func(ev any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch ev := ev.(type) {
		case *runtime.EventExceptionThrown:
			p.said = append(p.said, ev.ExceptionDetails.Error())
		case *runtime.EventConsoleAPICalled:
			p.said = append(p.said, fmt.Sprintf("console.%s", ev.Type))
		case *cdplog.EventEntryAdded:
			p.said = append(p.said, ev.Entry.Text)
		case *network.EventRequestWillBeSent:
			if u, _, _ := strings.Cut(ev.Request.URL, "#"); u != address && !strings.HasPrefix(u, "data:") {
				p.sent = append(p.sent, u)
			}
		}
	})
	p.do(append([]chromedp.Action{network.Enable(), runtime.Enable(), cdplog.Enable()}, before...)...)
	p.do(chromedp.Navigate(address))
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, s := range p.said {
			t.Errorf("on the console: %s", s)
		}
		for _, s := range p.sent {
			t.Errorf("the page asks for %s", s)
		}
	})
	return p
}

func (p *tab) do(actions ...chromedp.Action) {
	p.t.Helper()
	if err := chromedp.Run(p.ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// key presses and releases keys, one for each character. Characters are sent
// with the key, so that a page which takes the key does not get them too.
func (p *tab) key(keys string) {
	p.t.Helper()
	for _, r := range keys {
		for i, k := range kb.Encode(r) {
			if k.Type == input.KeyChar {
				continue
			}
			if i == 0 {
				k.Type = input.KeyDown
				if r >= ' ' && r < 0x7f {
					k.Text = string(r)
				}
				if r == '\r' {
					k.Text = "\r"
				}
			}
			p.do(k)
		}
	}
}

// eval is the value of an expression in the page.
func eval[T any](p *tab, expression string) T {
	p.t.Helper()
	var v T
	p.do(chromedp.Evaluate(expression, &v))
	return v
}

// shown lists the tools that can be seen.
func shown(p *tab) []string {
	p.t.Helper()
	return eval[[]string](p, `[...document.querySelectorAll("section")].filter(s => s.checkVisibility()).map(s => s.querySelector("h2").textContent)`)
}

// rows counts the exits that can be seen, by an expression about each.
func rows(p *tab, condition string) int {
	p.t.Helper()
	return eval[int](p, `[...document.querySelectorAll("tbody tr")].filter(r => r.checkVisibility()).filter(r => `+condition+`).length`)
}

// realPage is the page of the example servers.
var realPage = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "browsertest")
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "outcomes.html")
	tool := filepath.Join(dir, "toolvet")
	build := exec.Command("go", "build", "-o", tool, "./cmd/toolvet")
	build.Dir = filepath.Join("..", "..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%v\n%s", err, out)
	}
	run := exec.Command(tool, "-C="+filepath.Join("..", "..", "..", "testdata"), "-rules=all", "-o="+file, "outcomes", "-html", "./servers/notes/...")
	if out, err := run.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%v\n%s", err, out)
	}
	return file, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if file, err := realPage(); err == nil {
		os.RemoveAll(filepath.Dir(file))
	}
	os.Exit(code)
}

func page(t *testing.T) string {
	t.Helper()
	file, err := realPage()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestSearch(t *testing.T) {
	p := open(t, page(t))
	all := shown(p)
	if len(all) < 10 {
		t.Fatalf("only the tools %v are shown", all)
	}
	total := rows(p, "true")
	if total < len(all) {
		t.Fatalf("only %d ways to end for %d tools", total, len(all))
	}
	status := func() string { return eval[string](p, `document.getElementById("shown").textContent`) }
	if want := fmt.Sprintf("%d ways shown", total); status() != want {
		t.Errorf("status %q, want %q", status(), want)
	}

	// A tool's name leaves that tool, and others only where they speak of it.
	p.key("/")
	p.key("DELETE_note") // case does not matter
	some := shown(p)
	if len(some) == 0 || len(some) >= len(all) {
		t.Errorf("a search for one tool shows %v", some)
	}
	for _, name := range some {
		if text := eval[string](p, fmt.Sprintf(`[...document.querySelectorAll("section")].find(s => s.querySelector("h2").textContent === %q).textContent.toLowerCase()`, name)); !strings.Contains(text, "delete_note") {
			t.Errorf("%s is shown and has not what is searched for", name)
		}
	}
	// All words have to be there.
	p.key(" zzzz")
	if got := shown(p); len(got) != 0 {
		t.Errorf("a search for what is nowhere shows %v", got)
	}
	if !eval[bool](p, `document.getElementById("none").checkVisibility()`) {
		t.Error("nothing says that nothing matches")
	}
	p.key(kb.Escape)
	if got := shown(p); len(got) != len(all) || rows(p, "true") != total {
		t.Errorf("after Escape %d of %d tools are shown", len(got), len(all))
	}

	// Outcomes, and findings.
	for _, kind := range []string{"result", "correct", "stale", "broken", "unknown"} {
		p.do(chromedp.Click(`input.kind[value="` + kind + `"]`))
		if n := rows(p, fmt.Sprintf("r.dataset.kind === %q", kind)); n != 0 {
			t.Errorf("%d exits with the outcome %s are shown without it", n, kind)
		}
	}
	if n := rows(p, "true"); n != 0 {
		t.Errorf("%d exits of no outcome", n)
	}
	p.key(kb.Escape)
	p.do(chromedp.Click("#found"))
	with, without := rows(p, `r.querySelector(".find")`), rows(p, `!r.querySelector(".find")`)
	if with == 0 || without != 0 {
		t.Errorf("with findings only, %d exits with and %d without are shown", with, without)
	}
	// A link shows its tool whatever is searched for.
	p.key(kb.Escape)
	p.key("/")
	p.key("zzzz")
	p.do(chromedp.Evaluate(`new Promise(done => { addEventListener("hashchange", () => setTimeout(done)); location.hash = document.querySelector("section").id })`, nil,
		func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }))
	if got := shown(p); len(got) != len(all) {
		t.Errorf("a link leads to %d of %d tools", len(got), len(all))
	}
}

func TestKeyboard(t *testing.T) {
	p := open(t, page(t))
	p.do(chromedp.Evaluate(`document.getElementById("list").open = true`, nil))
	p.do(chromedp.Evaluate(`window.want = [...document.querySelectorAll("a[href], input, button, summary, [tabindex]")].filter(e => e.checkVisibility())`, nil))
	want := eval[int](p, `want.length`)
	if want < 30 {
		t.Fatalf("the page has only %d elements to reach", want)
	}
	for i := range want {
		p.key(kb.Tab)
		at := eval[int](p, `want.indexOf(document.activeElement)`)
		if at != i {
			t.Fatalf("Tab number %d leads to %s (number %d)", i, eval[string](p, `document.activeElement.outerHTML.slice(0, 100)`), at)
		}
		if !eval[bool](p, `(e => { const s = getComputedStyle(e); return s.outlineStyle !== "none" && parseFloat(s.outlineWidth) > 1 })(document.activeElement)`) {
			t.Errorf("focus does not show on %s", eval[string](p, `document.activeElement.outerHTML.slice(0, 100)`))
		}
		if !eval[bool](p, `(r => r.bottom > 0 && r.top < innerHeight)(document.activeElement.getBoundingClientRect())`) {
			t.Errorf("focus is out of sight on %s", eval[string](p, `document.activeElement.outerHTML.slice(0, 100)`))
		}
	}
	p.key("/")
	if id := eval[string](p, `document.activeElement.id`); id != "words" {
		t.Errorf("the key / leads to %q", id)
	}
	p.key("/")
	if v := eval[string](p, `document.activeElement.value`); v != "/" {
		t.Errorf("in the search, the key / writes %q", v)
	}
	p.key(kb.Escape)
	p.do(chromedp.Evaluate(`document.activeElement.blur()`, nil))

	// The list closes and opens with Enter.
	p.do(chromedp.Focus("#list > summary"))
	p.key(kb.Enter)
	if eval[bool](p, `document.getElementById("list").open`) {
		t.Error("Enter does not close the list of tools")
	}
	p.key(kb.Enter)
	if !eval[bool](p, `document.getElementById("list").open`) {
		t.Error("Enter does not open the list of tools")
	}
	// Space is for boxes, Enter for links.
	p.do(chromedp.Focus("#found"))
	p.key(" ")
	if n := rows(p, `!r.querySelector(".find")`); n != 0 {
		t.Error("Space does not set a box")
	}
	p.key(kb.Escape)
	p.do(chromedp.Focus("#list li:last-child a"))
	p.key(kb.Enter)
	if got := eval[string](p, `document.querySelector(":target h2")?.textContent ?? ""`); got == "" || got != eval[string](p, `document.querySelector("#list li:last-child a").textContent`) {
		t.Errorf("the last link of the list leads to %q", got)
	}
}

// All that can be used has a name for those who do not see it.
func TestNames(t *testing.T) {
	p := open(t, page(t))
	named := map[string]int{}
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		type value struct {
			Value any `json:"value"`
		}
		var tree struct { // what of it is needed here: the library does not know all values
			Nodes []struct {
				Ignored bool  `json:"ignored"`
				Role    value `json:"role"`
				Name    value `json:"name"`
			} `json:"nodes"`
		}
		if err := cdp.Execute(ctx, "Accessibility.getFullAXTree", nil, &tree); err != nil {
			return err
		}
		for _, n := range tree.Nodes {
			if n.Ignored {
				continue
			}
			role, _ := n.Role.Value.(string)
			name, _ := n.Name.Value.(string)
			switch role {
			case "searchbox", "checkbox", "link", "region", "heading", "columnheader", "search":
				named[role]++
				if name == "" && role != "search" {
					t.Errorf("a %s has no name", role)
				}
			}
		}
		return nil
	}))
	for _, role := range []string{"searchbox", "checkbox", "link", "region", "heading", "columnheader", "search"} {
		if named[role] == 0 {
			t.Errorf("the page has no %s", role)
		}
	}
}

// contrast lists texts that are hard to read on what is behind them.
const contrast = `(() => {
	const rgba = c => { const m = c.match(/[\d.]+/g).map(Number); return m.length < 4 ? [...m, 1] : m };
	const light = c => { const [r, g, b] = c.map(v => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4 }); return .2126 * r + .7152 * g + .0722 * b };
	const behind = e => { for (; e; e = e.parentElement) { const c = rgba(getComputedStyle(e).backgroundColor); if (c[3] > 0) return c } return [255, 255, 255, 1] };
	const bad = [];
	for (const e of document.body.querySelectorAll("*")) {
		if (!e.checkVisibility() || ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
		const [a, b] = [light(rgba(getComputedStyle(e).color)), light(behind(e))].sort((x, y) => y - x);
		const ratio = (a + .05) / (b + .05);
		if (ratio < 4.5) bad.push(ratio.toFixed(1) + " " + e.className + " " + e.textContent.slice(0, 40));
	}
	return [...new Set(bad)];
})()`

func TestColours(t *testing.T) {
	back := map[string]string{}
	for _, scheme := range []string{"light", "dark"} {
		t.Run(scheme, func(t *testing.T) {
			p := open(t, page(t), emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
			back[scheme] = eval[string](p, `getComputedStyle(document.body).backgroundColor`)
			for _, b := range eval[[]string](p, contrast) {
				t.Errorf("too little contrast: %s", b)
			}
		})
	}
	if back["light"] == back["dark"] || back["light"] == "" {
		t.Errorf("the background is %q in light and %q in dark", back["light"], back["dark"])
	}
}

// On a small screen, tables scroll in themselves.
func TestNarrow(t *testing.T) {
	p := open(t, page(t), chromedp.EmulateViewport(375, 700))
	if w := eval[int](p, `document.documentElement.scrollWidth`); w > 375 {
		t.Errorf("the page is %d wide on a screen of 375", w)
	}
}

// Without scripts, all is there and nothing is offered that does not work.
func TestWithoutScripts(t *testing.T) {
	want := len(shown(open(t, page(t))))
	p := open(t, page(t), emulation.SetScriptExecutionDisabled(true))
	if got := len(shown(p)); got != want {
		t.Errorf("%d tools are shown, want %d", got, want)
	}
	if eval[bool](p, `document.getElementById("filter").checkVisibility()`) {
		t.Error("the search is offered")
	}
}
