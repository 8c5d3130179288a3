package io.github.sessioncompression.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.settings.FrameworkStore;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.redis.RedisSessionStore;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Order of preference of the stores for chats. */
@Tag("once")
class StoreChoiceTest extends StoreChoiceFixture {
    private final ApplicationContextRunner withDatabase = withDatabase(runner);

    /** Lists of a framework's; a test says whether the application has chosen them. */
    private record Lists(boolean isTheApplications, SessionStore lists) implements FrameworkStore {
        @Override
        public Class<?> type() {
            return Iterable.class;
        }

        @Override
        public Optional<SessionStore> find(SideStore side) {
            return Optional.of(lists);
        }
    }

    @Test
    void aBeanOfTheApplicationsGoesBeforeTheSetting() {
        SessionStore own = SessionStore.inMemory();
        try (Warnings warnings = new Warnings()) {
            withDatabase
                    .withBean(SessionStore.class, () -> own)
                    .withPropertyValues("session-compression.store=jdbc")
                    .run(context -> chat(context, "a"));
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("own SessionStore bean")
                    .contains("session-compression.store");
        }
        assertThat(own.head("a")).isPresent();
        assertThat(hasTables()).isFalse();
    }

    @Test
    void theSettingGoesBeforeAFrameworksLists() {
        SessionStore lists = SessionStore.inMemory();
        withDatabase
                .withBean(FrameworkStore.class, () -> new Lists(true, lists))
                .withPropertyValues("session-compression.store=jdbc")
                .run(context -> chat(context, "a"));
        withDatabase.withPropertyValues("session-compression.store=jdbc").run(context -> assertThat(size(context, "a"))
                .isEqualTo(2));
        assertThat(lists.head("a")).isEmpty();
    }

    @Test
    void usesDatabaseByDefault() {
        SessionStore lists = SessionStore.inMemory();
        withDatabase
                .withBean(FrameworkStore.class, () -> new Lists(false, lists))
                .run(context -> chat(context, "a"));
        withDatabase.run(context -> assertThat(size(context, "a")).isEqualTo(2));
        assertThat(lists.head("a")).isEmpty();
        assertThat(hasTables()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GRANT SELECT, INSERT ON SCHEMA PUBLIC TO guest", "SELECT 1"})
    void skipsDatabaseWithoutTablePrivilegeAndWarnsOnce(String rights) {
        String url = "jdbc:h2:mem:" + UUID.randomUUID();
        JdbcTemplate administration =
                new JdbcTemplate(new DriverManagerDataSource(url + ";DB_CLOSE_DELAY=-1", "owner", "secret"));
        administration.execute("CREATE USER guest PASSWORD 'guest'");
        administration.execute(rights);
        DataSource guest = new DriverManagerDataSource(url, "guest", "guest");
        SessionStore lists = SessionStore.inMemory();

        try (Warnings warnings = new Warnings()) {
            runner.withBean("dataSource", DataSource.class, () -> guest)
                    .withBean(FrameworkStore.class, () -> new Lists(false, lists))
                    .run(context -> chat(context, "a"));
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("not kept in the application's DataSource: could not make the tables")
                    .contains("session-compression.store");
        }
        assertThat(lists.head("a")).isPresent();
        needing(runner.withBean("dataSource", DataSource.class, () -> guest)
                        .withPropertyValues("session-compression.store=jdbc"))
                .run(context -> assertThat(analysis(context).getDescription()).contains("could not make the tables"));
    }

    @Test
    void keepsStoreChosenByApplication() {
        SessionStore lists = SessionStore.inMemory();
        withDatabase
                .withBean("itsDefault", FrameworkStore.class, () -> new Lists(false, SessionStore.inMemory()))
                .withBean("chosen", FrameworkStore.class, () -> new Lists(true, lists))
                .withPropertyValues("session-compression.framework.side-store=none")
                .run(context -> chat(context, "a"));
        assertThat(lists.head("a")).isPresent();
        assertThat(hasTables()).isFalse();
    }

    @Test
    void withoutADatabaseAFrameworksListsAreUsedAndElseTheMemory() {
        SessionStore lists = SessionStore.inMemory();
        runner.withBean(FrameworkStore.class, () -> new Lists(false, lists)).run(context -> chat(context, "a"));
        assertThat(lists.head("a")).isPresent();
        runner.run(context -> {
            chat(context, "a");
            assertThat(size(context, "a")).isEqualTo(2);
        });
        runner.run(context -> assertThat(size(context, "a")).isZero());
    }

    @Test
    void memoryAndFrameworkLeaveADatabaseAlone() {
        SessionStore lists = SessionStore.inMemory();
        ApplicationContextRunner both = withDatabase
                .withBean(FrameworkStore.class, () -> new Lists(true, lists))
                .withPropertyValues("session-compression.framework.side-store=none");
        both.withPropertyValues("session-compression.store=memory").run(context -> chat(context, "a"));
        assertThat(lists.head("a")).isEmpty();
        both.withPropertyValues("session-compression.store=framework").run(context -> chat(context, "a"));
        assertThat(lists.head("a")).isPresent();
        assertThat(hasTables()).isFalse();
    }

    @Test
    void missingConfiguredStoreFailsStart() {
        needing(runner).withPropertyValues("session-compression.store=jdbc").run(context -> {
            assertThat(analysis(context).getDescription())
                    .contains("session-compression.store=jdbc needs one DataSource, but the application has none")
                    .contains("Property: session-compression.store")
                    .contains("Value: \"jdbc\"");
            assertThat(analysis(context).getAction())
                    .contains("spring.datasource.url")
                    .contains("SessionStore bean")
                    .contains("session-compression.store");
        });
        needing(withDatabase)
                .withBean("another", DataSource.class, DriverManagerDataSource::new)
                .withPropertyValues("session-compression.store=jdbc")
                .run(context -> {
                    assertThat(analysis(context).getDescription()).contains("several: dataSource, another");
                    assertThat(analysis(context).getAction()).contains("@Primary");
                });
        needing(runner)
                .withPropertyValues("session-compression.store=framework")
                .run(context -> assertThat(analysis(context).getDescription())
                        .contains("session-compression.store=framework needs a chat memory store bean"));
        needing(runner).withPropertyValues("session-compression.store=redis").run(context -> {
            assertThat(analysis(context).getDescription())
                    .contains("no single bean of the type RedisClient, RedisClusterClient or LettuceConnectionFactory");
            assertThat(analysis(context).getAction()).contains("spring.data.redis.url");
        });
        needing(runner)
                .withClassLoader(new FilteredClassLoader(RedisSessionStore.class))
                .withPropertyValues("session-compression.store=redis")
                .run(context -> assertThat(analysis(context).getAction())
                        .contains("io.github.sessioncompression:compression-redis"));
        needing(runner).withPropertyValues("session-compression.store=disk").run(context -> assertThat(
                        analysis(context).getDescription())
                .contains("session-compression.store must be one of auto, jdbc, redis, framework, memory"));
    }
}
