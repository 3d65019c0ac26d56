module github.com/viant/jsonrpc

go 1.26
