package functiontool

import "google.golang.org/adk/v2/tool"

type Config struct {
	Name, Description string
	IsLongRunning     bool
}

type Func[TArgs, TResults any] func(tool.Context, TArgs) (TResults, error)

func New[TArgs, TResults any](cfg Config, handler Func[TArgs, TResults]) (tool.Tool, error) {
	return nil, nil
}
