package io.github.sessioncompression.stub;

import static io.github.sessioncompression.stub.Wire.asObject;
import static io.github.sessioncompression.stub.Wire.contents;
import static io.github.sessioncompression.stub.Wire.number;
import static io.github.sessioncompression.stub.Wire.object;
import static io.github.sessioncompression.stub.Wire.objects;
import static io.github.sessioncompression.stub.Wire.text;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.stub.Reply.Answer;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Anthropic's Messages: {@code POST /v1/messages}, plain and streamed. */
public final class AnthropicStub extends ProviderStub {
    private final AtomicInteger ids = new AtomicInteger();
    private final AtomicInteger dropped = new AtomicInteger();

    private volatile boolean thinks;
    private volatile boolean drops;

    private AnthropicStub() {}

    /** Starts one. */
    public static AnthropicStub start() {
        return new AnthropicStub();
    }

    /** From now on answers with thinking, and refuses thinking behind anything else than it was made behind. */
    public AnthropicStub bindingThinking() {
        thinks = true;
        return this;
    }

    /** As {@link #bindingThinking}, but takes such thinking without a word and counts the request, as a provider that drops it. */
    public AnthropicStub droppingThinking() {
        drops = true;
        return bindingThinking();
    }

    /** Number of requests of which thinking was dropped. */
    public int dropped() {
        return dropped.get();
    }

    @Override
    public String baseUrl() {
        return url() + "/v1";
    }

    @Override
    Sent read(String path, String raw, Map<String, @Nullable Object> body) {
        if (!path.equals("/v1/messages")) {
            throw new IllegalArgumentException("there is no " + path);
        }
        List<SentMessage> messages = new ArrayList<>();
        for (Map<String, @Nullable Object> message : objects(body.get("messages"))) {
            addMessages(message, messages);
        }
        String system = contents(body.get("system"));
        return new Sent(
                path,
                raw,
                body,
                system.isEmpty() ? null : system,
                messages,
                objects(body.get("tools")).stream()
                        .map(tool -> text(tool.get("name")))
                        .toList(),
                schema(body),
                number(body.get("max_tokens")),
                Boolean.TRUE.equals(body.get("stream")));
    }

    private static @Nullable Map<String, @Nullable Object> schema(Map<String, @Nullable Object> body) {
        if (body.get("output_config") == null) {
            return null;
        }
        Object format = asObject(body.get("output_config")).get("format");
        return format == null ? null : asObject(asObject(format).get("schema"));
    }

    /** Results of tools stand in a user's message, and are messages of their own here. */
    private static void addMessages(Map<String, @Nullable Object> message, List<SentMessage> messages) {
        String role = text(message.get("role"));
        if (message.get("content") instanceof String words) {
            messages.add(new SentMessage(role, words, List.of(), ""));
            return;
        }
        List<String> calls = new ArrayList<>();
        boolean says = false;
        for (Map<String, @Nullable Object> block : objects(message.get("content"))) {
            switch (text(block.get("type"))) {
                case "tool_result" ->
                    messages.add(new SentMessage(
                            SentMessage.TOOL,
                            contents(block.get("content")),
                            List.of(),
                            text(block.get("tool_use_id"))));
                case "tool_use" -> calls.add(text(block.get("id")));
                default -> says = true;
            }
        }
        if (says || !calls.isEmpty()) {
            messages.add(new SentMessage(role, contents(message.get("content")), calls, ""));
        }
    }

    @Override
    Optional<String> objection(Sent request, @Nullable Sent before) {
        if (request.maxOutputTokens() == null) {
            return Optional.of("max_tokens: Field required");
        }
        Optional<String> misplaced = thinks ? BoundThinking.objection(request.body()) : Optional.empty();
        if (drops && misplaced.isPresent()) {
            dropped.incrementAndGet();
            return Optional.empty();
        }
        return misplaced;
    }

    @Override
    String body(Answer answer, Sent request, @Nullable Sent before) {
        Map<String, @Nullable Object> message = message(request, blocks(answer, request), stopReason(answer));
        message.put("usage", usage(answer, request, before));
        return Json.write(message);
    }

    private Map<String, @Nullable Object> message(
            Sent request, List<Map<String, @Nullable Object>> content, @Nullable String stopReason) {
        return object(
                "id",
                "msg_" + ids.incrementAndGet(),
                "type",
                "message",
                "role",
                "assistant",
                "model",
                request.body().get("model"),
                "content",
                content,
                "stop_reason",
                stopReason,
                "stop_sequence",
                null);
    }

    private List<Map<String, @Nullable Object>> blocks(Answer answer, Sent request) {
        List<Map<String, @Nullable Object>> blocks = new ArrayList<>();
        if (thinks) {
            blocks.add(BoundThinking.block(request.body()));
        }
        if (!answer.text().isEmpty()) {
            blocks.add(object("type", "text", "text", answer.text()));
        }
        for (Reply.Call call : answer.calls()) {
            blocks.add(object(
                    "type",
                    "tool_use",
                    "id",
                    "toolu_" + ids.incrementAndGet(),
                    "name",
                    call.tool(),
                    "input",
                    call.arguments()));
        }
        return blocks;
    }

    @Override
    String stream(Answer answer, Sent request, @Nullable Sent before) {
        StringBuilder out = new StringBuilder();
        Map<String, @Nullable Object> start = message(request, List.of(), null);
        Map<String, @Nullable Object> usage = usage(answer, request, before);
        start.put("usage", usage);
        event(out, object("type", "message_start", "message", start));
        int index = 0;
        for (Map<String, @Nullable Object> block : blocks(answer, request)) {
            String type = text(block.get("type"));
            boolean calls = type.equals("tool_use");
            String all = calls ? Json.write(block.get("input")) : text(block.get(type));
            Object signature = block.get("signature");
            block.put(calls ? "input" : type, calls ? object() : "");
            block.computeIfPresent("signature", (name, value) -> "");
            event(out, object("type", "content_block_start", "index", index, "content_block", block));
            for (String piece : Wire.pieces(all)) {
                Map<String, @Nullable Object> delta = calls
                        ? object("type", "input_json_delta", "partial_json", piece)
                        : object("type", type + "_delta", type, piece);
                event(out, object("type", "content_block_delta", "index", index, "delta", delta));
            }
            if (signature != null) {
                Map<String, @Nullable Object> delta = object("type", "signature_delta", "signature", signature);
                event(out, object("type", "content_block_delta", "index", index, "delta", delta));
            }
            event(out, object("type", "content_block_stop", "index", index++));
        }
        Map<String, @Nullable Object> delta = object("stop_reason", stopReason(answer), "stop_sequence", null);
        event(out, object("type", "message_delta", "delta", delta, "usage", usage));
        event(out, object("type", "message_stop"));
        return out.toString();
    }

    private static void event(StringBuilder out, Map<String, @Nullable Object> data) {
        out.append("event: ").append(data.get("type")).append('\n').append(Wire.event(data));
    }

    private static String stopReason(Answer answer) {
        return switch (answer.end()) {
            case LENGTH -> "max_tokens";
            case FILTERED -> "refusal";
            case DONE -> answer.calls().isEmpty() ? "end_turn" : "tool_use";
        };
    }

    private static Map<String, @Nullable Object> usage(Answer answer, Sent request, @Nullable Sent before) {
        Usage usage = Wire.usage(answer, request, before);
        return object(
                "input_tokens",
                usage.inputTokens(),
                "cache_creation_input_tokens",
                usage.cacheCreationTokens(),
                "cache_read_input_tokens",
                usage.cacheReadTokens(),
                "output_tokens",
                usage.outputTokens() + usage.reasoningTokens());
    }

    @Override
    String error(int status, String message) {
        String type = status == 429 ? "rate_limit_error" : status >= 500 ? "api_error" : "invalid_request_error";
        return Json.write(object("type", "error", "error", object("type", type, "message", message)));
    }

    @Override
    String schemaRefusal() {
        return "output_config.format: structured outputs are not supported by this model.";
    }
}
