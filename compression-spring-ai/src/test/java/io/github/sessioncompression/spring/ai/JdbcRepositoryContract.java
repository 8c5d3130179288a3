package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.StoreTransfer;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.repository.jdbc.JdbcChatMemoryRepository;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** The memory over Spring AI's own JDBC repository, with its own schema in a real database. */
abstract class JdbcRepositoryContract {
    private static final String ID = SpringChat.ID;

    private final StrictOpenAiServer server =
            StrictOpenAiServer.start().withWindow(3_000).allowingRepeatedRoles();
    private DataSource database;

    /** The database, empty. */
    abstract DataSource open() throws IOException;

    /** The end of the schema's name. */
    abstract String schema();

    @BeforeEach
    void createSchema() throws IOException {
        database = open();
        new ResourceDatabasePopulator(new ClassPathResource(
                        "org/springframework/ai/chat/memory/repository/jdbc/schema-" + schema() + ".sql"))
                .execute(database);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private ChatMemoryRepository repository() {
        return JdbcChatMemoryRepository.builder().dataSource(database).build();
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

    @Test
    void chatsMoveFromTheRepositoryToTheLibrarysOwnTables() {
        repository()
                .saveAll(
                        "user-41",
                        List.of(new UserMessage("Which bulbs are for shade?"), new AssistantMessage("Snowdrops.")));
        CompressionPolicy policy = CompressionPolicy.forWindow(3_000);
        try (SessionCompressor before = SessionCompressor.builder()
                        .policy(policy)
                        .store(ChatMemoryRepositories.asSessionStore(repository()))
                        .executor(Runnable::run)
                        .build();
                SessionCompressor after = SessionCompressor.builder()
                        .policy(policy)
                        .store(JdbcSessionStore.builder(database).build())
                        .build()) {
            Conversation compressed = before.conversation("user-42");
            for (int i = 0; i < 25; i++) {
                compressed.append(
                        io.github.sessioncompression.message.Message.user(
                                "Order " + i + " is for the greenhouse. ".repeat(10)),
                        io.github.sessioncompression.message.Message.assistant(
                                "Order " + i + " is noted. ".repeat(10)));
            }
            assertThat(compressed.record()).isPresent();
            for (String id : before.conversations(null, 1_000)) {
                after.importConversation(id, before.conversation(id).export());
            }
            assertThat(after.conversations(null, 10)).containsExactly("user-41", "user-42");
            for (String id : List.of("user-41", "user-42")) {
                assertThat(after.conversation(id).transcript())
                        .extracting(io.github.sessioncompression.message.Message::text)
                        .isEqualTo(before.conversation(id).transcript().stream()
                                .map(io.github.sessioncompression.message.Message::text)
                                .toList());
            }
            assertThat(after.conversation("user-42").record().orElseThrow().injected())
                    .isEqualTo(compressed.record().orElseThrow().injected());
        }
    }

    @Test
    void allChatsOfTheTableAreTakenOverOnce() {
        repository()
                .saveAll(
                        "user-41",
                        List.of(new UserMessage("Which bulbs are for shade?"), new AssistantMessage("Snowdrops.")));
        repository().saveAll("user-42", List.of(new UserMessage("Wie groß ist der Teich?")));
        SessionStore table = ChatMemoryRepositories.asSessionStore(repository());
        SessionStore own = JdbcSessionStore.builder(database).build();
        assertThat(StoreTransfer.copy(table, own)).isEqualTo(new StoreTransfer.Result(2, 0, 0, List.of()));
        assertThat(own.load("user-41", 0, 9))
                .extracting(entry -> entry.sequence() + " " + entry.message().role() + " "
                        + entry.message().text())
                .containsExactly("1 USER Which bulbs are for shade?", "2 ASSISTANT Snowdrops.");
        assertThat(StoreTransfer.copy(table, own)).isEqualTo(new StoreTransfer.Result(0, 2, 0, List.of()));
        assertThat(own.load("user-42", 0, 9)).hasSize(1);
    }

    /** With {@code MessageWindowChatMemory} each request after a tool's result holds the result without its call. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sendsNoOrphanedResultInsideTheToolLoop(boolean streaming) {
        ChatClient client = nestedClient(RepositoriesTest.memory(repository()));
        server.answers(GardenChat::answer);

        for (int turn = 1; turn <= 40; turn++) {
            String question = GardenChat.question(turn);
            String answer = streaming ? SpringChat.stream(client, ID, question) : SpringChat.call(client, ID, question);
            assertThat(answer).isNotBlank();
        }

        assertThat(server.refusals()).isEmpty();
        assertThat(server.lastSent().messages().get(0).text()).matches(StateEnvelope::holds);
        assertThat(GardenChat.missingFrom(server.lastSent())).isEmpty();
    }

    @Test
    void keepsEveryQuestionAndTheStateInTheTable() {
        server.answers(GardenChat::answer);
        ChatClient client = nestedClient(RepositoriesTest.memory(repository()));
        IntStream.rangeClosed(1, 40).forEach(turn -> SpringChat.call(client, ID, GardenChat.question(turn)));

        List<String> texts = repository().findByConversationId(ID).stream()
                .map(Message::getText)
                .toList();

        assertThat(texts)
                .containsAll(IntStream.rangeClosed(1, 40)
                        .mapToObj(GardenChat::question)
                        .toList());
        assertThat(texts).filteredOn(StateEnvelope::holds).hasSize(1);
    }

    @Test
    void goesOnInAnotherProcess() {
        server.answers(GardenChat::answer);
        CompressingChatMemory here = RepositoriesTest.memory(repository());
        ChatClient client = nestedClient(here);
        IntStream.rangeClosed(1, 40).forEach(turn -> SpringChat.call(client, ID, GardenChat.question(turn)));

        CompressingChatMemory elsewhere = RepositoriesTest.memory(repository());

        assertThat(elsewhere.get(ID).get(0).getText())
                .isEqualTo(here.get(ID).get(0).getText());
        ChatClient there = nestedClient(elsewhere);
        IntStream.rangeClosed(41, 46).forEach(turn -> SpringChat.call(there, ID, GardenChat.question(turn)));
        assertThat(server.refusals()).isEmpty();
        assertThat(GardenChat.missingFrom(server.lastSent())).isEmpty();
    }

    @Test
    void sideStoreKeepsDroppedPartsAndTableHoldsOnlyChat() {
        server.answers(GardenChat::answer);
        try (SessionCompressor here = beside();
                SessionCompressor there = beside()) {
            CompressingChatMemory memory =
                    CompressingChatMemory.builder().compressor(here).build();
            ChatClient client = nestedClient(memory);
            IntStream.rangeClosed(1, 40).forEach(turn -> SpringChat.call(client, ID, GardenChat.question(turn)));
            Conversation before = here.conversation(ID);
            Conversation after = there.conversation(ID);
            assertThat(said(after.view().messages()))
                    .isEqualTo(said(before.view().messages()));
            assertThat(said(after.transcript()))
                    .isEqualTo(said(before.transcript()))
                    .anyMatch(text -> text.startsWith("TOOL"));
            assertThat(after.record()).isEqualTo(before.record()).isPresent();
            assertThat(after.history()).isEqualTo(before.history()).hasSizeGreaterThan(1);
            assertThat(after.status().stats().compressions()).isPositive();
            assertThat(repository().findByConversationId(ID))
                    .extracting(Message::getText)
                    .noneMatch(StateEnvelope::holds)
                    .containsAll(IntStream.rangeClosed(1, 40)
                            .mapToObj(GardenChat::question)
                            .toList());
            there.conversation(ID).erase(2);
            assertThat(JdbcSessionStore.builder(database).build().load(SideStore.ID_PREFIX + ID, 0, 3))
                    .isNotEmpty()
                    .noneMatch(entry -> entry.sequence() == 2);
        }
        assertThat(server.refusals()).isEmpty();
    }

    /** As another process each time: a repository object of its own. */
    private SessionCompressor beside() {
        CompressionPolicy policy = CompressionPolicy.forWindow(3_000);
        SideStore side = SideStore.of(JdbcSessionStore.builder(database)
                .messageCodec(MessageSources.codec())
                .build());
        return SessionCompressor.builder()
                .policy(policy)
                .store(ChatMemoryRepositories.asSessionStore(
                        repository(), policy.state().schema(), side.withStateInList(false)))
                .executor(Runnable::run)
                .build();
    }

    private static List<String> said(List<io.github.sessioncompression.message.Message> messages) {
        return messages.stream()
                .map(message -> message.role() + " " + message.text() + message.toolCalls() + message.toolCallId())
                .toList();
    }

    @Test
    void saysWhyAnIdIsTooLongForTheTable() {
        String id = "a-conversation-of-" + "x".repeat(20);
        CompressingChatMemory memory = RepositoriesTest.memory(repository());

        try (Warnings warnings = new Warnings()) {
            assertThatThrownBy(() -> memory.add(id, new UserMessage("Hello"))).isInstanceOf(DataAccessException.class);

            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("38 characters", "takes 36", "conversation_id");
            assertThat(memory.get(id)).isEmpty();
        }
    }

    @Test
    void keepsWordsOfAllLanguages() {
        CompressingChatMemory memory = RepositoriesTest.memory(repository());
        memory.add(ID, List.of(new UserMessage("Wie groß ist der Teich? 池塘 🐟"), new AssistantMessage("Très grand.")));

        assertThat(RepositoriesTest.memory(repository()).get(ID))
                .extracting(Message::getText)
                .containsExactly("Wie groß ist der Teich? 池塘 🐟", "Très grand.");
    }
}
