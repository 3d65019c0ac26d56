package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/toolvet/toolvet/internal/config"
)

// configure reads the file that is in force, unless it has been read. Flags
// are added to what it says.
func (a *app) configure(o *options) error {
	if o.file != nil {
		return nil
	}
	dir, err := o.workDir()
	if err != nil {
		return err
	}
	rules := a.rules()
	switch o.config {
	case "":
		o.file, err = config.Load(dir, rules)
	case "none":
		o.file = new(config.File)
	default:
		o.file, err = config.Read(dir, o.config, rules)
		if err != nil {
			err = fmt.Errorf("-config: %w", err)
		}
	}
	return err
}

// settings prints the configuration that is in force, and where each part of
// it comes from.
func (a *app) settings(_ context.Context, o *options) int {
	if len(o.patterns) > 0 {
		return a.fail(errors.New("toolvet config takes no packages: it prints the settings in force for a folder, this one or that of -C"))
	}
	if err := a.configure(o); err != nil {
		return a.fail(err)
	}
	rules, err := a.selectRules(o, a.rules())
	if err != nil {
		return a.fail(err)
	}
	on := map[string]bool{}
	for _, r := range rules {
		on[r.Name] = true
	}
	var list []config.Setting
	for _, r := range a.rules() {
		from := o.file.RuleSource(r)
		if on[r.Name] != o.file.Runs(r) || o.rules != "default" {
			from = "-rules"
		}
		list = append(list, config.Setting{Key: "rules." + r.Name, Value: on[r.Name], From: from})
	}
	list = append(list, o.file.Settings(a.rules())...)
	flag := func(key string, value any, name string) {
		list = append(list, config.Setting{Key: key, Value: value, From: name})
	}
	for _, id := range o.boundaries {
		flag("boundaries", id, "-boundary")
	}
	for _, spec := range o.toolErrors {
		flag("toolerrors", spec, "-toolerror")
	}
	if o.tests {
		flag("tests", true, "-test")
	}
	if err := printSettings(a.stdout, o, list); err != nil {
		return a.fail(fmt.Errorf("writing the settings: %v", err))
	}
	return exitClean
}

func printSettings(w io.Writer, o *options, list []config.Setting) error {
	if o.json {
		data, err := json.MarshalIndent(map[string]any{"file": o.file.Path, "settings": list}, "", "\t")
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(w, "%s\n", data)
		return err
	}
	name := o.file.Path
	if name == "" {
		name = "none (" + config.Name + " is looked for here and upwards to the root of the module)"
	}
	if _, err := fmt.Fprintf(w, "# file: %s\n", name); err != nil {
		return err
	}
	_, err := io.WriteString(w, config.Format(list))
	return err
}
