package euchre.example;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.util.Optional;
import java.util.Set;

/**
 * Compares answers with expectations.
 *
 * @param states whether the fields count that another implementation fills in another way
 */
record Comparison(boolean states) {
    /** The fields of type {@code bytes}. */
    private static final Set<String> OPAQUE =
            Set.of(
                    "state", "stateId", "parentStateId", "gameId", "hostKey", "seatKeys",
                    "dealCommitment", "commitment");

    /**
     * Returns the first difference. An expectation names only the keys that matter, and null for
     * those that must be absent.
     */
    Optional<String> difference(String path, JsonElement expected, JsonElement actual) {
        if (expected instanceof JsonObject object && actual instanceof JsonObject other) {
            return ofObjects(path, object, other);
        }
        if (expected instanceof JsonArray list && actual instanceof JsonArray other) {
            return ofLists(path, list, other);
        }
        return expected.equals(actual) ? Optional.empty() : differ(path, expected, actual);
    }

    private Optional<String> ofObjects(String path, JsonObject expected, JsonObject actual) {
        for (String key : expected.keySet()) {
            if (!states && OPAQUE.contains(key)) {
                continue;
            }
            JsonElement value = actual.has(key) ? actual.get(key) : JsonNull.INSTANCE;
            var found = difference(path + "." + key, expected.get(key), value);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<String> ofLists(String path, JsonArray expected, JsonArray actual) {
        if (expected.size() != actual.size()) {
            return differ(path, expected, actual);
        }
        for (int i = 0; i < expected.size(); i++) {
            var found = difference(path + "[" + i + "]", expected.get(i), actual.get(i));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> differ(String path, JsonElement expected, JsonElement actual) {
        return Optional.of(path + ": expected " + expected + ", got " + actual);
    }
}
