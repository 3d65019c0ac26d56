// Package gosdk changes pages, on go-sdk.
package gosdk

import (
	"context"
	"strconv"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/store"
)

func serve(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "update_page"}, blind)
	mcp.AddTool(s, &mcp.Tool{Name: "edit_page"}, optional)
	mcp.AddTool(s, &mcp.Tool{Name: "replace_page"}, unused)
	mcp.AddTool(s, &mcp.Tool{Name: "modify_page"}, right)
	mcp.AddTool(s, &mcp.Tool{Name: "create_page"}, keyless)
	mcp.AddTool(s, &mcp.Tool{Name: "add_page"}, fresh)
	mcp.AddTool(s, &mcp.Tool{Name: "insert_page"}, keyed)
	mcp.AddTool(s, &mcp.Tool{Name: "submit_page"}, keyOptional)
	mcp.AddTool(s, &mcp.Tool{Name: "send_page"}, keyUnused)
	mcp.AddTool(s, &mcp.Tool{Name: "publish_page"}, lookedUp)
	mcp.AddTool(s, &mcp.Tool{Name: "upload_page"}, repeated)
	mcp.AddTool(s, &mcp.Tool{Name: "import_pages"}, each)
	mcp.AddTool(s, &mcp.Tool{Name: "upload_pages"}, built)
	mcp.AddTool(s, &mcp.Tool{Name: "get_page"}, look)
}

type blindIn struct { // want `tool update_page changes what has versions \(parameter version of Update\) and takes no expected version`
	ID   string `json:"id"`
	Text string `json:"text"`
}

func blind(ctx context.Context, _ *mcp.CallToolRequest, in blindIn) (*mcp.CallToolResult, store.Page, error) {
	cur, err := store.Get(ctx, in.ID)
	if err != nil {
		return nil, store.Page{}, err
	}
	p, err := store.Update(ctx, in.ID, in.Text, cur.Version)
	return nil, p, err
}

type optionalIn struct {
	ID       string `json:"id"`
	Text     string `json:"text"`
	Expected int    `json:"expected_version,omitempty"` // want `tool edit_page: the expected version expected_version may be left out`
}

func optional(ctx context.Context, _ *mcp.CallToolRequest, in optionalIn) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Update(ctx, in.ID, in.Text, in.Expected)
	return nil, p, err
}

type unusedIn struct {
	ID       string `json:"id"`
	Text     string `json:"text"`
	Expected int    `json:"expected_version"` // want `tool replace_page takes the expected version expected_version and never uses it`
}

func unused(ctx context.Context, _ *mcp.CallToolRequest, in unusedIn) (*mcp.CallToolResult, store.Page, error) {
	cur, err := store.Get(ctx, in.ID)
	if err != nil {
		return nil, store.Page{}, err
	}
	p, err := store.Update(ctx, in.ID, in.Text, cur.Version)
	return nil, p, err
}

type rightIn struct {
	ID       string `json:"id"`
	Text     string `json:"text"`
	Expected int    `json:"expected_version"`
}

func right(ctx context.Context, _ *mcp.CallToolRequest, in rightIn) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Update(ctx, in.ID, in.Text, in.Expected)
	return nil, p, err
}

type textIn struct { // want `tool create_page creates something \(parameter requestID of Create\) and takes no idempotency key`
	Text string `json:"text"`
}

func keyless(ctx context.Context, _ *mcp.CallToolRequest, in textIn) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Create(ctx, in.Text, in.Text)
	return nil, p, err
}

type freshIn struct {
	Text string `json:"text"`
}

func fresh(ctx context.Context, _ *mcp.CallToolRequest, in freshIn) (*mcp.CallToolResult, store.Page, error) {
	key := strconv.FormatInt(time.Now().UnixNano(), 36) // want `tool add_page makes the idempotency key afresh for every call`
	p, err := store.Create(ctx, key, in.Text)
	return nil, p, err
}

type keyedIn struct {
	Text string `json:"text"`
	Key  string `json:"idempotency_key"`
}

func keyed(ctx context.Context, _ *mcp.CallToolRequest, in keyedIn) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Create(ctx, in.Key, in.Text)
	return nil, p, err
}

type keyOptionalIn struct {
	Text string `json:"text"`
	Key  string `json:"idempotency_key,omitempty"` // want `tool submit_page: the idempotency key idempotency_key may be left out`
}

func keyOptional(ctx context.Context, _ *mcp.CallToolRequest, in keyOptionalIn) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Create(ctx, in.Key, in.Text)
	return nil, p, err
}

type keyUnusedIn struct {
	Text string `json:"text"`
	Key  string `json:"idempotency_key"` // want `tool send_page takes the idempotency key idempotency_key and never uses it`
}

func keyUnused(ctx context.Context, _ *mcp.CallToolRequest, in keyUnusedIn) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Publish(ctx, in.Text)
	return nil, p, err
}

type lookedUpIn struct {
	Text string `json:"text"`
	Key  string `json:"idempotency_key"`
}

func lookedUp(ctx context.Context, _ *mcp.CallToolRequest, in lookedUpIn) (*mcp.CallToolResult, store.Page, error) {
	if p, found, err := store.FindByRequest(ctx, in.Key); err != nil || found {
		return nil, p, err
	}
	p, err := store.Publish(ctx, in.Text) // want `tool publish_page looks the key idempotency_key up and then creates without it`
	return nil, p, err
}

type repeatedIn struct {
	Text string `json:"text"`
}

func repeated(ctx context.Context, _ *mcp.CallToolRequest, in repeatedIn) (*mcp.CallToolResult, store.Page, error) {
	var err error
	for range 3 {
		var p store.Page
		p, err = store.Publish(ctx, in.Text) // want `tool upload_page repeats this write when it fails`
		if err == nil {
			return nil, p, nil
		}
	}
	return nil, store.Page{}, err
}

type eachIn struct {
	Texts []string `json:"texts"`
}

func each(ctx context.Context, _ *mcp.CallToolRequest, in eachIn) (*mcp.CallToolResult, store.Page, error) {
	var last store.Page
	for _, text := range in.Texts {
		p, err := store.Publish(ctx, text)
		if err != nil {
			return nil, last, err
		}
		last = p
	}
	return nil, last, nil
}

func look(ctx context.Context, _ *mcp.CallToolRequest, in blindIn) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Get(ctx, in.ID)
	return nil, p, err
}

type draft struct{ text string }

func save(ctx context.Context, d *draft) error { _, err := store.Publish(ctx, d.text); return err }

// built makes something else on every turn, and stops at the first failure.
func built(ctx context.Context, _ *mcp.CallToolRequest, in eachIn) (*mcp.CallToolResult, []store.Page, error) {
	done := []store.Page{}
	for i := range 3 {
		if err := save(ctx, &draft{text: strconv.Itoa(i)}); err != nil {
			return nil, done, err
		}
		done = append(done, store.Page{Version: i})
	}
	return nil, done, nil
}
