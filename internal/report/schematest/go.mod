// Module schematest checks what toolvet writes against the schema of the format.
// It is a module of its own to keep what it needs for that out of toolvet's.
module github.com/toolvet/toolvet/internal/report/schematest

go 1.26.0

require (
	github.com/owenrumney/go-sarif/v3 v3.3.1
	github.com/toolvet/toolvet v0.0.0
	github.com/xeipuuv/gojsonschema v1.2.0
)

require (
	github.com/xeipuuv/gojsonpointer v0.0.0-20180127040702-4e3ac2762d5f // indirect
	github.com/xeipuuv/gojsonreference v0.0.0-20180127040603-bd5ef7bd5415 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

replace github.com/toolvet/toolvet => ../../..
