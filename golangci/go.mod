module github.com/toolvet/toolvet/golangci

go 1.26.0

require (
	github.com/golangci/plugin-module-register v0.1.2
	github.com/toolvet/toolvet v0.0.0
	golang.org/x/tools v0.52.0
)

require go.yaml.in/yaml/v3 v3.0.6 // indirect

replace github.com/toolvet/toolvet => ../
