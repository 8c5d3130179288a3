package io.github.sessioncompression.stub;

import static io.github.sessioncompression.stub.Wire.asObject;
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
import org.jspecify.annotations.Nullable;

/**
 * Ollama's {@code POST /api/chat}, plain and streamed (one JSON object a line). Its calls of tools have no ids, and it reports
 * nothing about caches.
 */
public final class OllamaStub extends ProviderStub {
    private OllamaStub() {}

    /** Starts one. */
    public static OllamaStub start() {
        return new OllamaStub();
    }

    @Override
    public String baseUrl() {
        return url();
    }

    @Override
    Sent read(String path, String raw, Map<String, @Nullable Object> body) {
        if (!path.equals("/api/chat")) {
            throw new IllegalArgumentException("there is no " + path);
        }
        StringBuilder system = new StringBuilder();
        List<SentMessage> messages = new ArrayList<>();
        String called = "";
        for (Map<String, @Nullable Object> message : objects(body.get("messages"))) {
            String role = text(message.get("role"));
            String text = text(message.get("content"));
            List<String> calls = objects(message.get("tool_calls")).stream()
                    .map(call -> text(asObject(call.get("function")).get("name")))
                    .toList();
            called = calls.isEmpty() ? called : calls.get(0);
            if (role.equals("system")) {
                system.append(system.isEmpty() ? "" : "\n").append(text);
            } else {
                messages.add(new SentMessage(role, text, calls, role.equals(SentMessage.TOOL) ? called : ""));
            }
        }
        Map<String, @Nullable Object> options = body.get("options") == null ? object() : asObject(body.get("options"));
        return new Sent(
                path,
                raw,
                body,
                system.isEmpty() ? null : system.toString(),
                messages,
                objects(body.get("tools")).stream()
                        .map(tool -> text(asObject(tool.get("function")).get("name")))
                        .toList(),
                body.get("format") instanceof Map<?, ?> ? asObject(body.get("format")) : null,
                number(options.get("num_predict")),
                !Boolean.FALSE.equals(body.get("stream")));
    }

    @Override
    String body(Answer answer, Sent request, @Nullable Sent before) {
        return Json.write(last(answer, answer.text(), request, before));
    }

    @Override
    String stream(Answer answer, Sent request, @Nullable Sent before) {
        StringBuilder out = new StringBuilder();
        for (String piece : Wire.pieces(answer.text())) {
            Map<String, @Nullable Object> message = object("role", "assistant", "content", piece);
            out.append(Json.write(frame(request, message))).append('\n');
        }
        return out.append(Json.write(last(answer, "", request, before)))
                .append('\n')
                .toString();
    }

    @Override
    String streamType() {
        return "application/x-ndjson";
    }

    private static Map<String, @Nullable Object> last(Answer answer, String text, Sent request, @Nullable Sent before) {
        Map<String, @Nullable Object> message = object("role", "assistant", "content", text);
        if (!answer.calls().isEmpty()) {
            List<Map<String, @Nullable Object>> calls = new ArrayList<>();
            for (Reply.Call call : answer.calls()) {
                Map<String, @Nullable Object> function =
                        object("index", calls.size(), "name", call.tool(), "arguments", call.arguments());
                calls.add(object("function", function));
            }
            message.put("tool_calls", calls);
        }
        Usage usage = Wire.usage(answer, request, before);
        Map<String, @Nullable Object> frame = frame(request, message);
        frame.put("done", true);
        frame.put("done_reason", answer.end() == Reply.End.LENGTH ? "length" : "stop");
        frame.put("total_duration", 1_000_000);
        frame.put("prompt_eval_count", usage.requestTokens());
        frame.put("eval_count", usage.outputTokens() + usage.reasoningTokens());
        return frame;
    }

    private static Map<String, @Nullable Object> frame(Sent request, Map<String, @Nullable Object> message) {
        return object(
                "model",
                request.body().get("model"),
                "created_at",
                "2026-01-01T00:00:00Z",
                "message",
                message,
                "done",
                false);
    }

    @Override
    String error(int status, String message) {
        return Json.write(object("error", message));
    }

    @Override
    String schemaRefusal() {
        return "json: cannot unmarshal object into Go struct field ChatRequest.format of type string";
    }
}
