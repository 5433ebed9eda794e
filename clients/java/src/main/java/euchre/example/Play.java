package euchre.example;

import com.google.protobuf.ByteString;
import euchre.v1.Card;
import euchre.v1.PlayRequest;
import euchre.v1.RulesServiceGrpc;
import euchre.v1.RulesServiceGrpc.RulesServiceBlockingStub;
import euchre.v1.Ruleset;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Plays a game of each kind against the rules service, with the bot in every seat, and shows what a
 * refused act looks like. Arguments: {@code [HOST:PORT]}.
 */
public final class Play {
    /** A fixed seed (all zeros), so that this program says the same every time. */
    private static final ByteString SEED = ByteString.copyFrom(new byte[32]);

    private Play() {}

    public static void main(String[] args) {
        String address = args.length > 0 ? args[0] : "localhost:50051";
        var channel =
                Grpc.newChannelBuilder(address, InsecureChannelCredentials.create()).build();
        try {
            var rules = RulesServiceGrpc.newBlockingStub(channel);
            for (String base : List.of("classic", "ghost_hand", "buck")) {
                playGame(rules, base);
            }
            refusals(rules);
        } finally {
            channel.shutdownNow();
        }
    }

    private static void playGame(RulesServiceBlockingStub rules, String base) {
        var table = new Table(rules, Ruleset.newBuilder().setBase(base).build(), SEED);
        var last = table.playOut(Bot::choose);
        System.out.printf(
                "%s: scores %s, winning sides %s, %d hands, %d acts%n",
                base,
                list(last.getGame().getScoresList()),
                list(last.getGame().getSidesList()),
                last.getHandNumber(),
                table.acts());
    }

    /** Asks for what cannot be done, twice. */
    private static void refusals(RulesServiceBlockingStub rules) {
        var table = new Table(rules, Ruleset.newBuilder().setBase("classic").build(), SEED);
        var noCard = PlayRequest.newBuilder().setTurn(table.turn(table.next().getSeat())).build();
        var card = noCard.toBuilder().setCard(Card.CARD_NINE_OF_CLUBS).build();
        show("a card before the deal", rules, card);
        show("no card at all", rules, noCard);
    }

    private static void show(String what, RulesServiceBlockingStub rules, PlayRequest request) {
        try {
            rules.withDeadlineAfter(Table.PATIENCE).play(request);
        } catch (StatusRuntimeException exception) {
            var refusal = Refusal.of(exception).orElseThrow(() -> exception);
            System.out.printf(
                    "%s: %s, fields %s: %s%n",
                    what,
                    refusal.reason(),
                    list(refusal.fields()),
                    refusal.message());
            return;
        }
        throw new IllegalStateException(what + " was not refused");
    }

    private static String list(List<?> items) {
        return items.stream().map(Object::toString).collect(Collectors.joining(" ", "[", "]"));
    }
}
