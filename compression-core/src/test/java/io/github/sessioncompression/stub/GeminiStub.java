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
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Gemini's {@code POST /v1beta/models/…:generateContent} and {@code :streamGenerateContent}. Its calls of tools have no ids. */
public final class GeminiStub extends ProviderStub {
    private static final String PATH = "/v1beta/models/[^/:]+:(generateContent|streamGenerateContent)";

    private final AtomicInteger ids = new AtomicInteger();

    private GeminiStub() {}

    /** Starts one. */
    public static GeminiStub start() {
        return new GeminiStub();
    }

    @Override
    public String baseUrl() {
        return url() + "/v1beta";
    }

    @Override
    Sent read(String path, String raw, Map<String, @Nullable Object> body) {
        if (!path.matches(PATH)) {
            throw new IllegalArgumentException("there is no " + path);
        }
        List<SentMessage> messages = new ArrayList<>();
        for (Map<String, @Nullable Object> content : objects(body.get("contents"))) {
            addMessages(content, messages);
        }
        List<String> tools = new ArrayList<>();
        for (Map<String, @Nullable Object> tool : objects(body.get("tools"))) {
            objects(tool.get("functionDeclarations")).forEach(function -> tools.add(text(function.get("name"))));
        }
        Object system = body.get("systemInstruction");
        Map<String, @Nullable Object> config =
                body.get("generationConfig") == null ? object() : asObject(body.get("generationConfig"));
        return new Sent(
                path,
                raw,
                body,
                system == null ? null : contents(asObject(system).get("parts")),
                messages,
                tools,
                config.get("responseSchema") == null ? null : asObject(config.get("responseSchema")),
                number(config.get("maxOutputTokens")),
                path.endsWith(":streamGenerateContent"));
    }

    private static void addMessages(Map<String, @Nullable Object> content, List<SentMessage> messages) {
        List<String> calls = new ArrayList<>();
        boolean says = false;
        for (Map<String, @Nullable Object> part : objects(content.get("parts"))) {
            if (part.get("functionResponse") != null) {
                Map<String, @Nullable Object> result = asObject(part.get("functionResponse"));
                messages.add(new SentMessage(
                        SentMessage.TOOL, Json.write(result.get("response")), List.of(), text(result.get("name"))));
            } else if (part.get("functionCall") != null) {
                calls.add(text(asObject(part.get("functionCall")).get("name")));
            } else {
                says = true;
            }
        }
        if (says || !calls.isEmpty()) {
            String role = "model".equals(content.get("role")) ? SentMessage.ASSISTANT : SentMessage.USER;
            messages.add(new SentMessage(role, contents(content.get("parts")), calls, ""));
        }
    }

    @Override
    String body(Answer answer, Sent request, @Nullable Sent before) {
        List<Map<String, @Nullable Object>> parts = new ArrayList<>();
        if (!answer.text().isEmpty()) {
            parts.add(object("text", answer.text()));
        }
        parts.addAll(calls(answer));
        Map<String, @Nullable Object> response = response(parts, finish(answer));
        response.put("usageMetadata", usage(answer, request, before));
        return Json.write(response);
    }

    @Override
    String stream(Answer answer, Sent request, @Nullable Sent before) {
        StringBuilder out = new StringBuilder();
        for (String piece : Wire.pieces(answer.text())) {
            out.append(Wire.event(response(List.of(object("text", piece)), null)));
        }
        Map<String, @Nullable Object> last = response(calls(answer), finish(answer));
        last.put("usageMetadata", usage(answer, request, before));
        return out.append(Wire.event(last)).toString();
    }

    private static List<Map<String, @Nullable Object>> calls(Answer answer) {
        List<Map<String, @Nullable Object>> parts = new ArrayList<>();
        for (Reply.Call call : answer.calls()) {
            parts.add(object("functionCall", object("name", call.tool(), "args", call.arguments())));
        }
        return parts;
    }

    private Map<String, @Nullable Object> response(List<Map<String, @Nullable Object>> parts, @Nullable String finish) {
        Map<String, @Nullable Object> candidate =
                object("content", object("parts", parts, "role", "model"), "index", 0);
        if (finish != null) {
            candidate.put("finishReason", finish);
        }
        return object(
                "candidates",
                List.of(candidate),
                "modelVersion",
                "gemini-stub",
                "responseId",
                "response-" + ids.incrementAndGet());
    }

    private static String finish(Answer answer) {
        return switch (answer.end()) {
            case LENGTH -> "MAX_TOKENS";
            case FILTERED -> "SAFETY";
            case DONE -> "STOP";
        };
    }

    private static Map<String, @Nullable Object> usage(Answer answer, Sent request, @Nullable Sent before) {
        Usage usage = Wire.usage(answer, request, before);
        return object(
                "promptTokenCount",
                usage.requestTokens(),
                "cachedContentTokenCount",
                usage.cacheReadTokens(),
                "candidatesTokenCount",
                usage.outputTokens(),
                "thoughtsTokenCount",
                usage.reasoningTokens(),
                "totalTokenCount",
                usage.requestTokens() + usage.outputTokens() + usage.reasoningTokens());
    }

    @Override
    String error(int status, String message) {
        String name = status == 429 ? "RESOURCE_EXHAUSTED" : status >= 500 ? "INTERNAL" : "INVALID_ARGUMENT";
        return Json.write(object("error", object("code", status, "message", message, "status", name)));
    }

    @Override
    String schemaRefusal() {
        return "JSON mode is not enabled for this model.";
    }
}
