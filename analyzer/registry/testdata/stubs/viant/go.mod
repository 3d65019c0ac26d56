module github.com/viant/mcp-protocol

go 1.26

require github.com/viant/jsonrpc v0.0.0
