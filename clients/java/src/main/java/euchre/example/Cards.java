package euchre.example;

import euchre.v1.Card;
import euchre.v1.Rank;
import euchre.v1.Trump;
import java.util.List;
import java.util.stream.Stream;

/** Which card beats which, and what cards are worth. */
final class Cards {
    /** The power of the highest trumps, above the others (16 and their rank). */
    private static final int LEFT = 31;

    static final int RIGHT = 32;
    private static final int JOKER = 33;

    private Cards() {}

    /** Orders the cards of a suit, and puts every trump above every other card. */
    static int power(Card card, Trump trump) {
        int suit = card.getNumber() / 16;
        int rank = card.getNumber() % 16;
        if (card == Card.CARD_JOKER) {
            return JOKER;
        }
        if (trump == Trump.TRUMP_NO_TRUMP_LOW) {
            return Rank.RANK_JOKER_VALUE - rank;
        }
        // Suit and Trump have the same numbers; suits of one colour are 1 and 4, 2 and 3.
        boolean isTrump = suit == trump.getNumber();
        if (rank == Rank.RANK_JACK_VALUE && isTrump) {
            return RIGHT;
        }
        if (rank == Rank.RANK_JACK_VALUE && suit + trump.getNumber() == 5) {
            return LEFT;
        }
        return isTrump ? 16 + rank : rank;
    }

    /** Whether a card wins over one that was played before it and leads the trick so far. */
    static boolean beats(Card card, Card leading, Trump trump) {
        boolean isTrump = power(card, trump) > Rank.RANK_JOKER_VALUE;
        boolean sameSuit = suitOf(card, trump) == suitOf(leading, trump);
        return (isTrump || sameSuit) && power(card, trump) > power(leading, trump);
    }

    /** Guesses how many tricks cards take, in tenths. */
    static int tricks(List<Card> cards, Trump trump) {
        return cards.stream().mapToInt(card -> worth(power(card, trump))).sum();
    }

    /** What cards take with the suit as trump that suits them best, in tenths of a trick. */
    static int tricksAtBest(List<Card> cards) {
        return Stream.of(
                        Trump.TRUMP_CLUBS,
                        Trump.TRUMP_DIAMONDS,
                        Trump.TRUMP_HEARTS,
                        Trump.TRUMP_SPADES)
                .mapToInt(trump -> tricks(cards, trump))
                .max()
                .orElseThrow();
    }

    private static int worth(int power) {
        if (power >= LEFT) {
            return 10;
        }
        if (power > Rank.RANK_JOKER_VALUE) {
            return 7;
        }
        return power == Rank.RANK_ACE_VALUE ? 5 : 0;
    }

    /** The suit that a card belongs to: the left bower is a trump, and so is the joker. */
    private static int suitOf(Card card, Trump trump) {
        return power(card, trump) >= LEFT ? trump.getNumber() : card.getNumber() / 16;
    }
}
