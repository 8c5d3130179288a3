package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.Chats.SMALL;
import static io.github.sessioncompression.langchain4j.Chats.immediate;
import static io.github.sessioncompression.langchain4j.Chats.memory;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.guardrail.InputGuardrail;
import dev.langchain4j.guardrail.InputGuardrailException;
import dev.langchain4j.guardrail.InputGuardrailResult;
import dev.langchain4j.guardrail.OutputGuardrail;
import dev.langchain4j.guardrail.OutputGuardrailResult;
import dev.langchain4j.model.chat.mock.ChatModelMock;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.memory.ChatMemoryAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Use of our memory by AI services. */
class AiServicesTest {
    private static final String RULES = "You are a travel agent. Be brief.";

    private final StrictModel model = new StrictModel();
    private final CompressingChatMemory memory = memory(immediate(SMALL));

    @Test
    void sendsValidRequestsThroughManyCompressions() {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model.plain())
                .chatMemory(memory)
                .build();
        for (int turn = 0; turn < 60; turn++) {
            assistant.chat(Chats.question(turn).singleText());
        }
        assertThat(memory.conversation().status().stats().compressions()).isGreaterThanOrEqualTo(5);
        assertThat(model.requests()).hasSize(60);
        assertThat(model.requests())
                .extracting(request -> request.get(0))
                .containsOnly(model.lastRequest().get(0));
        assertThat(((SystemMessage) model.lastRequest().get(0)).text()).startsWith(RULES);
        assertThat(memory.conversation().transcript()).hasSize(1 + 2 * 60);
    }

    @Test
    void runsParallelTools() {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model.plain())
                .chatMemory(memory)
                .tools(new Timetable())
                .executeToolsConcurrently()
                .build();
        for (int turn = 0; turn < 20; turn++) {
            model.next(AiMessage.from(train("a" + turn, 100), train("b" + turn, 200)), AiMessage.from("Both at noon."));
            assertThat(assistant.chat("When do trains 100 and 200 leave? " + turn))
                    .isEqualTo("Both at noon.");
            assertThat(model.lastRequest())
                    .endsWith(
                            UserMessage.from("When do trains 100 and 200 leave? " + turn),
                            AiMessage.from(train("a" + turn, 100), train("b" + turn, 200)),
                            departure("a" + turn, 100),
                            departure("b" + turn, 200));
        }
        assertThat(memory.conversation().transcript()).hasSize(1 + 5 * 20);
    }

    @Test
    void runsCallsWithoutIds() {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model.plain())
                .chatMemory(memory)
                .tools(new Timetable())
                .build();
        for (int turn = 0; turn < 30; turn++) {
            model.next(AiMessage.from(train(null, 100), train(null, 200)), AiMessage.from("At noon."));
            assistant.chat(Chats.question(turn).singleText());
        }
        assertThat(memory.conversation().transcript()).hasSize(1 + 5 * 30);
    }

    @Test
    void foldsAnsweredRoundsOfALongToolLoopButNeverItsQuestion() {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model.plain())
                .chatMemory(memory)
                .tools(new Timetable())
                .build();
        assistant.chat("Hello");
        for (int round = 0; round < 40; round++) {
            model.next(AiMessage.from(
                    "Round " + round + ": I look at the next train of the day, for the one before leaves too early.",
                    List.of(train("call" + round, 100 + round))));
        }
        model.next(AiMessage.from("Take train 139."));
        assertThat(assistant.chat("Find me the best train.")).isEqualTo("Take train 139.");
        for (List<ChatMessage> request :
                model.requests().subList(1, model.requests().size())) {
            assertThat(request).contains(UserMessage.from("Find me the best train."));
        }
        assertThat(memory.conversation().transcript()).hasSize(1 + 2 + 1 + 2 * 40 + 1);
        assertThat(model.lastRequest()).hasSizeLessThan(60);
    }

    @Test
    void streams() throws Exception {
        StreamingAssistant assistant = AiServices.builder(StreamingAssistant.class)
                .streamingChatModel(model.streaming())
                .chatMemory(memory)
                .tools(new Timetable())
                .build();
        for (int turn = 0; turn < 30; turn++) {
            model.next(AiMessage.from(train("a" + turn, 100), train("b" + turn, 200)), AiMessage.from("Both at noon."));
            CompletableFuture<String> answer = new CompletableFuture<>();
            assistant
                    .chat(Chats.question(turn).singleText())
                    .onPartialResponse(token -> {})
                    .onCompleteResponse(
                            response -> answer.complete(response.aiMessage().text()))
                    .onError(answer::completeExceptionally)
                    .start();
            assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo("Both at noon.");
        }
        assertThat(memory.conversation().status().stats().compressions()).isPositive();
        assertThat(memory.conversation().transcript()).hasSize(1 + 5 * 30);
    }

    @Test
    void storesAugmentedQuestions() {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model.plain())
                .chatMemory(memory)
                .contentRetriever(query -> List.of(Content.from("Trains never leave at noon.")))
                .build();
        assistant.chat("When do trains leave?");
        assertThat(lastUserText(memory.messages())).contains("When do trains leave?", "Trains never leave at noon.");
    }

    @Test
    void sendsAugmentedQuestionsWithoutStoringThem() {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model.plain())
                .chatMemory(memory)
                .tools(new Timetable())
                .contentRetriever(query -> List.of(Content.from("Trains never leave at noon.")))
                .storeRetrievedContentInChatMemory(false)
                .build();
        for (int turn = 0; turn < 30; turn++) {
            model.next(AiMessage.from(train("a" + turn, 100)), AiMessage.from("At noon."));
            String question = Chats.question(turn).singleText();
            assistant.chat(question);
            assertThat(lastUserText(model.lastRequest())).contains(question, "Trains never leave at noon.");
            assertThat(lastUserText(memory.messages())).isEqualTo(question);
        }
        assertThat(memory.messages().stream().map(Object::toString)).noneMatch(text -> text.contains("never leave"));
    }

    @Test
    void keepsAGuardrailsRepromptToItself() {
        List<String> judged = new ArrayList<>();
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model.plain())
                .chatMemory(memory)
                .outputGuardrails(new OutputGuardrail() {
                    @Override
                    public OutputGuardrailResult validate(AiMessage answer) {
                        judged.add(answer.text());
                        return answer.text().contains("EUR") ? success() : reprompt("no price", "Name a price.");
                    }
                })
                .build();
        assistant.chat("Any trains for less than 10 EUR?");
        model.next(AiMessage.from("It is cheap."), AiMessage.from("It costs 10 EUR."));
        assertThat(assistant.chat("What does it cost?")).isEqualTo("It costs 10 EUR.");
        assertThat(judged).endsWith("It is cheap.", "It costs 10 EUR.");
        assertThat(model.lastRequest()).endsWith(UserMessage.from("Name a price."));
        assertThat(memory.messages()).doesNotContain(UserMessage.from("Name a price."));
        assertThat(memory.conversation().transcript()).hasSize(5);
    }

    @Test
    void storesNoQuestionRefusedByGuardrail() {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model.plain())
                .chatMemory(memory)
                .inputGuardrails(new InputGuardrail() {
                    @Override
                    public InputGuardrailResult validate(UserMessage question) {
                        return question.singleText().contains("password") ? fatal("no secrets") : success();
                    }
                })
                .build();
        assistant.chat("Hello");
        assertThatThrownBy(() -> assistant.chat("My password is 1234.")).isInstanceOf(InputGuardrailException.class);
        assistant.chat("Sorry.");
        assertThat(memory.messages().stream().map(Object::toString)).noneMatch(text -> text.contains("1234"));
    }

    @Test
    void continuesAfterCallOfUnknownTool() {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model.plain())
                .chatMemory(memory)
                .tools(new Timetable())
                .build();
        model.next(AiMessage.from(ToolExecutionRequest.builder()
                .id("x")
                .name("teleport")
                .arguments("{}")
                .build()));
        assertThatThrownBy(() -> assistant.chat("Beam me up.")).isInstanceOf(RuntimeException.class);
        model.next(AiMessage.from("By train, then."));
        assertThat(assistant.chat("How else?")).isEqualTo("By train, then.");
        assertThat(memory.conversation().transcript()).hasSize(5);
    }

    @Test
    void continuesAfterModelFailure() {
        Assistant failing = AiServices.builder(Assistant.class)
                .chatModel(ChatModelMock.thatAlwaysThrowsException())
                .chatMemory(memory)
                .build();
        assertThatThrownBy(() -> failing.chat("Hello?")).isInstanceOf(RuntimeException.class);
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model.plain())
                .chatMemory(memory)
                .build();
        assistant.chat("Are you there?");
        assertThat(model.lastRequest()).contains(UserMessage.from("Hello?"), UserMessage.from("Are you there?"));
    }

    @Test
    void sharesAChatBetweenTwoServicesOfOneProvider() {
        try (CompressingChatMemoryProvider provider =
                CompressingChatMemoryProvider.builder().policy(SMALL).build()) {
            PersonalAssistant one = AiServices.builder(PersonalAssistant.class)
                    .chatModel(model.plain())
                    .chatMemoryProvider(provider)
                    .build();
            PersonalAssistant two = AiServices.builder(PersonalAssistant.class)
                    .chatModel(model.plain())
                    .chatMemoryProvider(provider)
                    .build();
            one.chat(7, "I am Ann.");
            two.chat(7, "Who am I?");
            two.chat(8, "And I?");
            assertThat(model.requests().get(1)).contains(UserMessage.from("I am Ann."));
            assertThat(model.lastRequest()).doesNotContain(UserMessage.from("I am Ann."));
            assertThat(one.evictChatMemory(7)).isTrue();
            one.chat(7, "Still there?");
            assertThat(model.lastRequest()).contains(UserMessage.from("I am Ann."));
        }
    }

    private static ToolExecutionRequest train(@Nullable String id, int number) {
        return ToolExecutionRequest.builder()
                .id(id)
                .name("departure")
                .arguments("{\"train\":" + number + "}")
                .build();
    }

    private static ToolExecutionResultMessage departure(String id, int number) {
        return ToolExecutionResultMessage.builder()
                .id(id)
                .toolName("departure")
                .text(new Timetable().departure(number))
                .isError(false)
                .build();
    }

    private static String lastUserText(List<ChatMessage> messages) {
        return UserMessage.findLast(messages).orElseThrow().singleText();
    }

    interface Assistant {
        @dev.langchain4j.service.SystemMessage(RULES)
        String chat(String question);
    }

    interface StreamingAssistant {
        @dev.langchain4j.service.SystemMessage(RULES)
        TokenStream chat(String question);
    }

    interface PersonalAssistant extends ChatMemoryAccess {
        String chat(@MemoryId int user, @dev.langchain4j.service.UserMessage String question);
    }

    static final class Timetable {
        @Tool("when a train leaves")
        String departure(@P("its number") int train) {
            return "Train " + train + " leaves at noon from platform " + train % 10 + ", daily except Sundays.";
        }
    }
}
