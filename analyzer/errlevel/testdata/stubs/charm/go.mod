module github.com/charmbracelet/log

go 1.26
