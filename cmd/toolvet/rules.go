package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/internal/near"
)

// selectRules are the rules that flags and settings name, in the order of the
// suite. If some were named by flags of their own, they alone run; those that
// are off do not.
func (a *app) selectRules(o *options, all []*analyzer.Rule) ([]*analyzer.Rule, error) {
	enabled := o.enabled
	on, err := parseRules(all, o.rules, o.runs)
	if err != nil {
		return nil, err
	}
	if slices.Contains(slices.Collect(maps.Values(enabled)), true) {
		on = map[string]bool{}
	}
	for name, value := range enabled {
		on[name] = value
	}
	if o.file != nil {
		o.file.Select(all)
	}
	for _, r := range all {
		if r.Full != nil && enabled[r.Name] {
			*r.Full = true
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(r *analyzer.Rule) bool { return !on[r.Name] }), nil
}

// runs reports whether a rule runs unless flags say otherwise.
func (o *options) runs(r *analyzer.Rule) bool {
	if o.file == nil {
		return r.Default
	}
	return o.file.Runs(r)
}

// parseRules reads a list such as "core,hints,-internals", in which "default"
// are the rules that run anyway.
func parseRules(all []*analyzer.Rule, names string, runs func(*analyzer.Rule) bool) (map[string]bool, error) {
	groups := map[string]func(*analyzer.Rule) bool{
		"all":     func(*analyzer.Rule) bool { return true },
		"core":    func(r *analyzer.Rule) bool { return r.Core },
		"default": runs,
	}
	on := map[string]bool{}
	for i, item := range strings.Split(names, ",") {
		name, off := strings.CutPrefix(strings.TrimSpace(item), "-")
		if i == 0 && off {
			// "-x" alone leaves x out of what runs by default.
			for _, r := range all {
				on[r.Name] = runs(r)
			}
		}
		group := groups[name]
		found := group != nil
		for _, r := range all {
			if r.Name == name || group != nil && group(r) {
				on[r.Name] = !off
				if r.Full != nil && !off && (r.Name == name || name == "all") {
					*r.Full = true
				}
				found = true
			}
		}
		if !found {
			return nil, unknownRule(all, name)
		}
	}
	return on, nil
}

func unknownRule(all []*analyzer.Rule, name string) error {
	if name == "" {
		return fmt.Errorf("empty name in the list of rules; want rule names, or core, default, all")
	}
	known := []string{"all", "core", "default"}
	for _, r := range all {
		known = append(known, r.Name)
	}
	return fmt.Errorf("unknown rule %s%s", name, near.DidYouMean(name, known, "see toolvet help rules"))
}
