// Package faulty is the gateway of the orders server with every part of its
// contract broken once. The line on which a report belongs ends in a mark.
package faulty

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/servers/notes/outcome"
	"example.com/servers/servers/orders/domain"
)

// Tools are the tools of the server.
type Tools struct{ Orders *domain.Orders }

// Register adds them to a server.
func (t *Tools) Register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "update_order"}, outcome.Typed("update_order", t.flag)) // fault: thinresult
	mcp.AddTool(s, &mcp.Tool{Name: "change_address"}, outcome.Typed("change_address", t.blind))
	mcp.AddTool(s, &mcp.Tool{Name: "replace_address"}, outcome.Typed("replace_address", t.unread))
	mcp.AddTool(s, &mcp.Tool{Name: "edit_address"}, outcome.Typed("edit_address", t.lost))
	mcp.AddTool(s, &mcp.Tool{Name: "request_redirect"}, outcome.Typed("request_redirect", t.afresh))
	mcp.AddTool(s, &mcp.Tool{Name: "submit_redirect"}, outcome.Typed("submit_redirect", t.claims))
	mcp.AddTool(s, &mcp.Tool{Name: "send_redirect"}, outcome.Typed("send_redirect", t.keyless))
	mcp.AddTool(s, &mcp.Tool{Name: "modify_address"}, outcome.Typed("modify_address", t.conflict))
	mcp.AddTool(s, &mcp.Tool{Name: "set_address"}, outcome.Typed("set_address", t.leaks))
	mcp.AddTool(s, &mcp.Tool{Name: "get_order"}, outcome.Typed("get_order", t.anyID))
	mcp.AddTool(s, &mcp.Tool{Name: "find_order"}, outcome.Typed("find_order", t.untyped)) // fault: looseinput
	mcp.AddTool(s, &mcp.Tool{Name: "read_order"}, outcome.Typed("read_order", t.claimed))
	mcp.AddTool(s, &mcp.Tool{Name: "list_orders"}, outcome.Typed("list_orders", t.null))
	mcp.AddTool(s, &mcp.Tool{Name: "quote_redirect"}, outcome.Typed("quote_redirect", t.fixedSet))
	mcp.AddTool(s, &mcp.Tool{Name: "preview_address", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, outcome.Typed("preview_address", t.writes)) // fault: hints
}

type fullIn struct {
	Order    string         `json:"order"`
	Address  domain.Address `json:"new_address"`
	Expected int            `json:"expected_order_version"`
	Key      string         `json:"idempotency_key"`
}

type flag struct {
	OK bool `json:"ok"`
}

type redirect struct {
	Status string `json:"status"`
	ID     string `json:"operation_id"`
}

// flag says that something succeeded, and not what.
func (t *Tools) flag(ctx context.Context, _ *mcp.CallToolRequest, in fullIn) (*mcp.CallToolResult, flag, error) {
	who, err := domain.CallerOf(ctx)
	if err != nil {
		return nil, flag{}, err
	}
	_, err = t.Orders.ChangeAddress(ctx, who, in.Key, in.Order, in.Expected, in.Address)
	return nil, flag{OK: err == nil}, err
}

type blindIn struct { // fault: precondition
	Order   string `json:"order"`
	Line    string `json:"line"`
	Country string `json:"country"`
	Key     string `json:"idempotency_key"`
}

// blind looks the version up itself, so that it is always current.
func (t *Tools) blind(ctx context.Context, _ *mcp.CallToolRequest, in blindIn) (*mcp.CallToolResult, domain.Order, error) {
	who, err := domain.CallerOf(ctx)
	if err != nil {
		return nil, domain.Order{}, err
	}
	o, err := t.Orders.Get(ctx, who, in.Order)
	if err != nil {
		return nil, domain.Order{}, err
	}
	op, err := t.Orders.ChangeAddress(ctx, who, in.Key, in.Order, o.Version, domain.Address{Line: in.Line, Country: in.Country})
	if err != nil {
		return nil, domain.Order{}, err
	}
	return nil, op.Order, nil
}

type unreadIn struct {
	Order    string `json:"order"`
	Line     string `json:"line"`
	Expected int    `json:"expected_order_version"` // fault: precondition
	Key      string `json:"idempotency_key"`
}

// unread takes the version and compares nothing with it.
func (t *Tools) unread(ctx context.Context, _ *mcp.CallToolRequest, in unreadIn) (*mcp.CallToolResult, domain.Order, error) {
	who, err := domain.CallerOf(ctx)
	if err != nil {
		return nil, domain.Order{}, err
	}
	o, err := t.Orders.Get(ctx, who, in.Order)
	if err != nil {
		return nil, domain.Order{}, err
	}
	op, err := t.Orders.ChangeAddress(ctx, who, in.Key, in.Order, o.Version, domain.Address{Line: in.Line})
	if err != nil {
		return nil, domain.Order{}, err
	}
	return nil, op.Order, nil
}

// lost takes a lost answer for a failure.
func (t *Tools) lost(ctx context.Context, _ *mcp.CallToolRequest, in fullIn) (*mcp.CallToolResult, domain.Order, error) {
	who, err := domain.CallerOf(ctx)
	if err != nil {
		return nil, domain.Order{}, err
	}
	op, err := t.Orders.ChangeAddress(ctx, who, in.Key, in.Order, in.Expected, in.Address)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, domain.Order{}, outcome.Retry("Changing the address timed out. Try again later.") // fault: unknownoutcome
	}
	if err != nil {
		return nil, domain.Order{}, err
	}
	return nil, op.Order, nil
}

type redirectIn struct {
	Order string `json:"order"`
	Line  string `json:"line"`
}

// afresh makes a key that no second attempt has.
func (t *Tools) afresh(ctx context.Context, _ *mcp.CallToolRequest, in redirectIn) (*mcp.CallToolResult, redirect, error) {
	key := fmt.Sprint(time.Now().UnixNano()) // fault: precondition
	op, err := t.Orders.RequestRedirect(ctx, key, in.Order, domain.Address{Line: in.Line})
	if err != nil {
		return nil, redirect{}, err
	}
	return nil, redirect{Status: op.Status, ID: op.ID}, nil
}

type keyIn struct {
	Order string `json:"order"`
	Line  string `json:"line"`
	Key   string `json:"idempotency_key"`
}

// claims says more than the carrier has.
func (t *Tools) claims(ctx context.Context, _ *mcp.CallToolRequest, in keyIn) (*mcp.CallToolResult, any, error) {
	if _, err := t.Orders.RequestRedirect(ctx, in.Key, in.Order, domain.Address{Line: in.Line}); err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "Your redirect is complete."}}}, nil, nil // fault: thinresult
}

type keylessIn struct { // fault: precondition
	Order string `json:"order"`
	Line  string `json:"line"`
}

// keyless has nothing that two attempts share.
func (t *Tools) keyless(ctx context.Context, _ *mcp.CallToolRequest, in keylessIn) (*mcp.CallToolResult, redirect, error) {
	op, err := t.Orders.RequestRedirect(ctx, in.Order, in.Order, domain.Address{Line: in.Line})
	if err != nil {
		return nil, redirect{}, err
	}
	return nil, redirect{Status: op.Status, ID: op.ID}, nil
}

// conflict tells a conflict as an error result, which nothing on the server
// sees.
func (t *Tools) conflict(ctx context.Context, _ *mcp.CallToolRequest, in fullIn) (*mcp.CallToolResult, any, error) {
	who, err := domain.CallerOf(ctx)
	if err != nil {
		return nil, nil, err
	}
	op, err := t.Orders.ChangeAddress(ctx, who, in.Key, in.Order, in.Expected, in.Address)
	if errors.Is(err, domain.ErrVersion) {
		return &mcp.CallToolResult{
			IsError: true, // fault: iserror
			Content: []mcp.Content{&mcp.TextContent{Text: "Order " + in.Order + " has changed, so the same call fails again. Read its version with get_order."}},
		}, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	return nil, op.Order, nil
}

// leaks shows what is behind the gateway.
func (t *Tools) leaks(ctx context.Context, _ *mcp.CallToolRequest, in fullIn) (*mcp.CallToolResult, domain.Order, error) {
	who, err := domain.CallerOf(ctx)
	if err != nil {
		return nil, domain.Order{}, err
	}
	op, err := t.Orders.ChangeAddress(ctx, who, in.Key, in.Order, in.Expected, in.Address)
	if err != nil {
		return nil, domain.Order{}, outcome.Fault("The address was not changed: %v. Tell the user.", err) // fault: internals
	}
	return nil, op.Order, nil
}

type anyIDIn struct {
	OrderID string `json:"order_id"` // fault: looseinput
}

// anyID accepts ids that the model made up.
func (t *Tools) anyID(ctx context.Context, _ *mcp.CallToolRequest, in anyIDIn) (*mcp.CallToolResult, domain.Order, error) {
	who, err := domain.CallerOf(ctx)
	if err != nil {
		return nil, domain.Order{}, err
	}
	o, err := t.Orders.Get(ctx, who, in.OrderID)
	return nil, o, err
}

// untyped names no argument.
func (t *Tools) untyped(ctx context.Context, _ *mcp.CallToolRequest, in map[string]any) (*mcp.CallToolResult, domain.Order, error) {
	who, err := domain.CallerOf(ctx)
	if err != nil {
		return nil, domain.Order{}, err
	}
	id, _ := in["order"].(string)
	o, err := t.Orders.Get(ctx, who, id)
	return nil, o, err
}

type claimedIn struct {
	Order    string `json:"order"`
	Customer string `json:"customer"` // fault: identity
}

// claimed lets the model say who asks.
func (t *Tools) claimed(ctx context.Context, _ *mcp.CallToolRequest, in claimedIn) (*mcp.CallToolResult, domain.Order, error) {
	o, err := t.Orders.Get(ctx, domain.Caller{Support: true}, in.Order)
	if err != nil {
		return nil, domain.Order{}, err
	}
	if o.Customer != in.Customer {
		return nil, domain.Order{}, outcome.Correct("The customer has no order %q. Find it with list_orders.", in.Order)
	}
	return nil, o, nil
}

type listed struct {
	Orders []domain.Order `json:"orders"`
}

// null has two ways to say that there are none.
func (t *Tools) null(ctx context.Context, _ *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, listed, error) {
	who, err := domain.CallerOf(ctx)
	if err != nil {
		return nil, listed{}, err
	}
	all, err := t.Orders.List(ctx, who)
	if err != nil {
		return nil, listed{}, err
	}
	var open []domain.Order
	for _, o := range all {
		if o.State == "pending" {
			open = append(open, o)
		}
	}
	return nil, listed{Orders: open}, nil // fault: nilresult
}

type quoteIn struct {
	Service string `json:"service"` // fault: looseinput
}

// fixedSet keeps the set to itself.
func (t *Tools) fixedSet(_ context.Context, _ *mcp.CallToolRequest, in quoteIn) (*mcp.CallToolResult, map[string]int, error) {
	switch in.Service {
	case "locker":
		return nil, map[string]int{"cents": 0}, nil
	case "door":
		return nil, map[string]int{"cents": 490}, nil
	}
	return nil, nil, outcome.Correct("Argument service is %q. Call quote_redirect with service locker or door.", in.Service)
}

// writes is not the preview that it says.
func (t *Tools) writes(ctx context.Context, _ *mcp.CallToolRequest, in fullIn) (*mcp.CallToolResult, domain.Order, error) {
	who, err := domain.CallerOf(ctx)
	if err != nil {
		return nil, domain.Order{}, err
	}
	op, err := t.Orders.ChangeAddress(ctx, who, in.Key, in.Order, in.Expected, in.Address)
	if err != nil {
		return nil, domain.Order{}, err
	}
	return nil, op.Order, nil
}
