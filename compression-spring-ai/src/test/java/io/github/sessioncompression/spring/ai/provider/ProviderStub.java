package io.github.sessioncompression.spring.ai.provider;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import io.github.sessioncompression.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;

/** A provider over HTTP: answers as it is told, one reply a request, the last one again and again. */
public final class ProviderStub implements AutoCloseable {
    private final Provider provider;
    private final WireMockServer server;
    private int replies;

    /** Starts one on a free port. */
    public ProviderStub(Provider provider) {
        this.provider = provider;
        this.server =
                new WireMockServer(WireMockConfiguration.options().dynamicPort().http2PlainDisabled(true));
        server.start();
    }

    /** A real client of it, which does not retry. */
    public ChatModel client() {
        return provider.client(server.baseUrl());
    }

    /** A real client of it with options of its own. */
    public ChatModel client(UnaryOperator<Fluent> options) {
        return provider.client(server.baseUrl(), options);
    }

    /** Answers with a finished text. */
    public ProviderStub answers(String text) {
        return answers(text, provider.done());
    }

    /** Answers with a text that is said to have ended like that. */
    public ProviderStub answers(String text, String end) {
        return replies(200, Json.write(provider.body(text, end, 1_000, 600, 50)));
    }

    /** Answers with a text that hit the output limit. */
    public ProviderStub isCutOff(String text) {
        return answers(text, provider.cutOff());
    }

    /** Fails in the provider's format. */
    public ProviderStub fails(int status, String message) {
        return replies(status, provider.error(message));
    }

    /** Replies with a body as it is. */
    public ProviderStub replies(int status, String body) {
        return replies(aResponse()
                .withStatus(status)
                .withHeader("Content-Type", "application/json")
                .withBody(body));
    }

    /** Streams the events of a body, server-sent. */
    public ProviderStub streams(String body) {
        return replies(aResponse()
                .withStatus(200)
                .withHeader("Content-Type", "text/event-stream")
                .withBody(body));
    }

    /** Answers, but late. */
    public ProviderStub answersLate(String text, Duration delay) {
        return replies(aResponse()
                .withStatus(200)
                .withHeader("Content-Type", "application/json")
                .withFixedDelay((int) delay.toMillis())
                .withBody(Json.write(provider.body(text, provider.done(), 1_000, 600, 50))));
    }

    private ProviderStub replies(ResponseDefinitionBuilder reply) {
        MappingBuilder once = any(anyUrl())
                .inScenario("replies")
                .whenScenarioStateIs(replies == 0 ? Scenario.STARTED : "after " + replies)
                .willSetStateTo("after " + (replies + 1))
                .willReturn(reply);
        MappingBuilder again = any(anyUrl())
                .atPriority(10)
                .inScenario("replies")
                .whenScenarioStateIs("after " + (replies + 1))
                .willReturn(reply);
        server.stubFor(once);
        server.stubFor(again);
        replies++;
        return this;
    }

    /** The bodies it was sent, in order. */
    public List<Map<String, @Nullable Object>> sent() {
        List<Map<String, @Nullable Object>> bodies = new ArrayList<>();
        server.getAllServeEvents().forEach(event -> bodies.add(0, Json.parseObject(body(event.getRequest()))));
        return bodies;
    }

    private static String body(LoggedRequest request) {
        return request.getBodyAsString();
    }

    @Override
    public void close() {
        server.stop();
    }
}
