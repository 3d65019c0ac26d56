package toolerr

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"time"
)

// heals reports whether waiting is all that an error asks for: by what the
// standard library says, or by the methods and fields that clients of services
// give to their errors.
func heals(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || within(err, func(e error) bool {
		return timedOut(e) || retryLater(e) || busy(status(e)) || busyResponse(e)
	})
}

// within reports whether an error, or one that it wraps, is of a kind.
func within(err error, is func(error) bool) bool {
	for err != nil {
		if is(err) {
			return true
		}
		switch e := err.(type) {
		case interface{ Unwrap() error }:
			err = e.Unwrap()
		case interface{ Unwrap() []error }:
			for _, inner := range e.Unwrap() {
				if within(inner, is) {
					return true
				}
			}
			return false
		default:
			return false
		}
	}
	return false
}

// timedOut is what net.Error and the errors of package os say of themselves.
func timedOut(err error) bool {
	e, ok := err.(interface{ Timeout() bool })
	return ok && e.Timeout()
}

func retryLater(err error) bool {
	switch e := err.(type) {
	case interface{ RetryAfter() time.Duration }:
		return e.RetryAfter() > 0
	case interface{ RetryAfter() (time.Duration, bool) }:
		_, ok := e.RetryAfter()
		return ok
	case interface{ RetryAfter() int }:
		return e.RetryAfter() > 0
	case interface{ Retryable() bool }:
		return e.Retryable()
	}
	switch after := field(reflect.ValueOf(err), "RetryAfter"); after.Kind() {
	case reflect.Pointer:
		return !after.IsNil()
	case reflect.Int, reflect.Int64:
		return after.Int() > 0
	}
	return false
}

// busyResponse looks at the response that an error of an HTTP client keeps.
func busyResponse(err error) bool {
	f := field(reflect.ValueOf(err), "Response")
	if !f.IsValid() || !f.CanInterface() {
		return false
	}
	res, ok := f.Interface().(*http.Response)
	return ok && res != nil && (busy(res.StatusCode) || res.StatusCode >= 400 && res.Header.Get("Retry-After") != "")
}

// Codes of gRPC, which begin where those of HTTP do not.
const (
	grpcCanceled          = 1
	grpcDeadlineExceeded  = 4
	grpcResourceExhausted = 8
	grpcUnavailable       = 14
)

func busy(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout,
		grpcDeadlineExceeded, grpcResourceExhausted, grpcUnavailable:
		return true
	}
	return false
}

// statusOf is the first status that an error or one that it wraps has, or 0.
func statusOf(err error) int {
	code := 0
	within(err, func(e error) bool {
		code = status(e)
		return code != 0
	})
	return code
}

// status is the status of an error by HTTP or gRPC, or 0.
func status(err error) int {
	switch e := err.(type) {
	case interface{ StatusCode() int }:
		return e.StatusCode()
	case interface{ HTTPStatusCode() int }:
		return e.HTTPStatusCode()
	}
	v := reflect.ValueOf(err)
	// Clients of gRPC and of Kubernetes have a method that returns a status of
	// their own type.
	for _, method := range []reflect.Value{v.MethodByName("GRPCStatus"), v.MethodByName("Status")} {
		if !method.IsValid() || method.Type().NumIn() != 0 || method.Type().NumOut() != 1 {
			continue
		}
		s := method.Call(nil)[0]
		if code := number(s); code != 0 {
			return code
		}
		if code := s.MethodByName("Code"); code.IsValid() && code.Type().NumIn() == 0 && code.Type().NumOut() == 1 {
			return number(code.Call(nil)[0])
		}
		return number(field(s, "Code"))
	}
	if code := number(field(v, "StatusCode")); code != 0 {
		return code
	}
	// A field called Code has codes of HTTP where they look like those: others
	// count their errors from 1.
	if code := number(field(v, "Code")); code >= 400 {
		return code
	}
	return 0
}

// number is an integer of any type, or 0.
func number(v reflect.Value) int {
	switch {
	case v.CanInt():
		return int(v.Int())
	case v.CanUint():
		return int(v.Uint())
	}
	return 0
}
