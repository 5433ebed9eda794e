package euchre.example;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** The files of protos/conformance, and the references in them. */
final class Suite {
    private Suite() {}

    /** Reads the groups of cases of a directory. */
    static List<JsonObject> read(Path directory) throws IOException {
        var groups = new ArrayList<JsonObject>();
        try (var files = Files.newDirectoryStream(directory, "*.json")) {
            for (Path file : files) {
                groups.add(JsonParser.parseString(Files.readString(file)).getAsJsonObject());
            }
        }
        return groups;
    }

    /** Replaces every reference in a request by the bytes of an earlier answer that it names. */
    static JsonElement resolve(JsonElement value, JsonArray answers) {
        if (value.isJsonArray()) {
            var resolved = new JsonArray();
            value.getAsJsonArray().forEach(item -> resolved.add(resolve(item, answers)));
            return resolved;
        }
        if (!value.isJsonObject()) {
            return value;
        }
        var object = value.getAsJsonObject();
        if (object.has("$ref")) {
            return new JsonPrimitive(lookUp(object, answers));
        }
        var resolved = new JsonObject();
        object.entrySet().forEach(e -> resolved.add(e.getKey(), resolve(e.getValue(), answers)));
        return resolved;
    }

    private static String lookUp(JsonObject reference, JsonArray answers) {
        JsonElement found = answers;
        for (String part : reference.get("$ref").getAsString().split("\\.")) {
            found =
                    found.isJsonArray()
                            ? found.getAsJsonArray().get(Integer.parseInt(part))
                            : found.getAsJsonObject().get(part);
        }
        return change(found.getAsString(), reference);
    }

    /** Inverts a bit of bytes, or cuts some off, for calls that must be refused. */
    private static String change(String encoded, JsonObject reference) {
        byte[] raw = Base64.getDecoder().decode(encoded);
        if (reference.has("flip")) {
            raw[Math.floorMod(reference.get("flip").getAsInt(), raw.length)] ^= 1;
        }
        if (reference.has("cut")) {
            raw = Arrays.copyOf(raw, raw.length - reference.get("cut").getAsInt());
        }
        return Base64.getEncoder().encodeToString(raw);
    }
}
