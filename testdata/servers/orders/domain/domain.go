// Package domain owns orders: which state an order is in, who may change it, and
// what became of every operation. All rules are here, so that every caller meets
// the same ones.
package domain

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// What can become of a change.
var (
	ErrUnknownOrder = errors.New("domain: no such order")
	ErrVersion      = errors.New("domain: order version has moved on")
	ErrHandedOver   = errors.New("domain: order is with the carrier")
	ErrKeyReused    = errors.New("domain: key was used for another change")
	ErrForeign      = errors.New("domain: order belongs to somebody else")
)

// An Address is where a parcel goes.
type Address struct {
	Recipient string `json:"recipient"`
	Line      string `json:"line"`
	Locality  string `json:"locality"`
	Postcode  string `json:"postcode"`
	Country   string `json:"country"`
}

// An Order is one order.
type Order struct {
	ID       string  `json:"order_id"`
	Customer string  `json:"-"`
	Version  int     `json:"version"`
	State    string  `json:"state"`
	Address  Address `json:"address"`
}

// A Change is one logical change of an address.
type Change struct {
	Key, OrderID string
	Version      int
	Address      Address
}

// An Operation is what became of a change, or of a redirect.
type Operation struct {
	ID     string
	Change Change
	Order  Order
	Status string // accepted, completed
}

// A Caller is who the connection belongs to.
type Caller struct {
	Customer string
	Support  bool
}

type callerKey struct{}

// With returns a context that belongs to a caller.
func With(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerOf is whom the connection belongs to.
func CallerOf(ctx context.Context) (Caller, error) {
	c, ok := ctx.Value(callerKey{}).(Caller)
	if !ok {
		return Caller{}, errors.New("domain: nobody is signed in")
	}
	return c, nil
}

// Orders are the orders, in memory.
type Orders struct {
	mu         sync.Mutex
	byID       map[string]Order
	operations map[string]*Operation // by key

	// Warehouse is told of every change. What it answers may get lost.
	Warehouse func(context.Context, Order) error
}

// New returns some orders.
func New(orders ...Order) *Orders {
	s := &Orders{byID: map[string]Order{}, operations: map[string]*Operation{}, Warehouse: func(context.Context, Order) error { return nil }}
	for _, o := range orders {
		s.byID[o.ID] = o
	}
	return s
}

// Get reads an order of a caller.
func (s *Orders) Get(ctx context.Context, who Caller, id string) (Order, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.get(who, id)
}

func (s *Orders) get(who Caller, id string) (Order, error) {
	o, ok := s.byID[id]
	switch {
	case !ok:
		return Order{}, ErrUnknownOrder
	case o.Customer != who.Customer && !who.Support:
		return Order{}, ErrForeign
	}
	return o, nil
}

// List lists the orders of a caller.
func (s *Orders) List(ctx context.Context, who Caller) ([]Order, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []Order{}
	for _, o := range s.byID {
		if o.Customer == who.Customer {
			all = append(all, o)
		}
	}
	return all, ctx.Err()
}

// ChangeAddress compares the version, checks the state, and commits, as one
// step. The same key with the same change joins the first operation.
func (s *Orders) ChangeAddress(ctx context.Context, who Caller, key, id string, version int, to Address) (*Operation, error) {
	op, first, err := s.reserve(who, Change{Key: key, OrderID: id, Version: version, Address: to})
	if err != nil || !first {
		return op, err
	}
	if err := s.Warehouse(ctx, op.Order); err != nil {
		return op, fmt.Errorf("telling the warehouse: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	op.Status = "completed"
	return op, nil
}

func (s *Orders) reserve(who Caller, c Change) (op *Operation, first bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if have := s.operations[c.Key]; have != nil {
		if have.Change != c {
			return nil, false, ErrKeyReused
		}
		return have, false, nil
	}
	o, err := s.get(who, c.OrderID)
	switch {
	case err != nil:
		return nil, false, err
	case o.Version != c.Version:
		return nil, false, ErrVersion
	case o.State != "pending":
		return nil, false, ErrHandedOver
	}
	o.Version++
	o.Address = c.Address
	s.byID[o.ID] = o
	op = &Operation{ID: fmt.Sprintf("op_%d", len(s.operations)+1), Change: c, Order: o, Status: "accepted"}
	s.operations[c.Key] = op
	return op, true, nil
}

// Operation is what became of the change with a key.
func (s *Orders) Operation(ctx context.Context, key string) (*Operation, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	op, ok := s.operations[key]
	return op, ok
}

// RequestRedirect asks the carrier. It does not say that the carrier agrees.
func (s *Orders) RequestRedirect(ctx context.Context, idempotencyKey, id string, to Address) (*Operation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if have := s.operations[idempotencyKey]; have != nil {
		return have, nil
	}
	o, ok := s.byID[id]
	if !ok {
		return nil, ErrUnknownOrder
	}
	op := &Operation{ID: fmt.Sprintf("op_%d", len(s.operations)+1), Change: Change{Key: idempotencyKey, OrderID: id, Address: to}, Order: o, Status: "accepted"}
	s.operations[idempotencyKey] = op
	return op, ctx.Err()
}
