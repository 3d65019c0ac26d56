package tool

import "context"

type Context interface{ context.Context }

type Tool interface {
	Name() string
	Description() string
}
