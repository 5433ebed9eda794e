package euchre.example;

import euchre.v1.Action;
import euchre.v1.Card;
import euchre.v1.LegalAction;
import euchre.v1.TrickCard;
import euchre.v1.TricksBid;
import euchre.v1.Trump;
import euchre.v1.View;
import java.util.List;

/**
 * A simple bot. It gives every legal action a value and takes the best, so it plays any ruleset;
 * its only knowledge of the game is which card beats which.
 *
 * <p>Hands are valued in tenths of a trick.
 */
final class Bot {
    /** Worth a call in a game with a partner, who is good for a trick. */
    private static final int TO_CALL = 20;

    /** Nearly every trick. */
    private static final int TO_GO_ALONE = 44;

    /** To stay in a hand that somebody else called: one trick is enough. */
    private static final int TO_STAY = 10;

    /** The hand that is better than an unseen one. */
    private static final int TO_BE_KEPT = 6;

    /** What a bidder hopes to be lucky by. */
    private static final int OPTIMISM = 5;

    private Bot() {}

    /** Returns the legal action that it likes best, the first of equals. There must be one. */
    static Action choose(View view) {
        Action best = null;
        int most = 0;
        for (LegalAction legal : view.getLegalActionsList()) {
            // A renege is allowed where it may be called; better not.
            if (legal.getRenege()) {
                continue;
            }
            int value = valueOf(view, legal.getAction());
            if (best == null || value > most) {
                best = legal.getAction();
                most = value;
            }
        }
        return best;
    }

    /**
     * Compares actions that are open at the same time. Doing nothing is worth 0: passing, folding,
     * playing with the partner.
     */
    private static int valueOf(View view, Action action) {
        List<Card> cards = view.getSeats(view.getSeat()).getCardsList();
        Trump trump = view.getTrump();
        return switch (action.getKindCase()) {
            case ORDER_UP -> {
                // Suit and Trump have the same numbers.
                Trump proposed = Trump.forNumber(view.getProposedValue());
                yield Cards.tricks(cards, proposed) - threshold(action.getOrderUp().getAlone());
            }
            case NAME_TRUMP -> {
                var name = action.getNameTrump();
                yield Cards.tricks(cards, name.getTrump()) - threshold(name.getAlone());
            }
            case TRICKS_BID -> valueOfBid(cards, action.getTricksBid());
            case SWAP -> TO_BE_KEPT - Cards.tricksAtBest(cards);
            case GO_ALONE -> Cards.tricks(cards, trump) - TO_GO_ALONE;
            case STAY -> Cards.tricks(cards, trump) - TO_STAY;
            case DISCARD -> -Cards.power(action.getDiscard().getCard(), trump);
            // Any card can go rather than this.
            case DECLINE_UPCARD -> -Cards.RIGHT;
            case LAY_DOWN -> -Cards.power(action.getLayDown().getCard(), trump);
            case GIVE_CARD -> Cards.power(action.getGiveCard().getCard(), trump);
            case PLAY_CARD -> valueOfPlay(view, action.getPlayCard().getCard());
            // It does not watch for them.
            case CLAIM_RENEGE -> -1;
            default -> 0;
        };
    }

    private static int threshold(boolean alone) {
        return alone ? TO_GO_ALONE : TO_CALL;
    }

    /** Is highest for the highest bid that the cards can make. */
    private static int valueOfBid(List<Card> cards, TricksBid bid) {
        // A moon or a shooter: all of them.
        int amount = 10 * (bid.hasTricks() ? bid.getTricks() : cards.size());
        int expected =
                bid.getTrump() == Trump.TRUMP_UNSPECIFIED
                        ? Cards.tricksAtBest(cards)
                        : Cards.tricks(cards, bid.getTrump());
        // Who must bid, bids low.
        return expected + OPTIMISM < amount ? -amount : amount;
    }

    /** Leads high, wins as cheaply as possible, and throws low: also under the partner. */
    private static int valueOfPlay(View view, Card card) {
        Trump trump = view.getTrump();
        int mine = Cards.power(card, trump);
        List<TrickCard> trick = view.getTrick().getCardsList();
        if (trick.isEmpty()) {
            return mine;
        }
        TrickCard winner = trick.get(0);
        for (TrickCard other : trick) {
            if (Cards.beats(other.getCard(), winner.getCard(), trump)) {
                winner = other;
            }
        }
        int winningSide = view.getSeats(winner.getSeat()).getSide();
        boolean ours = winningSide == view.getSeats(view.getSeat()).getSide();
        return !ours && Cards.beats(card, winner.getCard(), trump) ? 100 - mine : -mine;
    }
}
