package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolvet/toolvet/analyzer"
)

// selectRules are the rules that a list names, in the order of the suite.
// enabled has those that were named by flags of their own: if some are on, they
// alone run; those that are off do not.
func selectRules(all []*analyzer.Rule, names string, enabled map[string]bool) ([]*analyzer.Rule, error) {
	on, err := parseRules(all, names)
	if err != nil {
		return nil, err
	}
	if slices.Contains(slices.Collect(maps.Values(enabled)), true) {
		on = map[string]bool{}
	}
	for name, value := range enabled {
		on[name] = value
	}
	for _, r := range all {
		if r.Full != nil && enabled[r.Name] {
			*r.Full = true
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(r *analyzer.Rule) bool { return !on[r.Name] }), nil
}

// parseRules reads a list such as "core,hints,-internals".
func parseRules(all []*analyzer.Rule, names string) (map[string]bool, error) {
	groups := map[string]func(*analyzer.Rule) bool{
		"all":     func(*analyzer.Rule) bool { return true },
		"core":    func(r *analyzer.Rule) bool { return r.Core },
		"default": func(r *analyzer.Rule) bool { return r.Default },
	}
	on := map[string]bool{}
	for i, item := range strings.Split(names, ",") {
		name, off := strings.CutPrefix(strings.TrimSpace(item), "-")
		if i == 0 && off {
			// "-x" alone leaves x out of what runs by default.
			for _, r := range all {
				on[r.Name] = r.Default
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
	return fmt.Errorf("unknown rule %s%s", name, didYouMean(name, known, "see toolvet help rules"))
}

// didYouMean names what is meant instead of an unknown word.
func didYouMean(word string, known []string, otherwise string) string {
	best, distance := "", len(word)/2+1
	for _, k := range known {
		if d := editDistance(word, k); d < distance {
			best, distance = k, d
		}
	}
	if best == "" {
		return "; " + otherwise
	}
	return "; did you mean " + best + "?"
}

// editDistance counts the letters to insert, remove or replace.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		prev := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			prev, row[j+1] = row[j+1], min(prev+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
