package io.github.sessioncompression.stub;

import static io.github.sessioncompression.stub.Wire.asObject;
import static io.github.sessioncompression.stub.Wire.objects;
import static io.github.sessioncompression.stub.Wire.text;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * OpenAI's Chat Completions with the rules of all providers at once: what any of them refuses is answered with 400.
 *
 * <ul>
 *   <li>at most one system message, and it comes first;
 *   <li>then a user message, no two of the user or of the assistant in a row, a user message or a tool result last;
 *   <li>no message without contents, no assistant message without text or tool calls;
 *   <li>every tool call has an id of its own, a name and arguments that are a JSON object; it is answered, once, directly
 *       after its message; every result answers such a call;
 *   <li>tools have different names; a strict response schema names all its fields as required and allows no others;
 *   <li>not both {@code max_tokens} and {@code max_completion_tokens}, and only the latter for models that think;
 *   <li>no more tokens than the window holds, if one was set.
 * </ul>
 *
 * <p>What was refused, and why, is in {@link #refusals()}.
 */
public final class StrictOpenAiServer extends OpenAiStub {
    private volatile int window = Integer.MAX_VALUE;
    private volatile boolean repeatedRoles;

    private StrictOpenAiServer() {}

    /** Starts one that takes requests of any length. */
    public static StrictOpenAiServer start() {
        return new StrictOpenAiServer();
    }

    /**
     * From now on refuses requests of more than {@code tokens}, the texts of the messages counted as OpenAI's newer models
     * count.
     */
    public StrictOpenAiServer withWindow(int tokens) {
        window = tokens;
        return this;
    }

    /** From now on takes several messages of the user in a row, as a failed turn leaves them, and of the assistant too. */
    public StrictOpenAiServer allowingRepeatedRoles() {
        repeatedRoles = true;
        return this;
    }

    @Override
    Optional<String> objection(Sent request, @Nullable Sent before) {
        List<Map<String, @Nullable Object>> messages = objects(request.body().get("messages"));
        return new MessageRules(messages, repeatedRoles)
                .objection()
                .or(() -> parameters(request.body()))
                .or(() -> tools(request.body()))
                .or(() -> length(request));
    }

    private Optional<String> length(Sent request) {
        int limit = window;
        int tokens = limit == Integer.MAX_VALUE ? 0 : request.textTokens();
        return tokens <= limit
                ? Optional.empty()
                : Optional.of("This model's maximum context length is " + limit
                        + " tokens. However, your messages resulted in " + tokens
                        + " tokens. Please reduce the length of the messages.");
    }

    private static Optional<String> parameters(Map<String, @Nullable Object> body) {
        String model = text(body.get("model"));
        if (model.isBlank()) {
            return Optional.of("you must provide a model parameter");
        }
        if (body.get("max_tokens") != null && body.get("max_completion_tokens") != null) {
            return Optional.of("Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.");
        }
        if (body.get("max_tokens") != null && (model.startsWith("o") || model.startsWith("gpt-5"))) {
            return Optional.of("Unsupported parameter: 'max_tokens' is not supported with this model. "
                    + "Use 'max_completion_tokens' instead.");
        }
        if (body.get("response_format") == null) {
            return Optional.empty();
        }
        Object declared = asObject(body.get("response_format")).get("json_schema");
        if (declared == null) {
            return Optional.empty();
        }
        Map<String, @Nullable Object> format = asObject(declared);
        if (!text(format.get("name")).matches("[a-zA-Z0-9_-]{1,64}")) {
            return Optional.of("Invalid 'response_format.json_schema.name'");
        }
        return Boolean.TRUE.equals(format.get("strict"))
                ? SchemaRules.objection(asObject(format.get("schema")))
                : Optional.empty();
    }

    private static Optional<String> tools(Map<String, @Nullable Object> body) {
        Set<String> names = new HashSet<>();
        for (Map<String, @Nullable Object> tool : objects(body.get("tools"))) {
            String name = text(asObject(tool.get("function")).get("name"));
            if (!name.matches("[a-zA-Z0-9_-]{1,64}") || !names.add(name)) {
                return Optional.of("Invalid or repeated tool name '" + name + "'");
            }
        }
        return Optional.empty();
    }
}
