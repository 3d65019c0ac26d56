package jsonrpc

type Error struct {
	Code    int
	Message string
}

func NewError(code int, message string, data any) *Error { return &Error{code, message} }
