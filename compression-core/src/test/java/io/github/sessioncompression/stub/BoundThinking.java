package io.github.sessioncompression.stub;

import static io.github.sessioncompression.stub.Wire.asObject;
import static io.github.sessioncompression.stub.Wire.object;
import static io.github.sessioncompression.stub.Wire.objects;
import static io.github.sessioncompression.stub.Wire.text;

import io.github.sessioncompression.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Thinking of Anthropic's models, first in its answer and signed for everything before it: system prompt, tools and messages, but for cache marks. */
final class BoundThinking {
    private BoundThinking() {}

    /** The thinking of an answer to {@code body}. */
    static Map<String, @Nullable Object> block(Map<String, @Nullable Object> body) {
        List<Map<String, @Nullable Object>> messages = objects(body.get("messages"));
        String signature = signature(body, messages);
        return object("type", "thinking", "thinking", "Let me see. " + signature, "signature", signature);
    }

    /** The provider's words about the first thinking in {@code body} that was made behind something else, or that is not in its place. */
    static Optional<String> objection(Map<String, @Nullable Object> body) {
        List<Map<String, @Nullable Object>> messages = objects(body.get("messages"));
        for (int i = 0; i < messages.size(); i++) {
            if (messages.get(i).get("content") instanceof List<?> blocks) {
                String expected = signature(body, messages.subList(0, i));
                boolean others = false;
                for (int k = 0; k < blocks.size(); k++) {
                    Map<String, @Nullable Object> block = asObject(blocks.get(k));
                    String place = "messages." + i + ".content." + k;
                    if (!text(block.get("type")).equals("thinking")) {
                        others = true;
                    } else if (others) {
                        return Optional.of(place + ": `thinking` blocks must come before the other blocks.");
                    } else if (!text(block.get("signature")).equals(expected)) {
                        return Optional.of(place + ": Invalid `signature` in `thinking` block."
                                + " The block is bound to a different conversation.");
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static String signature(Map<String, @Nullable Object> body, List<Map<String, @Nullable Object>> before) {
        List<List<Object>> said = before.stream()
                .map(message -> List.of(text(message.get("role")), blocks(message.get("content"))))
                .toList();
        String prefix = Json.write(
                object("system", blocks(body.get("system")), "tools", blocks(body.get("tools")), "before", said));
        return UUID.nameUUIDFromBytes(prefix.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /** Blocks without cache marks and in one order of their fields; a text is the same as one block of it. */
    private static List<Map<String, @Nullable Object>> blocks(@Nullable Object content) {
        List<Map<String, @Nullable Object>> blocks = new ArrayList<>();
        for (Map<String, @Nullable Object> each :
                content instanceof String ? List.of(object("type", "text", "text", content)) : objects(content)) {
            Map<String, @Nullable Object> block = new TreeMap<>(each);
            block.remove("cache_control");
            block.computeIfPresent("content", (name, inner) -> blocks(inner));
            blocks.add(block);
        }
        return blocks;
    }
}
