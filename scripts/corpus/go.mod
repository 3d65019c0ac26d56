module github.com/toolvet/toolvet/scripts/corpus

go 1.26.0
