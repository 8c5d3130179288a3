package io.github.sessioncompression.behaviour;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One WireMock server for all tests of this module, which answers as a provider would. */
final class Provider {
    private static final WireMockServer SERVER =
            new WireMockServer(wireMockConfig().dynamicPort().bindAddress("127.0.0.1"));
    private static final ObjectMapper JSON = new ObjectMapper();

    static {
        SERVER.start();
    }

    private Provider() {}

    static String url() {
        return "http://127.0.0.1:" + SERVER.port();
    }

    /** Answers the next requests with these bodies in JSON, the last one for all that follow. */
    static void answers(String... bodies) {
        reply("application/json", bodies);
    }

    /** Answers the next requests with server-sent events, each with its data. */
    static void streams(String... data) {
        reply("text/event-stream", Stream.of(data).map(Provider::event).collect(Collectors.joining()));
    }

    private static String event(String data) {
        String type = data.startsWith("{\"type\":\"") ? data.substring(9, data.indexOf('"', 9)) : "";
        return (type.isEmpty() ? "" : "event: " + type + "\n") + "data: " + data + "\n\n";
    }

    private static void reply(String type, String... bodies) {
        SERVER.resetAll();
        for (int i = 0; i < bodies.length; i++) {
            String state = i == 0 ? Scenario.STARTED : "after " + i;
            String next = "after " + Math.min(i + 1, bodies.length - 1);
            SERVER.stubFor(any(anyUrl())
                    .inScenario("answers")
                    .whenScenarioStateIs(bodies.length == 1 ? Scenario.STARTED : state)
                    .willReturn(aResponse().withHeader("Content-Type", type).withBody(bodies[i]))
                    .willSetStateTo(bodies.length == 1 ? Scenario.STARTED : next));
        }
    }

    /** The bodies of the requests since the last answers were set. */
    static List<JsonNode> sent() {
        return bodies().stream().map(Provider::json).toList();
    }

    /** The same as they were sent. */
    static List<String> bodies() {
        List<String> bodies = new ArrayList<>();
        for (ServeEvent event : SERVER.getAllServeEvents()) { // the newest first
            bodies.add(0, event.getRequest().getBodyAsString());
        }
        return bodies;
    }

    /** The body of the last request. */
    static JsonNode lastSent() {
        List<JsonNode> sent = sent();
        return sent.get(sent.size() - 1);
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An answer of Anthropic's Messages with these blocks. */
    static String anthropic(String stop, String... blocks) {
        return "{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"claude-sonnet-4-5\",\"content\":["
                + String.join(",", blocks) + "],\"stop_reason\":\"" + stop
                + "\",\"usage\":{\"input_tokens\":10,\"output_tokens\":5}}";
    }

    static String text(String text) {
        return "{\"type\":\"text\",\"text\":\"" + text + "\"}";
    }

    static String thinking(String text, String signature) {
        return "{\"type\":\"thinking\",\"thinking\":\"" + text + "\",\"signature\":\"" + signature + "\"}";
    }

    static String toolUse(String id, String name) {
        return "{\"type\":\"tool_use\",\"id\":\"" + id + "\",\"name\":\"" + name + "\",\"input\":{}}";
    }

    /** An answer of OpenAI's chat completions with this message and reason to stop. */
    static String openAi(String message, String finish) {
        return "{\"id\":\"c\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"gpt-4.1\",\"choices\":[{\"index\":0,\"message\":"
                + message + ",\"finish_reason\":\"" + finish
                + "\"}],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":15}}";
    }

    /** An answer of OpenAI that calls a tool without arguments. */
    static String openAiCall(String id, String tool) {
        return openAi(
                "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"" + id
                        + "\",\"type\":\"function\",\"function\":{\"name\":\"" + tool + "\",\"arguments\":\"{}\"}}]}",
                "tool_calls");
    }

    /** A chunk of OpenAI's stream. */
    static String openAiChunk(String delta, String finish, String usage) {
        return "{\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"gpt-4.1\",\"choices\":[{\"index\":0,\"delta\":"
                + delta + ",\"finish_reason\":" + finish + "}],\"usage\":" + usage + "}";
    }
}
