// Corpus measures toolvet against labels: lines of public programs of which a
// reader has judged whether a rule should report them.
//
// Usage:
//
//	corpus [flags] CHECKOUTS
//
// CHECKOUTS is a folder of repositories, as owner/name or owner_name. The label
// file has a header and the columns repo, commit, file, line, rule, verdict
// (fault or trap), separated by tabs. Repositories without a label are run too
// when -all is given: their reports count as unlabelled.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintf(os.Stderr, "corpus: %v\n", err)
		}
		os.Exit(2)
	}
}

func run(args []string, stdout, stderr io.Writer) error {
	fs := flag.NewFlagSet("corpus", flag.ContinueOnError)
	fs.SetOutput(stderr)
	tool := fs.String("toolvet", "toolvet", "the `program` to run")
	labelFile := fs.String("labels", "", "label `file`")
	rules := fs.String("rules", "default", "rules to run, as for toolvet")
	all := fs.Bool("all", false, "run repositories without labels too")
	wrong := fs.Bool("wrong", false, "list reports on a trap")
	missed := fs.Bool("missed", false, "list faults without a report")
	unlabelled := fs.Bool("unlabelled", false, "list reports without a label")
	save := fs.String("save", "", "write all reports to this `file`")
	diff := fs.String("diff", "", "compare with the reports in this `file`")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if fs.NArg() != 1 || *labelFile == "" {
		return errors.New("want -labels FILE and one folder of checkouts")
	}
	labels, err := readLabels(*labelFile)
	if err != nil {
		return err
	}
	var before []report
	if *diff != "" {
		if before, err = readReports(*diff); err != nil {
			return err
		}
	}
	repos, err := checkouts(fs.Arg(0))
	if err != nil {
		return err
	}
	labelled := map[string][]string{} // files, by repository
	for _, l := range labels {
		labelled[l.Repo] = append(labelled[l.Repo], l.File)
	}
	var names []string
	for name := range repos {
		if *all || labelled[name] != nil {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	reports := analyse(*tool, *rules, repos, names, labelled, stderr)
	if *save != "" {
		if err := writeReports(*save, reports); err != nil {
			return err
		}
	}
	ran := map[string]bool{}
	for _, n := range names {
		ran[n] = true
	}
	scores := score(labels, reports, ran)
	printScores(stdout, scores)
	if *wrong {
		list(stdout, "wrong", scores, func(s *ruleScore) []string { return s.Wrong })
	}
	if *missed {
		list(stdout, "missed", scores, func(s *ruleScore) []string { return s.Missed })
	}
	if *unlabelled {
		list(stdout, "unlabelled", scores, func(s *ruleScore) []string { return s.Unlabelled })
	}
	if *diff != "" {
		for _, line := range compare(before, reports) {
			fmt.Fprintln(stdout, line)
		}
	}
	return nil
}

// checkouts finds the repositories in a folder, by "owner/name".
func checkouts(dir string) (map[string]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	repos := map[string]string{}
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		path := filepath.Join(dir, e.Name())
		if owner, name, ok := strings.Cut(e.Name(), "_"); ok {
			repos[owner+"/"+name] = path
			continue
		}
		inner, err := os.ReadDir(path)
		if err != nil {
			return nil, err
		}
		for _, i := range inner {
			if i.IsDir() {
				repos[e.Name()+"/"+i.Name()] = filepath.Join(path, i.Name())
			}
		}
	}
	if len(repos) == 0 {
		return nil, fmt.Errorf("%s has no folders owner/name or owner_name", dir)
	}
	return repos, nil
}

// analyse runs toolvet on the modules of repositories.
func analyse(tool, rules string, repos map[string]string, names []string, files map[string][]string, stderr io.Writer) []report {
	var mu sync.Mutex
	var all []report
	limit := make(chan struct{}, max(1, runtime.NumCPU()/2))
	var wg sync.WaitGroup
	for _, name := range names {
		wg.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			found, problems := analyseRepo(tool, rules, name, repos[name], files[name])
			mu.Lock()
			defer mu.Unlock()
			all = append(all, found...)
			for _, p := range problems {
				fmt.Fprintf(stderr, "corpus: %s: %s\n", name, p)
			}
		})
	}
	wg.Wait()
	sort.Slice(all, func(i, j int) bool { return all[i].less(all[j]) })
	return all
}

func analyseRepo(tool, rules, name, dir string, files []string) (found []report, problems []string) {
	for _, mod := range modules(dir, files) {
		var stdout, stderr bytes.Buffer
		cmd := exec.Command(tool, "-rules="+rules, "./...")
		cmd.Dir = mod
		cmd.Env = append(os.Environ(), "PWD="+mod)
		if !exists(filepath.Join(dir, "go.work")) {
			cmd.Env = append(cmd.Env, "GOFLAGS=-mod=mod")
		}
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err := cmd.Run()
		if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() > 1 {
			first, _, _ := strings.Cut(stderr.String(), "\n")
			problems = append(problems, fmt.Sprintf("%v: %s", err, first))
		}
		rel, _ := filepath.Rel(dir, mod)
		for line := range strings.Lines(stdout.String()) {
			if r, ok := parseReport(line); ok {
				r.Repo = name
				r.File = filepath.ToSlash(filepath.Join(rel, r.File))
				found = append(found, r)
			}
		}
	}
	return found, problems
}

// modules are the folders to run in: the root if it is a workspace, else the
// modules of the labelled files, or the root where there is none.
func modules(dir string, files []string) []string {
	if exists(filepath.Join(dir, "go.work")) || len(files) == 0 {
		return []string{dir}
	}
	var out []string
	for _, f := range files {
		for d := filepath.Dir(filepath.Join(dir, f)); len(d) >= len(dir); d = filepath.Dir(d) {
			if exists(filepath.Join(d, "go.mod")) {
				if !slices.Contains(out, d) {
					out = append(out, d)
				}
				break
			}
		}
	}
	sort.Strings(out)
	return out
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
