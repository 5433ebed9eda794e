package bot

import (
	euchrev1 "example.com/euchre/gen/euchre/v1"
)

// The power of the highest trumps, above the others (16 and their rank).
const (
	left = 31 + iota
	right
	joker
)

// suitOf is the suit that a card belongs to: the left bower is a trump, and so is the joker.
func suitOf(card euchrev1.Card, trump euchrev1.Trump) euchrev1.Suit {
	if power(card, trump) >= left {
		return euchrev1.Suit(trump)
	}
	return euchrev1.Suit(card / 16)
}

// power orders the cards of a suit, and puts every trump above every other card.
func power(card euchrev1.Card, trump euchrev1.Trump) int {
	suit, rank := euchrev1.Trump(card/16), int(card%16)
	switch {
	case card == euchrev1.Card_CARD_JOKER:
		return joker
	case trump == euchrev1.Trump_TRUMP_NO_TRUMP_LOW:
		return int(euchrev1.Rank_RANK_JOKER) - rank
	case suit == trump && rank == int(euchrev1.Rank_RANK_JACK):
		return right
	// Suits of one colour are 1 and 4, 2 and 3.
	case suit+trump == 5 && rank == int(euchrev1.Rank_RANK_JACK):
		return left
	case suit == trump:
		return 16 + rank
	default:
		return rank
	}
}

// beats says whether a card wins over one that was played before it and leads the trick so far.
func beats(card, leading euchrev1.Card, trump euchrev1.Trump) bool {
	isTrump := power(card, trump) > int(euchrev1.Rank_RANK_JOKER)
	sameSuit := suitOf(card, trump) == suitOf(leading, trump)
	return (isTrump || sameSuit) && power(card, trump) > power(leading, trump)
}

// tricks guesses how many tricks cards take, in tenths.
func tricks(cards []euchrev1.Card, trump euchrev1.Trump) int {
	total := 0
	for _, card := range cards {
		switch strength := power(card, trump); {
		case strength >= left:
			total += 10
		case strength > int(euchrev1.Rank_RANK_JOKER):
			total += 7
		case strength == int(euchrev1.Rank_RANK_ACE):
			total += 5
		}
	}
	return total
}

// tricksAtBest is what cards take with the suit as trump that suits them best.
func tricksAtBest(cards []euchrev1.Card) int {
	most := 0
	for trump := euchrev1.Trump_TRUMP_CLUBS; trump <= euchrev1.Trump_TRUMP_SPADES; trump++ {
		most = max(most, tricks(cards, trump))
	}
	return most
}
