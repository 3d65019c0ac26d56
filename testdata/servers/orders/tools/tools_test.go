package tools

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/servers/orders/domain"
)

const order = "ord_00000001"

// connect serves a caller, and returns how the model calls tools.
func connect(t *testing.T, orders *domain.Orders, who domain.Caller) func(tool string, args map[string]any) (*mcp.CallToolResult, Result) {
	t.Helper()
	s := mcp.NewServer(&mcp.Implementation{Name: "orders"}, nil)
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			return next(domain.With(ctx, who), method, req)
		}
	})
	(&Tools{Orders: orders}).Register(s)
	near, far := mcp.NewInMemoryTransports()
	if _, err := s.Connect(t.Context(), far, nil); err != nil {
		t.Fatal(err)
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), near, nil)
	if err != nil {
		t.Fatal(err)
	}
	return func(tool string, args map[string]any) (*mcp.CallToolResult, Result) {
		t.Helper()
		res, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
		if err != nil {
			t.Fatal(err)
		}
		var r Result
		if data, err := json.Marshal(res.StructuredContent); err == nil {
			_ = json.Unmarshal(data, &r)
		}
		return res, r
	}
}

func change(key string, version int, line string) map[string]any {
	return map[string]any{"order_id": order, "expected_order_version": version, "idempotency_key": key,
		"new_address": map[string]any{"recipient": "A", "line": line, "locality": "B", "postcode": "1", "country": "NL"}}
}

func TestChange(t *testing.T) {
	orders := domain.New(domain.Order{ID: order, Customer: "ann", Version: 3, State: "pending"})
	call := connect(t, orders, domain.Caller{Customer: "ann"})
	const tool = "change_unshipped_order_address"

	if _, r := call(tool, change("k1", 2, "x")); r.Status != "rejected" || r.Code != "ORDER_STATE_CHANGED" || r.Retryable {
		t.Errorf("a version that has moved on: %+v", r)
	}
	_, first := call(tool, change("k2", 3, "x"))
	if first.Status != "completed" || first.Version != 4 || first.Confirmed == nil || first.Confirmed.Line != "x" {
		t.Errorf("change: %+v", first)
	}
	if _, again := call(tool, change("k2", 3, "x")); again.OperationID != first.OperationID || again.Version != 4 {
		t.Errorf("the same key makes a new operation: %+v after %+v", again, first)
	}
	if res, _ := call(tool, change("k2", 3, "y")); !res.IsError {
		t.Error("a key that is used for another change is accepted")
	}
}

func TestLostAnswer(t *testing.T) {
	orders := domain.New(domain.Order{ID: order, Customer: "ann", Version: 1, State: "pending"})
	orders.Warehouse = func(context.Context, domain.Order) error { return context.DeadlineExceeded }
	call := connect(t, orders, domain.Caller{Customer: "ann"})
	if _, r := call("change_unshipped_order_address", change("k", 1, "x")); r.Status != "outcome_unknown" || r.OperationID == "" {
		t.Errorf("lost answer: %+v", r)
	}
}

func TestRefusals(t *testing.T) {
	orders := domain.New(domain.Order{ID: order, Customer: "ann", Version: 1, State: "shipped"})
	ann, bob := connect(t, orders, domain.Caller{Customer: "ann"}), connect(t, orders, domain.Caller{Customer: "bob"})
	if _, r := ann("change_unshipped_order_address", change("k", 1, "x")); r.Code != "HANDED_OVER" {
		t.Errorf("after the handover: %+v", r)
	}
	if res, _ := bob("get_order", map[string]any{"order_id": order}); !res.IsError {
		t.Error("an order of somebody else is shown")
	}
	if res, _ := ann("get_order", map[string]any{"order_id": "my order"}); !res.IsError || !strings.Contains(res.Content[0].(*mcp.TextContent).Text, "pattern") {
		t.Error("an id of another form reaches the handler")
	}
	args := change("k2", 0, "x")
	delete(args, "expected_order_version")
	if _, r := ann("request_shipment_redirect", args); r.Status != "accepted" || r.Code != "SUBMITTED" {
		t.Errorf("redirect: %+v", r)
	}
}
