// Package tools is the gateway of the orders server: it validates what the model
// sends, takes the caller from the connection, and says what happened.
package tools

import (
	"context"
	"errors"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/servers/notes/outcome"
	"example.com/servers/servers/orders/domain"
)

// Tools are the tools of the server.
type Tools struct{ Orders *domain.Orders }

// Register adds them to a server.
func (t *Tools) Register(s *mcp.Server) {
	no := false
	mcp.AddTool(s, &mcp.Tool{
		Name:        "get_order",
		Description: "Return one order of the signed-in customer, with its version and state.",
		InputSchema: schema[orderIn](),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, outcome.Typed("get_order", t.get))
	mcp.AddTool(s, &mcp.Tool{
		Name:        "list_orders",
		Description: "List the orders of the signed-in customer.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, outcome.Typed("list_orders", t.list))
	mcp.AddTool(s, &mcp.Tool{
		Name: "change_unshipped_order_address",
		Description: "Replace the whole delivery address of an order that has not been handed to the carrier. " +
			"Call get_order first and pass its version. After the handover call request_shipment_redirect.",
		InputSchema: schema[changeIn](),
		Annotations: &mcp.ToolAnnotations{IdempotentHint: true},
	}, outcome.Typed("change_unshipped_order_address", t.change))
	mcp.AddTool(s, &mcp.Tool{
		Name: "request_shipment_redirect",
		Description: "Ask the carrier to redirect a shipment. The carrier may decline: report the returned status, " +
			"not a completed change.",
		InputSchema: schema[redirectIn](),
		Annotations: &mcp.ToolAnnotations{DestructiveHint: &no},
	}, outcome.Typed("request_shipment_redirect", t.redirect))
}

// schema is that of an input, with the shape of the ids in it.
func schema[In any]() *jsonschema.Schema {
	s, err := jsonschema.For[In](nil)
	if err != nil {
		panic(err)
	}
	if id := s.Properties["order_id"]; id != nil {
		id.Pattern = "^ord_[0-9a-f]{8}$"
	}
	return s
}

type orderIn struct {
	OrderID string `json:"order_id" jsonschema:"id of the order, as list_orders returns it"`
}

type changeIn struct {
	OrderID  string         `json:"order_id" jsonschema:"id of the order, as list_orders returns it"`
	Address  domain.Address `json:"new_address" jsonschema:"the complete new address"`
	Expected int            `json:"expected_order_version" jsonschema:"version that get_order returned"`
	Key      string         `json:"idempotency_key" jsonschema:"the same for every attempt at the same change"`
}

type redirectIn struct {
	OrderID string         `json:"order_id" jsonschema:"id of the order, as list_orders returns it"`
	Address domain.Address `json:"new_address" jsonschema:"the complete new address"`
	Key     string         `json:"idempotency_key" jsonschema:"the same for every attempt at the same redirect"`
}

// A Result says what happened.
type Result struct {
	Status      string          `json:"status"` // completed, requires_confirmation, rejected, outcome_unknown
	Code        string          `json:"code,omitempty"`
	Message     string          `json:"message"`
	OperationID string          `json:"operation_id,omitempty"`
	Version     int             `json:"version,omitempty"`
	Confirmed   *domain.Address `json:"confirmed_address,omitempty"`
	Retryable   bool            `json:"retryable"`
}

type list struct {
	Orders []domain.Order `json:"orders"`
}

func (t *Tools) get(ctx context.Context, _ *mcp.CallToolRequest, in orderIn) (*mcp.CallToolResult, domain.Order, error) {
	who, err := domain.CallerOf(ctx)
	if err != nil {
		return nil, domain.Order{}, err
	}
	o, err := t.Orders.Get(ctx, who, in.OrderID)
	if errors.Is(err, domain.ErrUnknownOrder) || errors.Is(err, domain.ErrForeign) {
		return nil, domain.Order{}, outcome.Correct("The customer has no order %q. Find the order_id with list_orders.", in.OrderID)
	}
	return nil, o, err
}

func (t *Tools) list(ctx context.Context, _ *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, list, error) {
	who, err := domain.CallerOf(ctx)
	if err != nil {
		return nil, list{}, err
	}
	all, err := t.Orders.List(ctx, who)
	if err != nil {
		return nil, list{}, err
	}
	return nil, list{Orders: all}, nil
}

func (t *Tools) change(ctx context.Context, _ *mcp.CallToolRequest, in changeIn) (*mcp.CallToolResult, Result, error) {
	who, err := domain.CallerOf(ctx)
	if err != nil {
		return nil, Result{}, err
	}
	op, err := t.Orders.ChangeAddress(ctx, who, in.Key, in.OrderID, in.Expected, in.Address)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, Result{Status: "outcome_unknown", Code: "NO_ANSWER", OperationID: op.ID,
			Message: "The order was changed; whether the warehouse knows is not known. Call get_order before anything else."}, nil
	case errors.Is(err, domain.ErrVersion):
		return nil, Result{Status: "rejected", Code: "ORDER_STATE_CHANGED", Message: "The order has changed since it was read. Read it with get_order."}, nil
	case errors.Is(err, domain.ErrHandedOver):
		return nil, Result{Status: "rejected", Code: "HANDED_OVER", Message: "The carrier has the parcel. Use request_shipment_redirect."}, nil
	case errors.Is(err, domain.ErrKeyReused):
		return nil, Result{}, outcome.Correct("Key %q was used for another change. Call change_unshipped_order_address with an idempotency_key of its own.", in.Key)
	case errors.Is(err, domain.ErrUnknownOrder), errors.Is(err, domain.ErrForeign):
		return nil, Result{}, outcome.Correct("The customer has no order %q. Find the order_id with list_orders.", in.OrderID)
	case err != nil:
		return nil, Result{}, err
	}
	return nil, Result{Status: "completed", OperationID: op.ID, Version: op.Order.Version, Confirmed: &op.Order.Address, Message: "The address was changed."}, nil
}

func (t *Tools) redirect(ctx context.Context, _ *mcp.CallToolRequest, in redirectIn) (*mcp.CallToolResult, Result, error) {
	who, err := domain.CallerOf(ctx)
	if err != nil {
		return nil, Result{}, err
	}
	_, err = t.Orders.Get(ctx, who, in.OrderID)
	if errors.Is(err, domain.ErrUnknownOrder) || errors.Is(err, domain.ErrForeign) {
		return nil, Result{}, outcome.Correct("The customer has no order %q. Find the order_id with list_orders.", in.OrderID)
	}
	if err != nil {
		return nil, Result{}, err
	}
	op, err := t.Orders.RequestRedirect(ctx, in.Key, in.OrderID, in.Address)
	if errors.Is(err, domain.ErrUnknownOrder) {
		return nil, Result{}, outcome.Correct("There is no order %q. Find the order_id with list_orders.", in.OrderID)
	}
	if err != nil {
		return nil, Result{}, err
	}
	return nil, Result{Status: op.Status, Code: "SUBMITTED", OperationID: op.ID, Message: "The carrier was asked and has not answered yet."}, nil
}
