package io.github.sessioncompression.applications.quarkus;

import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** A provider in OpenAI's format: calls a tool for each question about an order. */
public class Provider implements QuarkusTestResourceLifecycleManager {
    static final String ANSWER = "It is on its way.";
    private static final String STATE = "{\"logos\": [\"Order 7 arrives in week 8.\"], \"pathos\": [], \"abstract\": [],"
            + " \"conversation_summary\": \"About order 7.\"}";

    private StrictOpenAiServer server;

    @Override
    public Map<String, String> start() {
        server = StrictOpenAiServer.start();
        server.answers(Provider::reply);
        return Map.of(
                "quarkus.langchain4j.openai.base-url",
                server.baseUrl(),
                "quarkus.langchain4j.openai.api-key",
                "none",
                "quarkus.langchain4j.openai.other.base-url",
                server.baseUrl(),
                "quarkus.langchain4j.openai.other.api-key",
                "none");
    }

    static boolean isOfTheChat(Sent request) {
        return request.system() != null && request.system().contains(Assistant.SYSTEM);
    }

    private static Reply reply(Sent request) {
        if (!isOfTheChat(request)) {
            return Reply.text(STATE);
        }
        return request.question().contains("order") && request.last().role().equals(SentMessage.USER)
                ? Reply.calls(new Reply.Call("arrival", Map.of("order", 7)))
                : Reply.text(ANSWER);
    }

    @Override
    public void inject(TestInjector injector) {
        injector.injectIntoFields(server, field -> field.getType().equals(StrictOpenAiServer.class));
    }

    @Override
    public void stop() {
        server.close();
    }
}
