package euchre.example;

import com.google.protobuf.ByteString;
import euchre.v1.Action;
import euchre.v1.ApplyRequest;
import euchre.v1.Audience;
import euchre.v1.CreateGameRequest;
import euchre.v1.GetViewRequest;
import euchre.v1.Next;
import euchre.v1.RulesServiceGrpc.RulesServiceBlockingStub;
import euchre.v1.Ruleset;
import euchre.v1.Turn;
import euchre.v1.View;
import euchre.v1.ViewSelector;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Plays at a table of the rules service: carries the state that the stateless service returns.
 *
 * <p>It holds every seat's key, as whoever hosts a game does; a player would be given the state and
 * the key of one seat.
 */
final class Table {
    /** How long one call may take. A call without a deadline can hang forever. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final RulesServiceBlockingStub rules;
    private final List<ByteString> seatKeys;
    private ByteString state;
    private Next next;
    private int acts;

    /**
     * Creates a game, without dealing.
     *
     * @param seed 32 bytes; the same rules and seed give the same cards. Empty: the service draws.
     */
    Table(RulesServiceBlockingStub rules, Ruleset ruleset, ByteString seed) {
        this.rules = rules;
        var request = CreateGameRequest.newBuilder().setRuleset(ruleset).setSeed(seed).build();
        var game = rules.withDeadlineAfter(PATIENCE).createGame(request);
        seatKeys = game.getSeatKeysList();
        state = game.getTransition().getState();
        next = game.getTransition().getNext();
    }

    /** Which seat acts, and in which phase of the hand. No seat: the game is over. */
    Next next() {
        return next;
    }

    /** How many acts were done since the game was created. */
    int acts() {
        return acts;
    }

    /** What every act of a seat starts with. For acts by their own names, such as Play. */
    Turn turn(int seat) {
        return Turn.newBuilder().setState(state).setSeat(seat).setKey(seatKeys.get(seat)).build();
    }

    /** Returns what a seat may know, and what it may do if it is its turn. */
    View view(int seat) {
        var selector = ViewSelector.newBuilder().setAudience(Audience.AUDIENCE_SEAT).setSeat(seat);
        var request =
                GetViewRequest.newBuilder()
                        .setState(state)
                        .setKey(seatKeys.get(seat))
                        .setView(selector)
                        .build();
        return rules.withDeadlineAfter(PATIENCE).getView(request).getView();
    }

    /** Does something for the seat whose turn it is. A refused act changes nothing. */
    void act(Action action) {
        var request =
                ApplyRequest.newBuilder().setTurn(turn(next.getSeat())).setAction(action).build();
        var transition = rules.withDeadlineAfter(PATIENCE).apply(request).getTransition();
        state = transition.getState();
        next = transition.getNext();
        acts++;
    }

    /**
     * Plays to the end of the game and returns the last view.
     *
     * @param choose decides for every seat in turn, from what that seat may know
     */
    View playOut(Function<View, Action> choose) {
        while (next.hasSeat()) {
            act(choose.apply(view(next.getSeat())));
        }
        return view(0);
    }
}
