package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.listener.ChatModelRequestContext;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.rag.content.Content;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Requests changed by a guarded model, and requests left to the model. */
class GuardedModelTest extends GuardedModelFixture {
    @Test
    void theChatGivesWayToRetrievedTexts() {
        server.withWindow(4_000);
        Assistant assistant = service()
                .contentRetriever(query -> List.of(Content.from(PAGE.repeat(100))))
                .storeRetrievedContentInChatMemory(false)
                .build();
        for (int turn = 0; turn < 30; turn++) {
            assistant.chat("anna", Chats.question(turn).singleText());
        }
        assertThat(server.refusals()).isEmpty();
        assertThat(server.sent()).hasSize(30);
        assertThat(server.lastSent().allText()).contains("<session_state", "we decided to take the train");
        assertThat(memories.conversation("anna").transcript()).hasSize(60);
    }

    @Test
    void endsRequestWithPrefillOfApplication() {
        List<ChatMessage> sent = new ArrayList<>();
        ChatModel model = memories.guard(new FakeChatModel(request -> {
            sent.addAll(request.messages());
            return FakeChatModel.answer("1003}", null);
        }));
        CompressingChatMemory memory = memories.get("anna");
        Chats.talk(memory, 0, 60);
        List<ChatMessage> request = memory.messages();
        UserMessage question = UserMessage.from("Which order is late? Answer as JSON. " + PAGE.repeat(200));
        request.add(question);
        request.add(AiMessage.from("{\"order\":"));

        model.chat(request);

        assertThat(sent).endsWith(AiMessage.from("{\"order\":"));
        assertThat(((UserMessage) sent.get(sent.size() - 2)).singleText()).startsWith("Which order is late?");
        assertThat(sent.toString()).contains("<session_state").doesNotContain("You speak first", "Go on.");
    }

    @Test
    void resendsTooLongRequestShorter() {
        server.withWindow(1_500);
        Assistant assistant = service().build();
        for (int turn = 0; turn < 60; turn++) {
            assistant.chat("anna", Chats.question(turn).singleText());
        }
        assertThat(server.refusals()).hasSize(1);
        assertThat(server.sent()).hasSize(61);
        assertThat(memories.conversation("anna").transcript()).hasSize(120);
        assertThat(memories.conversation("anna").status().contextWindow()).isEqualTo(1_500);
    }

    @Test
    void otherFailuresAreTheApplications() {
        server.next(new Reply.Failure(400, "Unknown parameter."), new Reply.Failure(503, "Busy."));
        memories.get("anna").add(UserMessage.from("Hello"));
        List<ChatMessage> request = memories.get("anna").messages();

        assertThatThrownBy(() -> guarded.chat(request))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("Unknown parameter.");
        assertThatThrownBy(() -> guarded.chat(request)).hasMessageContaining("Busy.");
        assertThat(server.sent()).hasSize(2);
    }

    @Test
    void passesProviderErrorIfRequestCannotShrink() {
        server.answers(new Reply.Failure(400, "This model's maximum context length is 8192 tokens."));
        memories.get("anna").add(UserMessage.from("Hello"));

        assertThatThrownBy(() -> guarded.chat(memories.get("anna").messages()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("maximum context length");
        assertThat(server.sent()).hasSizeLessThanOrEqualTo(8);
    }

    @Test
    void toolDefinitionsCount() {
        List<ToolSpecification> tools = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            tools.add(ToolSpecification.builder()
                    .name("tool_" + i)
                    .description(PAGE.repeat(4))
                    .parameters(JsonObjectSchema.builder()
                            .addStringProperty("city", PAGE)
                            .addEnumProperty("unit", List.of("metric", "imperial"))
                            .required("city")
                            .build())
                    .build());
        }
        CompressingChatMemory memory = memories.get("anna");
        memory.add(UserMessage.from("Hello"));
        int before = memory.conversation().status().contextTokens();

        guarded.chat(ChatRequest.builder()
                .messages(memory.messages())
                .toolSpecifications(tools)
                .build());

        int sent = TokenCounter.o200k()
                .count(String.valueOf(server.lastSent().body().get("tools")));
        assertThat(sent).isGreaterThan(1_000);
        assertThat(new RequestTools().of(memory.conversation(), tools).tokens())
                .isBetween(sent * 8 / 10, sent * 13 / 10);
        assertThat(memory.conversation().status().contextTokens()).isGreaterThan(before);
    }

    @Test
    void toolsLeaveTheChatLessRoom() {
        server.withWindow(4_000);
        Assistant few = service().build();
        Assistant many = service().tools(new Weather(), new Library()).build();
        for (int turn = 0; turn < 40; turn++) {
            few.chat("few", Chats.question(turn).singleText());
            many.chat("many", Chats.question(turn).singleText());
        }
        assertThat(server.refusals()).isEmpty();
        long messages = TokenCounter.o200k().count(server.lastSent().allText());
        assertThat(messages).isLessThan(4_000 - 600);
    }

    /** A tool with a long description. */
    public static final class Library {
        private static final String LONG =
                "Finds books. Give the title as it is on the cover, without the subtitle, and "
                        + "the author's surname; never both names. Books that are lent come with the day on which they are due. ";

        /** Nothing is found. */
        @Tool(LONG + LONG + LONG + LONG + LONG + LONG + LONG + LONG + LONG + LONG + LONG + LONG + LONG + LONG + LONG)
        public String find(String title) {
            return "nothing";
        }
    }

    @Test
    void askedByTheChatItselfTheModelIsTheSame() {
        List<Map<Object, Object>> attributes = new ArrayList<>();
        ChatModelListener listener = new ChatModelListener() {
            @Override
            public void onRequest(ChatModelRequestContext context) {
                attributes.add(context.attributes());
            }
        };
        OpenAiChatModel model = openAi(listener);
        ChatModel guard = memories.guard(model);

        assertThat(guard.listeners()).isEqualTo(model.listeners());
        assertThat(guard.provider()).isEqualTo(model.provider());
        assertThat(guard.supportedCapabilities()).isEqualTo(model.supportedCapabilities());
        assertThat(guard.defaultRequestParameters()).isSameAs(model.defaultRequestParameters());
        assertThat(guard.toString()).contains("OpenAiChatModel");

        guard.chat(
                ChatRequest.builder().messages(UserMessage.from("Hello")).build(),
                ChatRequestOptions.builder()
                        .listenerAttributes(Map.of("who", "anna"))
                        .build());
        assertThat(guard.chat("Hello")).isEqualTo("All right.");
        assertThat(attributes).hasSize(2);
        assertThat(attributes.get(0)).containsEntry("who", "anna");
    }

    @Test
    void parametersOfARequestStayWhenItIsMadeShorter() {
        memories.get("anna").add(SystemMessage.from("Be brief."));
        Chats.talk(memories.get("anna"), 0, 12);
        memories.get("anna").add(UserMessage.from("And now? " + PAGE.repeat(400)));
        guarded.chat(ChatRequest.builder()
                .messages(memories.get("anna").messages())
                .modelName("gpt-4.1-mini")
                .temperature(0.3)
                .maxOutputTokens(77)
                .build());

        assertThat(server.lastSent().maxOutputTokens()).isEqualTo(77);
        assertThat(server.lastSent().body())
                .containsEntry("model", "gpt-4.1-mini")
                .containsKey("temperature");
        assertThat(server.lastSent().system()).startsWith("Be brief.");
        assertThat(TokenCounter.o200k().count(server.lastSent().allText())).isLessThan(4_000);
    }

    @Test
    void aModelWithoutDefaultsIsGuardedToo() {
        ChatModel bare = new ChatModel() {
            @Override
            public ChatResponse chat(ChatRequest request) {
                return plain.chat(request);
            }

            @Override
            @SuppressWarnings("NullAway") // As a mock answers.
            public dev.langchain4j.model.chat.request.ChatRequestParameters defaultRequestParameters() {
                return null;
            }
        };
        assertThat(memories.guard(bare).chat("Hello")).isEqualTo("All right.");
    }

    @Test
    void statesAreWrittenByTheModelItself() {
        server.withWindow(600);
        memories.get("anna").add(UserMessage.from("Hello"));
        memories.get("anna").messages();
        StructuredChatModel compressing = StructuredChatModel.of(guarded);
        ChatModel wrapped = new ChatModel() {
            @Override
            public ChatResponse chat(ChatRequest request) {
                return guarded.chat(request);
            }
        };
        for (StructuredChatModel each : List.of(compressing, StructuredChatModel.of(wrapped))) {
            server.forget();
            assertThatThrownBy(() ->
                            each.answer(new ModelRequest("Compress.", PAGE.repeat(200), "session_state", "{}", 100)))
                    .isInstanceOf(InvalidRequestException.class);
            assertThat(server.sent())
                    .allMatch(sent -> sent.question().contains(PAGE.repeat(200).strip()));
        }
    }
}
