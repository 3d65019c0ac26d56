package main

import (
	"encoding/json"
	"flag"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/toolvet/toolvet/analyzer"
)

// vetArgs reports whether the arguments are those that the go command gives to
// a vet tool.
func vetArgs(args []string) bool {
	if len(args) == 0 {
		return false
	}
	switch args[0] {
	case "-V=full", "-V", "-flags", "--flags":
		return len(args) == 1
	}
	return strings.HasSuffix(args[len(args)-1], ".cfg")
}

// vet answers the go command. It returns only if the arguments are wrong.
//
// unitchecker does the work, including the handshake; it parses its flags from
// os.Args and exits. Our own flags are taken out before, because it could not
// have them: it makes a flag of every rule's name, and "boundary" is a rule as
// well as a flag with a value.
func (a *app) vet(args []string) int {
	switch last := args[len(args)-1]; {
	case last == "-flags", last == "--flags":
		a.describeFlags()
	case strings.HasPrefix(last, "-V"):
		return a.vetVersion()
	}
	o := newOptions()
	fs := o.vetFlags(a.rules())
	own, rest := split(fs, args[1:])
	if err := fs.Parse(own); err != nil {
		return a.fail(flagError(fs, err))
	}
	var err error
	if o.file, err = a.vetConfig(args[len(args)-1]); err != nil {
		return a.fail(err)
	}
	s := a.suite(o.analyzer())
	rules, err := a.selectRules(o, s.Rules)
	if err != nil {
		return a.fail(err)
	}
	if n := len(rest); n > 0 && strings.HasSuffix(rest[n-1], ".cfg") {
		rest[n-1] = wholePackage(rest[n-1])
	}
	os.Args = append([]string{args[0]}, rest...)
	unitchecker.Main(analyzers(rules)...)
	return exitError
}

// describeFlags lists our flags and those of unitchecker for the go command,
// and exits.
func (a *app) describeFlags() {
	rules := a.rules()
	newOptions().vetFlags(rules).VisitAll(func(f *flag.Flag) {
		flag.CommandLine.Var(f.Value, f.Name, f.Usage)
	})
	os.Args = []string{os.Args[0], "-flags"}
	unitchecker.Main() // our flags include those of the rules
}

// rules are all rules, to know their names.
func (a *app) rules() []*analyzer.Rule { return a.suite(analyzer.Options{}).Rules }

// vetFlags are the flags that a user may give to go vet. As with vet's own
// analyzers, -name runs only that rule and -name=false all others.
func (o *options) vetFlags(rules []*analyzer.Rule) *flag.FlagSet {
	fs := newFlagSet()
	o.suiteFlags(fs)
	for _, r := range rules {
		if fs.Lookup(r.Name) == nil {
			fs.BoolFunc(r.Name, "run only this rule, or with =false all others", func(text string) error {
				o.enabled[r.Name] = text != "false"
				return nil
			})
		}
	}
	return fs
}

// split parts arguments into those that are flags of fs, with their values,
// and the rest.
func split(fs *flag.FlagSet, args []string) (own, rest []string) {
	for i := 0; i < len(args); i++ {
		name, _, hasValue := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(args[i], "-"), "-"), "=")
		f := fs.Lookup(name)
		if f == nil || !strings.HasPrefix(args[i], "-") {
			rest = append(rest, args[i])
			continue
		}
		own = append(own, args[i])
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); (!ok || !b.IsBoolFlag()) && !hasValue && i+1 < len(args) {
			i++
			own = append(own, args[i])
		}
	}
	return own, rest
}

// wholePackage works around a defect of the go command (1.26). It keeps what
// vet printed for a package by a key that does not say whether only facts were
// asked for. So a package that was first seen as a dependency, with nothing
// printed, is then silent when it is asked for itself. For packages of the
// main module everything is always computed, which makes the cached output the
// same in any order.
//
// The answer is the name of the file to use.
func wholePackage(file string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		return file // unitchecker says so
	}
	var asked struct {
		VetxOnly                  bool
		ModulePath, ModuleVersion string
	}
	var config map[string]json.RawMessage
	if json.Unmarshal(data, &asked) != nil || json.Unmarshal(data, &config) != nil {
		return file
	}
	if !asked.VetxOnly || asked.ModulePath == "" || asked.ModuleVersion != "" {
		return file
	}
	config["VetxOnly"] = json.RawMessage("false")
	data, err = json.Marshal(config)
	if err != nil {
		return file
	}
	whole := strings.TrimSuffix(file, ".cfg") + ".whole.cfg"
	if os.WriteFile(whole, data, 0o666) != nil {
		return file
	}
	return whole
}

func analyzers(rules []*analyzer.Rule) []*analysis.Analyzer {
	list := make([]*analysis.Analyzer, len(rules))
	for i, r := range rules {
		list[i] = r.Analyzer
	}
	return list
}
