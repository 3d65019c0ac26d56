// Package toolerr is how a tool says that it could not do what the model
// asked, and what stands between a tool and the model when it says nothing.
//
// A handler returns a result, or one of four errors:
//
//	toolerr.Correct      the model can send a better call          INFO
//	toolerr.Stale        the call was right until something moved  INFO
//	toolerr.Unavailable  the server cannot now, and will again     WARN
//	toolerr.Fault        somebody has to repair the server         ERROR
//
// Their text is for the model. What an operator needs to know is added with
// [Error.Because]; it goes to the log and nowhere else:
//
//	note, err := store.Read(in.Path)
//	switch {
//	case errors.Is(err, fs.ErrNotExist):
//		return nil, out, toolerr.Correct("No note at path %q. Find the path with search_notes.", in.Path)
//	case err != nil:
//		return nil, out, err // a fault, which the boundary answers for
//	}
//
// # The boundary
//
// A boundary is put around every handler, or once around all tools of a server.
// It keeps the handler's signature, and so the schemas that are inferred from
// it. It lets through results, the errors above and protocol errors, and
// answers for everything else with a fixed text: a timeout or a rate limit is
// one WARN record, a panic or any other error one ERROR record called
// tool_failed. A call that its caller has cancelled is no failure.
//
//	modelcontextprotocol/go-sdk
//		mcp.AddTool(s, tool, toolerr.Typed(h))
//		s.AddTool(tool, toolerr.Raw(h))
//		s.AddReceivingMiddleware(toolerr.ReceivingMiddleware[mcp.CallToolResult])
//	mark3labs/mcp-go
//		s.AddTool(tool, toolerr.Plain(h, mcp.NewToolResultError))
//		s.AddTool(tool, toolerr.Plain(mcp.NewTypedToolHandler(h), mcp.NewToolResultError))
//		s.AddTool(tool, mcp.NewStructuredToolHandler(toolerr.Structured(h)))
//		s.Use(toolerr.ToolHandlerMiddleware[server.ToolHandlerFunc](mcp.NewToolResultError))
//
// The package imports no SDK. What it has to know of one, it is given, or finds
// out from a type's name when a call has failed; a call that succeeds costs a
// deferred function.
//
// Records go to [slog.Default], with the context of the call.
package toolerr
