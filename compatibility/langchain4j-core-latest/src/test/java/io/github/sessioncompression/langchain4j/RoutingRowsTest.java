package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.router.ChatModelRoutingResult;
import dev.langchain4j.model.chat.router.RoutingChatModel;
import io.github.sessioncompression.behaviour.Row;
import java.util.Map;
import java.util.Set;

/** Rows of the table of behaviour that need the newest core of LangChain4j. */
class RoutingRowsTest {
    private record Route(Set<Capability> supportedCapabilities) implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            return ChatResponse.builder().aiMessage(AiMessage.from("Yes.")).build();
        }
    }

    @Row(20)
    void routersPromiseWhatAnyRouteCan() {
        RoutingChatModel router = RoutingChatModel.builder()
                .router(request -> ChatModelRoutingResult.route("plain"))
                .route("able", "hard questions", new Route(Set.of(Capability.RESPONSE_FORMAT_JSON_SCHEMA)))
                .route("plain", "easy questions", new Route(Set.of()))
                .defaultRoute("plain")
                .build();
        ResponseFormat format = ResponseFormat.builder()
                .type(ResponseFormatType.JSON)
                .jsonSchema(JsonSchema.builder()
                        .name("state")
                        .rootElement(JsonObjectSchema.builder().build())
                        .build())
                .build();
        ChatRequest request = ChatRequest.builder()
                .messages(UserMessage.from("Hello"))
                .responseFormat(format)
                .build();

        assertThat(router.supportedCapabilities()).contains(Capability.RESPONSE_FORMAT_JSON_SCHEMA);
        assertThat(router.provider()).isEqualTo(ModelProvider.OTHER);
        assertThatThrownBy(() -> router.chat(request)).isInstanceOf(IllegalStateException.class);
    }

    @Row(21)
    void attributesMakeMessagesUnequal() {
        SystemMessage one = SystemMessage.builder()
                .text("You help.")
                .attributes(Map.of("version", "1"))
                .build();
        SystemMessage other = SystemMessage.builder()
                .text("You help.")
                .attributes(Map.of("version", "2"))
                .build();

        assertThat(one).isNotEqualTo(other);
    }
}
