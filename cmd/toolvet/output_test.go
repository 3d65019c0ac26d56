package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolvet/toolvet/internal/driver/testmod"
)

const oneTool = "1 tool in 1 package\n"

func readFile(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestFormatFlag(t *testing.T) {
	dir := testmod.Write(t, server)
	writeConfig(t, dir, "severity: {boundary: error}\n")
	const annotations = "::error file=dep/dep.go,line=9,endLine=9,col=38,endColumn=60,title=toolvet boundary::no boundary (boundary)\n" +
		"::warning file=dep/dep.go,line=5,endLine=5,col=17,endColumn=23,title=toolvet panics::boom can panic (panics)\ntoolvet: 2 findings\n"
	toolvet(t, dir, "-format=github", "./dep").expect(t, 1, annotations, oneTool)
	toolvet(t, dir, "-format=text", "-color=always", "-rules=boundary", "./dep").expect(t, 1, "\x1b[1mdep/dep.go:9:38\x1b[0m: no boundary \x1b[31m(boundary)\x1b[0m\n", oneTool)
	if a, b := toolvet(t, dir, "-format=json", "./dep"), toolvet(t, dir, "-json", "./dep"); a != b || !json.Valid([]byte(a.stdout)) {
		t.Errorf("-format=json writes\n%s\n-json\n%s", a.stdout, b.stdout)
	}
	// Where the folder is not the root of the repository, others still see
	// paths from there.
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o777); err != nil {
		t.Fatal(err)
	}
	toolvet(t, dir, "-C=dep", "-format=github", "-exit-zero", ".").expect(t, 0, annotations, oneTool)
	got := toolvet(t, filepath.Join(dir, "dep"), "-format=sarif")
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct {
						ID   string
						Help struct{ Text string }
					}
				}
			}
			Results []struct {
				RuleID    string
				Level     string
				Locations []struct {
					PhysicalLocation struct{ ArtifactLocation struct{ URI string } }
				}
				Fixes []any
			}
		}
	}
	if err := json.Unmarshal([]byte(got.stdout), &log); err != nil {
		t.Fatalf("%v: %s", err, got.stdout)
	}
	run := log.Runs[0]
	if rules := run.Tool.Driver.Rules; len(rules) != 3 || rules[0].ID != "boundary" || rules[0].Help.Text != "report tools without a boundary\n\nA tool is registered without a boundary." {
		t.Errorf("rules %+v", run.Tool.Driver.Rules)
	}
	if res := run.Results; len(res) != 2 || res[1].Level != "error" || res[0].Locations[0].PhysicalLocation.ArtifactLocation.URI != "dep/dep.go" || len(res[1].Fixes) != 1 {
		t.Errorf("results %+v", res)
	}
}

func TestOutputFile(t *testing.T) {
	dir := testmod.Write(t, server)
	out := filepath.Join(dir, "out.txt")
	toolvet(t, dir, "-o=out.txt", "-color=auto", "-rules=boundary", "./dep").expect(t, 1, "", oneTool)
	if got := readFile(t, out); got != "dep/dep.go:9:38: no boundary (boundary)\n" {
		t.Errorf("wrote %q", got)
	}
	// After a mistake, the file is as it was.
	toolvet(t, dir, "-o=out.txt", "./nosuch").expect(t, 2, "", "toolvet: ./nosuch: stat "+filepath.Join(dir, "nosuch")+": directory not found\n")
	if got := readFile(t, out); got != "dep/dep.go:9:38: no boundary (boundary)\n" {
		t.Errorf("after a mistake it is %q", got)
	}
	if got := toolvet(t, dir, "-o=none/out.txt", "./dep"); got.code != 2 || !strings.HasPrefix(got.stderr, oneTool+"toolvet: -o: open none/") {
		t.Errorf("exit %d: %s", got.code, got.stderr)
	}
	toolvet(t, dir, "-o=tools.json", "tools", "-json", "./dep")
	if !json.Valid([]byte(readFile(t, filepath.Join(dir, "tools.json")))) {
		t.Error("tools -json did not write JSON")
	}
}

func TestOutputMistakes(t *testing.T) {
	dir := testmod.Write(t, server+"-- bad.json --\n{\n")
	for args, want := range map[string]string{
		"-format=sarfi":                     "unknown format sarfi; did you mean sarif?",
		"-json -format=sarif":               "-json and -format=sarif contradict each other; leave one out",
		"-color=yes":                        "-color is yes; want auto, always or never",
		"-write-baseline":                   "-write-baseline writes the file of -baseline; name it",
		"-baseline=b -write-baseline -fix":  "-write-baseline lists what is left as it is; run -fix first",
		"-new-from=HEAD -fix":               "fixes change lines, which are then new; leave out -new-from, or fix by -rules",
		"-baseline=bad.json":                "-baseline: bad.json:2: this is not a baseline: it ends too early",
		"-baseline=none.json -fix":          "-baseline: there is no file none.json; write it first, without -new-from, -fix and -diff",
		"-baseline=no/b.json -rules=panics": "-baseline: open no/",
		"-baseline=dep":                     "-baseline: read dep: is a directory",
		"-new-from=HEAD":                    "-new-from: git: not a git repository",
	} {
		got := toolvet(t, dir, strings.Fields(args)...)
		if got.code != 2 || got.stdout != "" || strings.Count(got.stderr, "\n") != 1 || !strings.HasPrefix(got.stderr, "toolvet: "+want) {
			t.Errorf("%s: exit %d, %s%s", args, got.code, got.stdout, got.stderr)
		}
	}
}

func TestBaseline(t *testing.T) {
	dir := testmod.Write(t, server)
	file := filepath.Join(dir, "dep", "dep.go")
	toolvet(t, dir, "-baseline=known.json", "./...").expect(t, 0, "", "toolvet: wrote known.json with 4 findings\n2 tools in 2 packages\n")
	text := readFile(t, filepath.Join(dir, "known.json"))
	toolvet(t, dir, "-baseline=known.json", "./...").expect(t, 0, "", "2 tools in 2 packages\n")
	// It is the same from anywhere, and code that moves stays known. A second
	// finding on a line like one that is known is new.
	old := readFile(t, file)
	const second = "func Again(s *server.MCPServer)  { s.AddTool(\"y\", Handle) }\n"
	writeFile := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(strings.Replace(old, "func Handle", "// New.\n\nfunc Handle", 1) + second)
	toolvet(t, filepath.Join(dir, "dep"), "-baseline=../known.json").expect(t, 1, "dep.go:12:36: no boundary (boundary)\n", "2 tools in 1 package\n")
	// What is mended is told, unless it was not looked at.
	writeFile(strings.Replace(old, "func Handle() { boom() }", "func Handle() {}", 1))
	const stale = "\tdep/dep.go: func Handle() { boom() } (panics)\n"
	toolvet(t, dir, "-baseline=known.json", "./dep").expect(t, 0, "", "toolvet: known.json: 1 entry matches nothing any more; drop what is stale with -write-baseline\n"+stale+oneTool)
	toolvet(t, dir, "-baseline=known.json", "-rules=boundary", "./dep").expect(t, 0, "", oneTool)
	toolvet(t, dir, "-baseline=known.json", "-write-baseline", "./dep").expect(t, 0, "", "toolvet: wrote known.json with 1 finding\n"+oneTool)
	now := readFile(t, filepath.Join(dir, "known.json"))
	if want := strings.Replace(text, "{\"rule\":\"panics\",\"file\":\"dep/dep.go\",\"line\":\"func Handle() { boom() }\"},\n", "", 1); now != want || now == text {
		t.Errorf("the baseline has become\n%s\nwant\n%s", now, want)
	}
}

func TestNewFrom(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir := testmod.Write(t, server)
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=u", "-c", "user.email=u@example.com", "commit", "-q", "-m", "first"}} {
		if got := execute(t, dir, "git", args...); got.code != 0 {
			t.Fatal(got.stderr)
		}
	}
	toolvet(t, dir, "-new-from=HEAD", "./...").expect(t, 0, "", "2 tools in 2 packages\n")
	file := filepath.Join(dir, "dep", "dep.go")
	if err := os.WriteFile(file, []byte(readFile(t, file)+"\nfunc More(s *server.MCPServer) { s.AddTool(\"z\", boom) }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	const found = "dep/dep.go:11:34: no boundary (boundary)\n"
	toolvet(t, dir, "-new-from=HEAD", "./...").expect(t, 1, found, "3 tools in 2 packages\n")
	toolvet(t, filepath.Join(dir, "dep"), "-new-from=HEAD", ".").expect(t, 1, strings.TrimPrefix(found, "dep/"), "2 tools in 1 package\n")
	toolvet(t, dir, "-new-from=nosuch", "./...").expect(t, 2, "", "toolvet: -new-from: there is no commit nosuch here; fetch it, or name another\n")
}
