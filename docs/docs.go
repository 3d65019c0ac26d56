// Package docs holds the documentation, and its tests hold it to the code.
package docs

//go:generate go test -run TestRulePages -update .
