package io.github.sessioncompression.spring.ai.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.session.CreateSessionRequest;
import org.springframework.ai.session.DefaultSessionService;
import org.springframework.ai.session.EventFilter;
import org.springframework.ai.session.SessionEvent;
import org.springframework.ai.session.jdbc.JdbcSessionRepository;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** Sessions in Spring AI Session's own tables are taken over into a store of this library. */
class SessionEventsTest {
    private static final StateSchema SCHEMA = CompactionFixture.POLICY.state().schema();
    private static final int TURNS = 25;

    private final JdbcConnectionPool database = JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID(), "sa", "");
    private final SessionStore store = SessionStore.inMemory();
    private DefaultSessionService service;
    private String session;

    @BeforeEach
    void chat() throws SQLException {
        new ResourceDatabasePopulator(new ClassPathResource("org/springframework/ai/session/jdbc/schema-h2.sql"))
                .execute(database);
        service = DefaultSessionService.builder()
                .sessionRepository(
                        JdbcSessionRepository.builder().dataSource(database).build())
                .build();
        session = service.create(CreateSessionRequest.builder().userId("ben").build())
                .id();
        service.appendMessage(session, new SystemMessage("You help in a plant shop."));
        for (int i = 0; i < TURNS; i++) {
            service.appendMessage(
                    session,
                    new UserMessage("How many pots of type " + i + " are left? " + "I ask for the stand. ".repeat(8)));
            service.appendMessage(
                    session,
                    AssistantMessage.builder()
                            .content("")
                            .toolCalls(List.of(new AssistantMessage.ToolCall("c" + i, "function", "stock", "{}")))
                            .build());
            service.appendMessage(
                    session,
                    ToolResponseMessage.builder()
                            .responses(List.of(new ToolResponse("c" + i, "stock", 100 + i + " pots")))
                            .build());
            service.appendMessage(
                    session,
                    new AssistantMessage(
                            "There are " + (100 + i) + " pots of type " + i + ". " + "They stand outside. ".repeat(8)));
        }
    }

    @AfterEach
    void close() {
        database.dispose();
    }

    private void compact() {
        try (SessionStateCompactionStrategy strategy =
                CompactionFixture.strategy().build()) {
            assertThat(service.compact(session, CompactionFixture.ALWAYS, strategy)
                            .archivedEvents())
                    .isNotEmpty();
        }
    }

    private void assertWhole() {
        List<Entry> entries = store.load(session, 0, 1_000);
        assertThat(entries).hasSize(1 + 4 * TURNS);
        for (int i = 0; i < TURNS; i++) {
            int turn = i;
            assertThat(entries.subList(1 + 4 * i, 5 + 4 * i))
                    .extracting(entry -> entry.message().role())
                    .containsExactly(Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT);
            assertThat(entries.get(4 + 4 * i).message().text()).startsWith("There are " + (100 + turn) + " pots");
        }
    }

    @Test
    void aSessionIsTakenOverOnceWithAllItsMessages() {
        assertThat(SessionEvents.copy(service, session, store, SCHEMA)).isTrue();
        assertWhole();
        assertThat(store.current(session)).isEmpty();
        assertThat(SessionEvents.copy(service, session, store, SCHEMA)).isFalse();
        assertWhole();
        assertThat(SessionEvents.copy(service, "nobody", store, SCHEMA)).isFalse();
        assertThat(store.head("nobody")).isEmpty();
    }

    @Test
    void aCompactedSessionGoesOnFromItsStateWithItsWholeTranscript() {
        compact();
        List<SessionEvent> active = service.getEvents(session, EventFilter.active());
        String state = active.stream()
                .map(event -> event.getMessage().getText())
                .filter(text -> text != null && StateEnvelope.holds(text))
                .findFirst()
                .orElseThrow();
        assertThat(SessionEvents.copy(service, session, store, SCHEMA)).isTrue();
        assertWhole();
        CompressionRecord record = store.current(session).orElseThrow();
        assertThat(StateEnvelope.wrap(SCHEMA, record.injected())).isEqualTo(state);
        assertThat(record.pinned()).containsExactly(1L);
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompactionFixture.POLICY)
                .store(store)
                .executor(Runnable::run)
                .build()) {
            List<Message> view = compressor.conversation(session).view().messages();
            ValidSequence.check(view);
            assertThat(view).anyMatch(message -> message.text().equals(state));
            assertThat(view).hasSizeLessThan(1 + 4 * TURNS);
            for (int i = TURNS; i < TURNS + 20; i++) {
                compressor
                        .conversation(session)
                        .append(
                                Message.user("And type " + i + "? " + "I ask for the stand. ".repeat(8)),
                                Message.assistant("None. " + "They are sold. ".repeat(8)));
            }
            assertThat(compressor.conversation(session).record().orElseThrow().boundary())
                    .isGreaterThan(record.boundary());
        }
    }
}
