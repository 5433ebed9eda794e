// Package table plays at a table of the rules service: it carries the state that the stateless
// service returns from call to call.
package table

import (
	"context"
	"time"

	euchrev1 "example.com/euchre/gen/euchre/v1"
)

// patience is how long one call may take. A call without a deadline can hang forever.
const patience = 10 * time.Second

// Table is one game. It holds every seat's key, as whoever hosts a game does; a player would be
// given the state and the key of one seat.
type Table struct {
	client   euchrev1.RulesServiceClient
	seatKeys [][]byte
	state    []byte
	next     *euchrev1.Next
	// Acts counts the acts since the game was created.
	Acts int
}

// New creates a game, without dealing. The same rules and seed (32 bytes) give the same cards; a
// nil seed lets the service draw one.
func New(ctx context.Context, client euchrev1.RulesServiceClient, rules *euchrev1.Ruleset, seed []byte) (*Table, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	game, err := client.CreateGame(ctx, &euchrev1.CreateGameRequest{Ruleset: rules, Seed: seed})
	if err != nil {
		return nil, err
	}
	return &Table{
		client:   client,
		seatKeys: game.SeatKeys,
		state:    game.Transition.State,
		next:     game.Transition.Next,
	}, nil
}

// Next says which seat acts, and in which phase of the hand. No seat: the game is over.
func (t *Table) Next() *euchrev1.Next { return t.next }

// Turn is what every act of a seat starts with. For acts by their own names, such as Play.
func (t *Table) Turn(seat uint32) *euchrev1.Turn {
	return &euchrev1.Turn{State: t.state, Seat: &seat, Key: t.seatKeys[seat]}
}

// View returns what a seat may know, and what it may do if it is its turn.
func (t *Table) View(ctx context.Context, seat uint32) (*euchrev1.View, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	got, err := t.client.GetView(ctx, &euchrev1.GetViewRequest{
		State: t.state,
		Key:   t.seatKeys[seat],
		View:  &euchrev1.ViewSelector{Audience: euchrev1.Audience_AUDIENCE_SEAT, Seat: &seat},
	})
	return got.GetView(), err
}

// Act does something for the seat whose turn it is.
func (t *Table) Act(ctx context.Context, action *euchrev1.Action) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	got, err := t.client.Apply(ctx, &euchrev1.ApplyRequest{Turn: t.Turn(t.next.GetSeat()), Action: action})
	if err != nil {
		return err // The old state is still good: a refused act changes nothing.
	}
	t.state, t.next = got.Transition.State, got.Transition.Next
	t.Acts++
	return nil
}

// PlayOut plays to the end of the game and returns the last view. Choose decides for every seat
// in turn, from what that seat may know.
func (t *Table) PlayOut(ctx context.Context, choose func(*euchrev1.View) *euchrev1.Action) (*euchrev1.View, error) {
	for t.next.Seat != nil {
		view, err := t.View(ctx, *t.next.Seat)
		if err != nil {
			return nil, err
		}
		if err := t.Act(ctx, choose(view)); err != nil {
			return nil, err
		}
	}
	return t.View(ctx, 0)
}
