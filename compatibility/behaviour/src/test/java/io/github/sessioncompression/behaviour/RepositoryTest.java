package io.github.sessioncompression.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.memory.repository.jdbc.JdbcChatMemoryRepository;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.session.CreateSessionRequest;
import org.springframework.ai.session.DefaultSessionService;
import org.springframework.ai.session.EventFilter;
import org.springframework.ai.session.InMemorySessionRepository;
import org.springframework.ai.session.SessionEvent;
import org.springframework.jdbc.core.JdbcTemplate;

/** Spring AI's JDBC repository, and the sessions of its community. */
class RepositoryTest {
    private static JdbcChatMemoryRepository repository(DataSource source) {
        return JdbcChatMemoryRepository.builder().dataSource(source).build();
    }

    @Row(37)
    void readsTablesOfVersion11OnceTheyAreMigrated() throws IOException {
        DataSource source = Databases.withTableOf11("old");
        JdbcTemplate table = new JdbcTemplate(source);
        List.of("One", "Two", "Three")
                .forEach(text -> table.update(
                        "INSERT INTO SPRING_AI_CHAT_MEMORY VALUES (?, ?, ?, DATEADD(SECOND, ?, CURRENT_TIMESTAMP))",
                        "c",
                        text,
                        "USER",
                        text.length()));
        JdbcChatMemoryRepository repository = repository(source);

        assertThatThrownBy(() -> repository.findByConversationId("c")).hasStackTraceContaining("SEQUENCE_ID");

        PageTest.sql().lines().forEach(table::execute);
        assertThat(repository.findByConversationId("c"))
                .extracting(Message::getText)
                .hasSize(3)
                .last()
                .isEqualTo("Three");
        repository.saveAll("c", List.of(new UserMessage("Four")));
        assertThat(repository.findByConversationId("c"))
                .extracting(Message::getText)
                .containsExactly("Four");
    }

    @Row(38)
    void readsTimesInTheZoneOfTheProcess() {
        DataSource inLondon = Databases.withCurrentTable("zones;INIT=SET TIME ZONE 'UTC'");
        repository(inLondon).saveAll("c", List.of(new UserMessage("Hello")));

        // A session has the zone of its process unless it is set.
        DataSource inTokyo = Databases.open("zones;INIT=SET TIME ZONE 'Asia/Tokyo'");
        assertThat(time(inTokyo)).isEqualTo(time(inLondon).minus(Duration.ofHours(9)));
    }

    private static Instant time(DataSource source) {
        return Objects.requireNonNull(new JdbcTemplate(source)
                        .queryForObject("SELECT timestamp FROM SPRING_AI_CHAT_MEMORY", Timestamp.class))
                .toInstant();
    }

    @Row(41)
    void filtersBranchesAboveButNotBelow() {
        EventFilter filter = EventFilter.forBranch("root.a");

        assertThat(filter.matches(event(null))).isTrue();
        assertThat(filter.matches(event("root.a"))).isTrue();
        assertThat(filter.matches(event("root.b"))).isFalse();
        assertThat(filter.matches(event("root"))).isTrue();
        assertThat(filter.matches(event("root.a.x"))).isFalse();
    }

    private static SessionEvent event(@Nullable String branch) {
        return SessionEvent.builder()
                .sessionId("s")
                .timestamp(Instant.EPOCH)
                .message(new UserMessage("Hello"))
                .branch(branch)
                .build();
    }

    @Row(42)
    void mergesFiltersOfRequestAndAdvisor() {
        DefaultSessionService sessions = DefaultSessionService.builder()
                .sessionRepository(InMemorySessionRepository.builder().build())
                .build();
        sessions.create(CreateSessionRequest.builder().id("s").userId("u").build());
        EventFilter paged = EventFilter.keywordSearch("Hello", 0, 10);

        assertThatThrownBy(() -> EventFilter.lastN(3).merge(paged)).isInstanceOf(IllegalArgumentException.class);
    }
}
