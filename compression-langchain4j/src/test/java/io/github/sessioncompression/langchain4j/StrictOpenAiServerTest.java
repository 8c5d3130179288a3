package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiTokenUsage;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
class StrictOpenAiServerTest {
    private final StrictOpenAiServer server = StrictOpenAiServer.start();
    private final OpenAiChatModel model = OpenAiChatModel.builder()
            .baseUrl(server.baseUrl())
            .apiKey("none")
            .modelName("gpt-4.1-mini")
            .maxRetries(0)
            .build();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void answersAsTheRealClientUnderstandsIt() {
        server.next(Reply.text("Good day.").costing(new Usage(40, 60, 0, 5, 0)));

        ChatResponse response = model.chat(SystemMessage.from("Be brief."), UserMessage.from("Hello"));

        assertThat(response.aiMessage().text()).isEqualTo("Good day.");
        OpenAiTokenUsage usage = (OpenAiTokenUsage) response.tokenUsage();
        assertThat(usage.inputTokenCount()).isEqualTo(100);
        assertThat(usage.inputTokensDetails().cachedTokens()).isEqualTo(60);
        assertThat(server.lastSent().system()).isEqualTo("Be brief.");
        assertThat(server.lastSent().question()).isEqualTo("Hello");
        assertThat(server.refusals()).isEmpty();
    }

    @Test
    void streamsTextAndParallelToolCalls() {
        OpenAiStreamingChatModel streaming = OpenAiStreamingChatModel.builder()
                .baseUrl(server.baseUrl())
                .apiKey("none")
                .modelName("gpt-4.1-mini")
                .build();
        server.next(
                Reply.text("A long enough answer to come in several pieces. 🙂 Good-bye."),
                Reply.calls(
                        new Reply.Call("weather", Map.of("city", "Zürich")),
                        new Reply.Call("weather", Map.of("city", "Genève"))));

        assertThat(stream(streaming, UserMessage.from("Hello")).aiMessage().text())
                .isEqualTo("A long enough answer to come in several pieces. 🙂 Good-bye.");
        ChatResponse called = stream(streaming, UserMessage.from("Weather?"));

        assertThat(called.aiMessage().toolExecutionRequests())
                .extracting(ToolExecutionRequest::arguments)
                .containsExactly("{\"city\":\"Zürich\"}", "{\"city\":\"Genève\"}");
        assertThat(called.tokenUsage().inputTokenCount()).isPositive();
        assertThat(server.lastSent().streaming()).isTrue();
    }

    @Test
    void takesAnAnsweredCall() {
        AiMessage calling = AiMessage.from(call("c1"));

        assertThat(model.chat(UserMessage.from("Weather?"), calling, result("c1"))
                        .aiMessage()
                        .text())
                .isEqualTo("All right.");
        assertThat(server.lastSent().messages().get(1).calls()).containsExactly("c1");
        assertThat(server.lastSent().last().answers()).isEqualTo("c1");
    }

    @Test
    void rejectsRequestsInvalidForProviders() {
        refused("did not have response messages: c1", UserMessage.from("?"), AiMessage.from(call("c1")));
        refused(
                "did not have response messages: c2",
                UserMessage.from("?"),
                AiMessage.from(call("c1"), call("c2")),
                result("c1"),
                UserMessage.from("And?"));
        refused("must be a response to a preceding message", UserMessage.from("?"), result("c1"));
        refused("answers no open call", UserMessage.from("?"), AiMessage.from(call("c1")), result("c9"));
        refused(
                "occurs twice",
                UserMessage.from("?"),
                AiMessage.from(call("c1")),
                result("c1"),
                AiMessage.from(call("c1")),
                result("c1"));
        refused("two user messages", UserMessage.from("?"), UserMessage.from("Hello?"));
        refused("must follow a user message", AiMessage.from("Hello"), UserMessage.from("?"));
        refused("must be from the user or a tool", UserMessage.from("?"), AiMessage.from("Hello"));
        refused("must be the first", UserMessage.from("?"), SystemMessage.from("Be brief."));
    }

    @Test
    void acceptsRepeatedRolesIfAllowed() {
        server.allowingRepeatedRoles();

        assertThat(model.chat(UserMessage.from("?"), UserMessage.from("Hello?"))
                        .aiMessage()
                        .text())
                .isEqualTo("All right.");
    }

    @Test
    void refusesMoreThanItsWindowHolds() {
        server.withWindow(20);

        refused("maximum context length is 20", UserMessage.from("word ".repeat(30)));
        assertThat(model.chat(UserMessage.from("word"))).isNotNull();
    }

    @Test
    void seesTheTools() {
        model.chat(ChatRequest.builder()
                .messages(UserMessage.from("Weather?"))
                .toolSpecifications(ToolSpecification.builder().name("weather").build())
                .build());

        assertThat(server.lastSent().tools()).containsExactly("weather");
    }

    private void refused(String why, ChatMessage... messages) {
        assertThatThrownBy(() -> model.chat(messages))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining(why);
        assertThat(server.refusals().get(server.refusals().size() - 1)).contains(why);
    }

    private static ToolExecutionRequest call(String id) {
        return ToolExecutionRequest.builder()
                .id(id)
                .name("weather")
                .arguments("{}")
                .build();
    }

    private static ToolExecutionResultMessage result(String id) {
        return ToolExecutionResultMessage.from(id, "weather", "sunny");
    }

    private static ChatResponse stream(OpenAiStreamingChatModel model, UserMessage message) {
        CompletableFuture<ChatResponse> done = new CompletableFuture<>();
        model.chat(List.of(message), new StreamingChatResponseHandler() {
            @Override
            public void onPartialResponse(String partialResponse) {}

            @Override
            public void onCompleteResponse(ChatResponse completeResponse) {
                done.complete(completeResponse);
            }

            @Override
            public void onError(Throwable error) {
                done.completeExceptionally(error);
            }
        });
        return done.join();
    }
}
