package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.ai.LossyRepository.Loss;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.UserMessage;

/** Invariants for repositories with any losses. */
@Tag("once")
class RepositoriesTest {
    private static final String ID = SpringChat.ID;
    static final CompressionPolicy POLICY = CompressionPolicy.forWindow(3_000);

    private final StrictOpenAiServer server =
            StrictOpenAiServer.start().withWindow(3_000).allowingRepeatedRoles();

    @AfterEach
    void stop() {
        server.close();
    }

    static CompressingChatMemory memory(ChatMemoryRepository repository) {
        return CompressingChatMemory.builder()
                .compressor(SessionCompressor.builder()
                        .policy(POLICY)
                        .store(ChatMemoryRepositories.asSessionStore(
                                repository, POLICY.state().schema()))
                        .executor(Runnable::run)
                        .build())
                .build();
    }

    private ChatClient nestedClient(CompressingChatMemory memory) {
        return SpringChat.client(
                server,
                List.of(new Lookup(GardenChat::found)),
                List.of(
                        SpringChat.nested(memory),
                        SpringChat.toolAdvisorWithoutHistory(),
                        SessionStateAdvisor.builder(memory).build()));
    }

    /** With Spring AI's own memory over JDBC and inside the tool loop, every second request has a result without its call. */
    @ParameterizedTest
    @EnumSource(Loss.class)
    void everyRequestIsValidInsideTheToolLoop(Loss loss) {
        LossyRepository repository = new LossyRepository(loss);
        ChatClient client = nestedClient(memory(repository));
        server.answers(GardenChat::answer);

        for (int turn = 1; turn <= 60; turn++) {
            SpringChat.call(client, ID, GardenChat.question(turn));
        }

        assertThat(server.refusals()).isEmpty();
        assertThat(server.lastSent().messages().get(0).text()).matches(StateEnvelope::holds);
        assertThat(GardenChat.missingFrom(server.lastSent())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Loss.class)
    void anotherProcessGoesOnWithTheSameState(Loss loss) {
        LossyRepository repository = new LossyRepository(loss);
        server.answers(GardenChat::answer);
        CompressingChatMemory here = memory(repository);
        ChatClient client = nestedClient(here);
        for (int turn = 1; turn <= 60; turn++) {
            SpringChat.call(client, ID, GardenChat.question(turn));
        }
        String state = here.get(ID).get(0).getText();
        assertThat(state).matches(StateEnvelope::holds);
        // A compression reaches the repository with the next message only.
        here.add(ID, new UserMessage("Thank you."));

        CompressingChatMemory elsewhere = memory(repository.inAnotherProcess());
        List<Message> messages = elsewhere.get(ID);

        assertThat(messages.get(0).getMessageType()).isEqualTo(MessageType.USER);
        assertThat(messages.get(0).getText()).isEqualTo(state);
        assertThat(messages.get(1).getText()).isEqualTo(StateEnvelope.ACKNOWLEDGEMENT);
        ChatClient there = nestedClient(elsewhere);
        for (int turn = 61; turn <= 70; turn++) {
            SpringChat.call(there, ID, GardenChat.question(turn));
        }
        assertThat(server.refusals()).isEmpty();
        assertThat(GardenChat.missingFrom(server.lastSent())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Loss.class)
    void everyWordOfUserAndAssistantStaysInTheRepository(Loss loss) {
        LossyRepository repository = new LossyRepository(loss);
        CompressingChatMemory memory = memory(repository);
        for (int turn = 1; turn <= 60; turn++) {
            memory.get(ID);
            memory.add(
                    ID,
                    UserMessage.builder()
                            .text(GardenChat.question(turn))
                            .metadata(Map.of("turn", turn))
                            .build());
            memory.add(ID, new AssistantMessage("Turn " + turn + ". " + GardenChat.found("garden " + turn)));
        }

        List<String> texts = repository.findByConversationId(ID).stream()
                .map(Message::getText)
                .toList();

        for (int turn = 1; turn <= 60; turn++) {
            int number = turn;
            assertThat(texts).contains(GardenChat.question(turn));
            assertThat(texts).anyMatch(text -> text.startsWith("Turn " + number + "."));
        }
        assertThat(texts).filteredOn(StateEnvelope::holds).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Loss.class)
    void readsAndWritesOnceForEachBatch(Loss loss) {
        LossyRepository repository = new LossyRepository(loss);
        CompressingChatMemory memory = memory(repository);
        memory.add(ID, List.of(new UserMessage("Hello"), new AssistantMessage("Good morning.")));
        int loads = repository.loads();
        int saves = repository.saves();

        memory.add(ID, List.of(new UserMessage("And?"), new AssistantMessage("Fine."), new UserMessage("Good.")));

        assertThat(repository.loads() - loads).isLessThanOrEqualTo(1);
        assertThat(repository.saves() - saves).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Loss.class)
    void clearsTheRepositoryToo(Loss loss) {
        LossyRepository repository = new LossyRepository(loss);
        CompressingChatMemory memory = memory(repository);
        memory.add(ID, List.of(new UserMessage("Hello"), new AssistantMessage("Good morning.")));

        memory.clear(ID);

        assertThat(repository.findByConversationId(ID)).isEmpty();
        assertThat(memory.get(ID)).isEmpty();
    }
}
