package serve

import "context"

func nothing(context.Context, struct{}) (string, error) { return "", nil }
