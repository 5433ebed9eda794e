// Package bot is a simple Euchre bot. It gives every legal action a value and takes the best, so
// it plays any ruleset; its only knowledge of the game is which card beats which.
package bot

import (
	euchrev1 "example.com/euchre/gen/euchre/v1"
)

// Hands are valued in tenths of a trick.
const (
	// toCall is worth a call in a game with a partner, who is good for a trick.
	toCall = 20
	// toGoAlone is nearly every trick.
	toGoAlone = 44
	// toStay in a hand that somebody else called: one trick is enough.
	toStay = 10
	// toBeKept is the hand that is better than an unseen one.
	toBeKept = 6
	// optimism is what a bidder hopes to be lucky by.
	optimism = 5
)

// Choose returns the legal action that it likes best, the first of equals. There must be one.
func Choose(view *euchrev1.View) *euchrev1.Action {
	var best *euchrev1.Action
	var most int
	for _, legal := range view.LegalActions {
		// A renege is allowed where it may be called; better not.
		if legal.Renege {
			continue
		}
		if value := valueOf(view, legal.Action); best == nil || value > most {
			best, most = legal.Action, value
		}
	}
	return best
}

// valueOf compares actions that are open at the same time. Doing nothing is worth 0: passing,
// folding, playing with the partner.
func valueOf(view *euchrev1.View, action *euchrev1.Action) int {
	cards := view.Seats[view.GetSeat()].Cards
	switch kind := action.Kind.(type) {
	case *euchrev1.Action_OrderUp:
		// Suit and Trump have the same numbers.
		return tricks(cards, euchrev1.Trump(view.Proposed)) - threshold(kind.OrderUp.Alone)
	case *euchrev1.Action_NameTrump:
		return tricks(cards, kind.NameTrump.Trump) - threshold(kind.NameTrump.Alone)
	case *euchrev1.Action_TricksBid:
		return valueOfBid(cards, kind.TricksBid)
	case *euchrev1.Action_Swap:
		return toBeKept - tricksAtBest(cards)
	case *euchrev1.Action_GoAlone:
		return tricks(cards, view.Trump) - toGoAlone
	case *euchrev1.Action_Stay:
		return tricks(cards, view.Trump) - toStay
	case *euchrev1.Action_Discard:
		return -power(kind.Discard.Card, view.Trump)
	case *euchrev1.Action_DeclineUpcard:
		return -right // Any card can go rather than this.
	case *euchrev1.Action_LayDown:
		return -power(kind.LayDown.Card, view.Trump)
	case *euchrev1.Action_GiveCard:
		return power(kind.GiveCard.Card, view.Trump)
	case *euchrev1.Action_PlayCard:
		return valueOfPlay(view, kind.PlayCard.Card)
	case *euchrev1.Action_ClaimRenege:
		return -1 // It does not watch for them.
	default:
		return 0
	}
}

func threshold(alone bool) int {
	if alone {
		return toGoAlone
	}
	return toCall
}

// valueOfBid is highest for the highest bid that the cards can make.
func valueOfBid(cards []euchrev1.Card, bid *euchrev1.TricksBid) int {
	amount := 10 * len(cards) // A moon or a shooter: all of them.
	if number, ok := bid.Amount.(*euchrev1.TricksBid_Tricks); ok {
		amount = 10 * int(number.Tricks)
	}
	expected := tricksAtBest(cards)
	if bid.Trump != euchrev1.Trump_TRUMP_UNSPECIFIED {
		expected = tricks(cards, bid.Trump)
	}
	if expected+optimism < amount {
		return -amount // Who must bid, bids low.
	}
	return amount
}

// valueOfPlay leads high, wins as cheaply as possible, and throws low: also under the partner.
func valueOfPlay(view *euchrev1.View, card euchrev1.Card) int {
	mine := power(card, view.Trump)
	trick := view.GetTrick().GetCards()
	if len(trick) == 0 {
		return mine
	}
	winner := trick[0]
	for _, other := range trick[1:] {
		if beats(other.Card, winner.Card, view.Trump) {
			winner = other
		}
	}
	ours := view.Seats[winner.GetSeat()].GetSide() == view.Seats[view.GetSeat()].GetSide()
	if !ours && beats(card, winner.Card, view.Trump) {
		return 100 - mine
	}
	return -mine
}
