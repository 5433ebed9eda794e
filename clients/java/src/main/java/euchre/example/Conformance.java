package euchre.example;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs the cases of protos/conformance, whose README describes them, against a server. Arguments:
 * {@code [--dir DIR] [--no-states] [HOST:PORT]}.
 */
public final class Conformance {
    private final Caller caller;
    private final boolean states;
    private int passed;
    private int failed;
    private int skipped;

    private Conformance(Caller caller, boolean states) {
        this.caller = caller;
        this.states = states;
    }

    public static void main(String[] args) throws IOException {
        var words = new ArrayList<>(List.of(args));
        boolean states = !words.remove("--no-states");
        String directory = "../../protos/conformance";
        int option = words.indexOf("--dir");
        if (option >= 0) {
            words.remove(option);
            directory = words.remove(option);
        }
        String address = words.isEmpty() ? "localhost:50051" : words.get(0);

        var groups = Suite.read(Path.of(directory));
        var channel =
                Grpc.newChannelBuilder(address, InsecureChannelCredentials.create()).build();
        var suite = new Conformance(new Caller(channel), states);
        try {
            groups.forEach(suite::run);
        } finally {
            channel.shutdownNow();
        }
        System.out.printf(
                "%d passed, %d failed, %d skipped%n", suite.passed, suite.failed, suite.skipped);
        System.exit(suite.failed > 0 || suite.passed == 0 ? 1 : 0);
    }

    private void run(JsonObject group) {
        for (JsonElement element : group.getAsJsonArray("cases")) {
            var one = element.getAsJsonObject();
            if (one.has("needs") && one.get("needs").getAsString().equals("plain") && !states) {
                skipped++;
                continue;
            }
            var found = runCase(one.getAsJsonArray("steps"));
            if (found.isEmpty()) {
                passed++;
                continue;
            }
            failed++;
            String name = one.get("name").getAsString();
            System.out.printf(
                    "FAILED %s: %s: %s%n", group.get("group").getAsString(), name, found.get());
        }
    }

    /** Makes the calls of a case, up to the first difference, and returns that. */
    private Optional<String> runCase(JsonArray steps) {
        var comparison = new Comparison(states);
        var answers = new JsonArray();
        for (JsonElement element : steps) {
            var step = element.getAsJsonObject();
            String rpc = step.get("rpc").getAsString();
            String here = "step " + answers.size() + ", " + rpc;
            // What a step expects stands under the same key as in what a call returns.
            String key = step.has("error") ? "error" : "response";
            var expected = new JsonObject();
            expected.add(key, step.get(key));
            try {
                var outcome = caller.call(rpc, Suite.resolve(step.get("request"), answers));
                var found = comparison.difference(here, expected, outcome);
                if (found.isPresent()) {
                    return found;
                }
                var answer = outcome.get("response");
                answers.add(answer == null ? JsonNull.INSTANCE : answer);
            } catch (StatusRuntimeException | InvalidProtocolBufferException exception) {
                return Optional.of(here + ": " + exception.getMessage());
            }
        }
        return Optional.empty();
    }
}
