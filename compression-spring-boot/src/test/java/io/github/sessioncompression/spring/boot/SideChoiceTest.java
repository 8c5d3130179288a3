package io.github.sessioncompression.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.lists.FrameworkLists;
import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.settings.FrameworkStore;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.github.sessioncompression.store.redis.Redis;
import io.lettuce.core.RedisClient;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Choice of the side store for framework lists, with a real database and a real Redis. */
@Tag("once")
class SideChoiceTest extends StoreChoiceFixture {
    private final FrameworkLists lists = new FrameworkLists(Kind.TEXT_AND_ROLE);
    private final ApplicationContextRunner overLists =
            runner.withBean(FrameworkStore.class, () -> new Lists(true, lists));
    private final ApplicationContextRunner withDatabase = withDatabase(overLists);

    /** Lists of a framework's in a new process each time; a test says whether the application has chosen them. */
    private record Lists(boolean isTheApplications, FrameworkLists lists) implements FrameworkStore {
        @Override
        public Class<?> type() {
            return Iterable.class;
        }

        @Override
        public Optional<SessionStore> find(SideStore side) {
            return Optional.of(FrameworkLists.over(lists.inAnotherProcess(), InstantSource.system(), side));
        }
    }

    private static Conversation chat(AssertableApplicationContext context) {
        return context.getBean(SessionCompressor.class).conversation("a");
    }

    private static void longChat(AssertableApplicationContext context) {
        Conversation chat = chat(context);
        for (int i = 0; i < 60; i++) {
            chat.append(
                    Message.user("Where shall the " + i + " tulips of row " + i + " go? "
                            + "They need some sun. ".repeat(8)),
                    Message.assistant(
                            "Row " + i + " is for the south wall. " + "Water them in the evening. ".repeat(8)));
        }
        chat.compress();
        chat.enabled(false);
        chat.append(Message.user("And the snowdrops?"));
    }

    private long states() {
        return lists.stored("a").stream()
                .map(Said::text)
                .filter(StateEnvelope::holds)
                .count();
    }

    private void assertNothingIsLost(ApplicationContextRunner started) {
        started.run(SideChoiceTest::longChat);
        started.run(context -> {
            assertThat(chat(context).status().enabled()).isFalse();
            assertThat(chat(context).history()).hasSizeGreaterThan(1);
            assertThat(chat(context).status().stats().compressions()).isPositive();
            assertThat(chat(context).transcript()).hasSize(121);
        });
    }

    @Test
    void theDatabaseOfTheApplicationIsUsedBesideItsLists() {
        assertNothingIsLost(withDatabase);
        assertThat(lists.stored("a")).hasSize(123);
        assertThat(states()).isEqualTo(1);
    }

    @Test
    void listsHoldOnlyMessagesWithoutStateInList() {
        assertNothingIsLost(withDatabase.withPropertyValues("session-compression.framework.state-in-list=false"));
        assertThat(lists.stored("a")).hasSize(121);
        assertThat(states()).isZero();
    }

    @Test
    void usesApplicationBeanAsSideStore() {
        SessionStore own = SessionStore.inMemory();
        assertNothingIsLost(withDatabase
                .withBean(SessionStore.class, () -> own, bean -> {})
                .withPropertyValues("session-compression.store=framework"));
        assertThat(own.head(SideStore.ID_PREFIX + "a")).isPresent();
        assertThat(lists.stored("a")).isNotEmpty();
        assertThat(hasTables()).isFalse();
    }

    @Test
    void redisIsUsedBesideThemIfItIsAskedFor() {
        RedisClient client = RedisClient.create(Redis.uri());
        try {
            assertNothingIsLost(withDatabase
                    .withBean(RedisClient.class, () -> client, bean -> bean.setDestroyMethodName(""))
                    .withPropertyValues(
                            "session-compression.framework.side-store=redis",
                            "session-compression.store-prefix=" + UUID.randomUUID()));
            assertThat(hasTables()).isFalse();
        } finally {
            client.shutdown();
        }
    }

    @Test
    void usesNoSideStoreIfDisabledOrListsAreChosen() {
        withDatabase
                .withPropertyValues("session-compression.framework.side-store=none")
                .run(SideChoiceTest::longChat);
        assertThat(lists.stored("a")).isNotEmpty();
        assertThat(hasTables()).isFalse();
        withDatabase(runner)
                .withBean(FrameworkStore.class, () -> new Lists(false, lists))
                .withPropertyValues("session-compression.store=framework")
                .run(context -> assertThat(chat(context).transcript()).isNotEmpty());
        assertThat(hasTables()).isFalse();
    }

    @Test
    void warnsOnceOfUnusableDefaultDatabase() {
        try (Warnings warnings = new Warnings()) {
            withDatabase
                    .withPropertyValues("session-compression.jdbc.create-schema=false")
                    .run(SideChoiceTest::longChat);
            assertThat(warnings.lines())
                    .filteredOn(line -> line.contains("session-compression.framework.side-store"))
                    .singleElement()
                    .asString()
                    .contains("V1__session_compression.sql");
        }
        assertThat(lists.stored("a")).hasSizeGreaterThan(100);
    }

    @Test
    void missingConfiguredSideStoreFailsStart() {
        ApplicationContextRunner needing = needing(overLists);
        needing.withPropertyValues("session-compression.framework.side-store=jdbc")
                .run(context -> {
                    assertThat(analysis(context).getDescription())
                            .contains("session-compression.framework.side-store=jdbc needs one DataSource");
                    assertThat(analysis(context).getAction()).contains("session-compression.framework.side-store");
                });
        needing.withPropertyValues("session-compression.framework.state-in-list=false")
                .run(context -> assertThat(analysis(context).getDescription())
                        .contains("session-compression.framework.state-in-list=false needs a side store"));
    }

    @Test
    void theDatabaseHoldsACopyOfTheMessages() {
        withDatabase.run(SideChoiceTest::longChat);
        List<Message> kept =
                JdbcSessionStore.builder(database).build().load(SideStore.ID_PREFIX + "a", 0, 1_000).stream()
                        .map(entry -> entry.message())
                        .toList();
        assertThat(kept).hasSize(121);
    }
}
