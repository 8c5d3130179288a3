package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.state.StateEnvelope;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;

class CompressingChatMemoryTest {
    private static final CompressionPolicy SMALL = CompressionPolicy.forWindow(2_000);
    private static final String ID = SpringChat.ID;

    private final Deque<Runnable> background = new ArrayDeque<>();

    private CompressingChatMemory memory(CompressionPolicy policy) {
        return CompressingChatMemory.builder()
                .compressor(SessionCompressor.builder()
                        .policy(policy)
                        .executor(background::add)
                        .build())
                .build();
    }

    private void runBackground() {
        while (!background.isEmpty()) {
            background.remove().run();
        }
    }

    private static void addTurns(ChatMemory memory, int from, int count) {
        for (int turn = from; turn < from + count; turn++) {
            memory.get(ID);
            memory.add(ID, new UserMessage(GardenChat.question(turn)));
            memory.add(ID, new AssistantMessage("Turn " + turn + ". " + GardenChat.found("garden " + turn)));
        }
    }

    private static boolean holdsState(List<Message> messages) {
        return messages.size() > 1
                && messages.get(0).getMessageType() == MessageType.USER
                && StateEnvelope.holds(messages.get(0).getText())
                && StateEnvelope.ACKNOWLEDGEMENT.equals(messages.get(1).getText());
    }

    @Test
    void omitsEmptyMessageBesideToolCall() {
        CompressingChatMemory memory = CompressingChatMemory.builder()
                .policy(CompressionPolicy.forWindow(10_000))
                .build();
        memory.add("two-parts", new UserMessage("Which roses are in bloom?"));
        AssistantMessage call = AssistantMessage.builder()
                .content("")
                .toolCalls(List.of(new AssistantMessage.ToolCall("a", "function", "lookup", "{}")))
                .build();

        memory.add("two-parts", List.of(new AssistantMessage(""), call));

        assertThat(memory.get("two-parts")).hasSize(2).endsWith(call);
    }

    @Test
    @SuppressWarnings("NullAway") // It is about nulls.
    void rejectsInvalidArgumentsLikeSpringAi() {
        try (CompressingChatMemory memory = memory(SMALL)) {
            Message message = new UserMessage("Hello");
            List<Message> withNull = new ArrayList<>();
            withNull.add(null);
            for (String id : new String[] {null, "", "  "}) {
                String words = "conversationId cannot be null or empty";
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> memory.add(id, message))
                        .withMessage(words);
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> memory.get(id))
                        .withMessage(words);
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> memory.clear(id))
                        .withMessage(words);
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> memory.add(ID, (Message) null))
                    .withMessage("message cannot be null");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> memory.add(ID, (List<Message>) null))
                    .withMessage("messages cannot be null");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> memory.add(ID, withNull))
                    .withMessage("messages cannot contain null elements");
        }
    }

    @Test
    void returnsFreshListOfAddedInstances() {
        CompressingChatMemory memory = memory(SMALL);
        Message question = new UserMessage("Hello");
        Message answer = new AssistantMessage("Good morning.");
        memory.add(ID, List.of(question, answer));

        List<Message> first = memory.get(ID);
        first.clear();

        assertThat(memory.get(ID)).hasSize(2).first().isSameAs(question);
        assertThat(memory.get("another")).isEmpty();
    }

    @Test
    void takesNothingForNothing() {
        CompressingChatMemory memory = memory(SMALL);
        memory.add(ID, List.of());

        assertThat(memory.get(ID)).isEmpty();
    }

    @Test
    void handsOutTheStateAndThenWholeTurns() {
        CompressingChatMemory memory = memory(SMALL);
        addTurns(memory, 1, 20);
        runBackground();

        List<Message> messages = memory.get(ID);

        assertThat(holdsState(messages)).isTrue();
        assertThat(messages.get(2).getMessageType()).isEqualTo(MessageType.USER);
        assertThat(messages).hasSizeLessThan(40);
    }

    @Test
    void showsCompressionBetweenTurns() {
        CompressingChatMemory memory = memory(SMALL);
        Conversation chat = memory.compressor().conversation(ID);
        for (int turn = 1; chat.status().contextTokens() <= chat.status().triggerTokens(); turn++) {
            addTurns(memory, turn, 1);
        }
        assertThat(holdsState(memory.get(ID))).isFalse();

        runBackground();

        List<Message> between = memory.get(ID);
        assertThat(holdsState(between)).isTrue();
        memory.add(ID, new UserMessage("And now?"));
        assertThat(memory.get(ID)).startsWith(between.toArray(Message[]::new));
    }

    @Test
    void onlyExtendsListWithinTurn() {
        CompressingChatMemory memory = memory(SMALL);
        addTurns(memory, 1, 20);
        List<Message> atTheStart = memory.get(ID);
        memory.add(ID, new UserMessage("And now?"));
        runBackground();
        memory.add(
                ID,
                AssistantMessage.builder()
                        .content("")
                        .toolCalls(List.of(new AssistantMessage.ToolCall("c1", "function", "lookup", "{}")))
                        .build());
        memory.add(
                ID,
                ToolResponseMessage.builder()
                        .responses(List.of(new ToolResponseMessage.ToolResponse("c1", "lookup", "a rake")))
                        .build());

        List<Message> inTheLoop = memory.get(ID);

        assertThat(memory.compressor().conversation(ID).record()).isPresent();
        assertThat(inTheLoop).hasSize(atTheStart.size() + 3).startsWith(atTheStart.toArray(Message[]::new));
        memory.add(ID, new AssistantMessage("A rake."));
        assertThat(holdsState(memory.get(ID))).isTrue();
    }

    @Test
    void showsManualCompressionAtOnce() {
        CompressingChatMemory memory = memory(CompressionPolicy.forWindow(100_000));
        addTurns(memory, 1, 20);
        memory.get(ID);

        memory.compressor().conversation(ID).compress();

        assertThat(holdsState(memory.get(ID))).isTrue();
    }

    @Test
    void neverReturnsSystemMessageAndWarnsOnce() {
        try (Warnings warnings = new Warnings()) {
            CompressingChatMemory memory = memory(SMALL);
            memory.add(
                    ID, List.of(new SystemMessage("Be brief."), new UserMessage("Hello"), new AssistantMessage("Hi.")));
            memory.add(ID, new SystemMessage("Be verbose."));
            addTurns(memory, 1, 30);
            runBackground();
            addTurns(memory, 31, 1);

            assertThat(memory.get(ID)).noneMatch(SystemMessage.class::isInstance);
            assertThat(warnings.lines())
                    .filteredOn(line -> line.contains("system message"))
                    .hasSize(1);
        }
    }

    /** The model answers after the test only: who waits for it waits for ever. */
    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void neitherWaitsForAModelNorFailsBecauseOfOne() throws InterruptedException {
        CountDownLatch blocked = new CountDownLatch(1);
        StructuredModel never = request -> {
            blocked.await();
            throw new IllegalStateException("no answer");
        };
        CompressionPolicy patient = SMALL.withModel(ModelOptions.defaults().withTimeout(Duration.ofHours(1)));
        SessionCompressor compressor =
                SessionCompressor.builder().policy(patient).model(never).build();
        try (compressor) {
            CompressingChatMemory memory =
                    CompressingChatMemory.builder().compressor(compressor).build();
            addTurns(memory, 1, 60);
            List<Message> messages = memory.get(ID);

            assertThat(compressor.conversation(ID).status().contextTokens())
                    .isLessThanOrEqualTo(SMALL.hardLimitTokens());
            assertThat(messages.get(messages.size() - 1).getText()).startsWith("Turn 60.");
            assertThat(compressor.conversation(ID).transcript()).hasSize(120);
        } finally {
            blocked.countDown();
        }
    }

    @Test
    void waitsInSyncMode() {
        CompressingChatMemory memory = memory(SMALL.withExecution(Execution.SYNC));
        addTurns(memory, 1, 30);

        assertThat(background).isEmpty();
        assertThat(holdsState(memory.get(ID))).isTrue();
    }

    @Test
    void keepsANoteInPlaceOfAnAnswerWithoutAnyText() {
        CompressingChatMemory memory = memory(SMALL);
        memory.add(ID, new UserMessage("Hello?"));
        memory.add(ID, new AssistantMessage(""));

        assertThat(memory.get(ID)).hasSize(2);
        assertThat(memory.get(ID).get(1).getText()).isNotBlank();
    }

    @Test
    void forgetsEverythingWhenCleared() {
        CompressingChatMemory memory = memory(SMALL);
        addTurns(memory, 1, 30);
        runBackground();
        memory.clear(ID);
        memory.clear(ID);

        assertThat(memory.get(ID)).isEmpty();
        assertThat(memory.compressor().conversation(ID).transcript()).isEmpty();
    }
}
