package schema

type ToolInfo struct{ Name, Desc string }
