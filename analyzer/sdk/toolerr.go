package sdk

// Toolerr is the package with this project's own boundary and errors for the
// model. It imports no SDK. What its constructors do is read from its source,
// as in any other package.
const Toolerr = "github.com/toolvet/toolvet/toolerr"

// toolerrBoundaries are the functions of Toolerr that make a boundary. They know
// an SDK's errors by the names of their types at run time, which no analysis
// follows. The value tells whether an error leaves the boundary as an error that
// a wrapper outside of it could hide.
var toolerrBoundaries = map[string]bool{
	Toolerr + ".Typed":                 true,
	Toolerr + ".Raw":                   false,
	Toolerr + ".Plain":                 false,
	Toolerr + ".PlainArgs":             false,
	Toolerr + ".Structured":            false, // it tells the request log itself
	Toolerr + ".ToolHandlerMiddleware": false,
	Toolerr + ".ReceivingMiddleware":   false,
}

// IsBoundary reports whether a function is known to make a boundary, and
// whether that answers with errors.
func IsBoundary(id string) (known, returnsErrors bool) {
	returnsErrors, known = toolerrBoundaries[id]
	return known, returnsErrors
}
