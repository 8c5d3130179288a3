package io.github.sessioncompression.stub;

import static io.github.sessioncompression.stub.Wire.asObject;
import static io.github.sessioncompression.stub.Wire.contents;
import static io.github.sessioncompression.stub.Wire.event;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** OpenAI's Chat Completions: {@code POST /v1/chat/completions}, plain and streamed. */
public class OpenAiStub extends ProviderStub {
    private static final long CREATED = 1_767_225_600L;

    private final AtomicInteger callIds = new AtomicInteger();
    private final AtomicInteger answerIds = new AtomicInteger();
    private volatile boolean repeatsCallIds;

    /** For {@link #start} and stricter stubs. */
    OpenAiStub() {}

    /** Starts one that takes whatever can be read. */
    public static OpenAiStub start() {
        return new OpenAiStub();
    }

    /** From now on calls have the same ids in each answer, as servers of open models give them. */
    public void repeatCallIds() {
        repeatsCallIds = true;
    }

    @Override
    public String baseUrl() {
        return url() + "/v1";
    }

    @Override
    Sent read(String path, String raw, Map<String, @Nullable Object> body) {
        if (!path.equals("/v1/chat/completions")) {
            throw new IllegalArgumentException("there is no " + path);
        }
        StringBuilder system = new StringBuilder();
        List<SentMessage> messages = new ArrayList<>();
        for (Map<String, @Nullable Object> message : objects(body.get("messages"))) {
            String role = text(message.get("role"));
            String text = contents(message.get("content"));
            if (role.equals("system") || role.equals("developer")) {
                system.append(system.isEmpty() ? "" : "\n").append(text);
            } else {
                List<String> calls = objects(message.get("tool_calls")).stream()
                        .map(call -> text(call.get("id")))
                        .toList();
                messages.add(new SentMessage(role, text, calls, text(message.get("tool_call_id"))));
            }
        }
        Map<String, @Nullable Object> schema = null;
        if (body.get("response_format") != null
                && asObject(body.get("response_format")).get("json_schema") != null) {
            schema = asObject(asObject(asObject(body.get("response_format")).get("json_schema"))
                    .get("schema"));
        }
        Integer limit = number(body.get("max_completion_tokens"));
        return new Sent(
                path,
                raw,
                body,
                system.isEmpty() ? null : system.toString(),
                messages,
                objects(body.get("tools")).stream()
                        .map(tool -> text(asObject(tool.get("function")).get("name")))
                        .toList(),
                schema,
                limit != null ? limit : number(body.get("max_tokens")),
                Boolean.TRUE.equals(body.get("stream")));
    }

    @Override
    String body(Answer answer, Sent request, @Nullable Sent before) {
        Map<String, @Nullable Object> message =
                object("role", "assistant", "content", content(answer), "refusal", null);
        List<Map<String, @Nullable Object>> calls = toolCalls(answer);
        if (!calls.isEmpty()) {
            message.put("tool_calls", calls);
        }
        return Json.write(object(
                "id",
                answerId(),
                "object",
                "chat.completion",
                "created",
                CREATED,
                "model",
                request.body().get("model"),
                "choices",
                List.of(object("index", 0, "message", message, "logprobs", null, "finish_reason", finish(answer))),
                "usage",
                usage(answer, request, before),
                "service_tier",
                "default",
                "system_fingerprint",
                "fp_stub"));
    }

    @Override
    String stream(Answer answer, Sent request, @Nullable Sent before) {
        String id = answerId();
        StringBuilder out = new StringBuilder();
        out.append(chunk(id, request, object("role", "assistant", "content", ""), null));
        for (String piece : Wire.pieces(answer.text())) {
            out.append(chunk(id, request, object("content", piece), null));
        }
        int index = 0;
        for (Map<String, @Nullable Object> call : toolCalls(answer)) {
            Map<String, @Nullable Object> function = asObject(call.get("function"));
            Map<String, @Nullable Object> opening = object("name", function.get("name"), "arguments", "");
            out.append(call(
                    id,
                    request,
                    object("index", index, "id", call.get("id"), "type", "function", "function", opening)));
            for (String piece : Wire.pieces(text(function.get("arguments")))) {
                out.append(call(id, request, object("index", index, "function", object("arguments", piece))));
            }
            index++;
        }
        out.append(chunk(id, request, object(), finish(answer)));
        Object options = request.body().get("stream_options");
        if (options != null && Boolean.TRUE.equals(asObject(options).get("include_usage"))) {
            Map<String, @Nullable Object> last = frame(id, request);
            last.put("choices", List.of());
            last.put("usage", usage(answer, request, before));
            out.append(event(last));
        }
        return out.append("data: [DONE]\n\n").toString();
    }

    private String call(String id, Sent request, Map<String, @Nullable Object> call) {
        return chunk(id, request, object("tool_calls", List.of(call)), null);
    }

    private static String chunk(String id, Sent request, Map<String, @Nullable Object> delta, @Nullable String finish) {
        Map<String, @Nullable Object> frame = frame(id, request);
        frame.put("choices", List.of(object("index", 0, "delta", delta, "logprobs", null, "finish_reason", finish)));
        return event(frame);
    }

    private static Map<String, @Nullable Object> frame(String id, Sent request) {
        return object(
                "id",
                id,
                "object",
                "chat.completion.chunk",
                "created",
                CREATED,
                "model",
                request.body().get("model"));
    }

    private String answerId() {
        return "chatcmpl-" + answerIds.incrementAndGet();
    }

    private static @Nullable String content(Answer answer) {
        return answer.text().isEmpty() && !answer.calls().isEmpty() ? null : answer.text();
    }

    private List<Map<String, @Nullable Object>> toolCalls(Answer answer) {
        List<Map<String, @Nullable Object>> calls = new ArrayList<>();
        for (Reply.Call call : answer.calls()) {
            Map<String, @Nullable Object> function =
                    object("name", call.tool(), "arguments", Json.write(call.arguments()));
            String id = "call_" + (repeatsCallIds ? calls.size() : callIds.incrementAndGet());
            calls.add(object("id", id, "type", "function", "function", function));
        }
        return calls;
    }

    private static String finish(Answer answer) {
        return switch (answer.end()) {
            case LENGTH -> "length";
            case FILTERED -> "content_filter";
            case DONE -> answer.calls().isEmpty() ? "stop" : "tool_calls";
        };
    }

    private static Map<String, @Nullable Object> usage(Answer answer, Sent request, @Nullable Sent before) {
        Usage usage = Wire.usage(answer, request, before);
        return object(
                "prompt_tokens",
                usage.requestTokens(),
                "completion_tokens",
                usage.outputTokens() + usage.reasoningTokens(),
                "total_tokens",
                usage.requestTokens() + usage.outputTokens() + usage.reasoningTokens(),
                "prompt_tokens_details",
                object("cached_tokens", usage.cacheReadTokens(), "audio_tokens", 0),
                "completion_tokens_details",
                object("reasoning_tokens", usage.reasoningTokens(), "audio_tokens", 0));
    }

    @Override
    String error(int status, String message) {
        String type = status == 429 ? "requests" : status >= 500 ? "server_error" : "invalid_request_error";
        String code = status == 429 ? "rate_limit_exceeded" : null;
        return Json.write(object("error", object("message", message, "type", type, "param", null, "code", code)));
    }

    @Override
    String schemaRefusal() {
        return "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.";
    }
}
