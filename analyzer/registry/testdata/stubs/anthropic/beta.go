package anthropic

type (
	BetaTool                             interface{ Name() string }
	BetaToolInputSchemaParam             struct{}
	BetaToolResultBlockParamContentUnion struct{ Text string }
)
