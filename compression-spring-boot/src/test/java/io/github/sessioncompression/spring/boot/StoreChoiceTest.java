package io.github.sessioncompression.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.PayloadCipher;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.github.sessioncompression.store.redis.Redis;
import io.github.sessioncompression.store.redis.RedisSessionStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.spec.SecretKeySpec;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Where chats are kept, over real databases and a real Redis. */
class StoreChoiceTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SessionCompressionAutoConfiguration.class))
            .withPropertyValues("session-compression.context-window=4000");
    private final DataSource database =
            new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    private final ApplicationContextRunner withDatabase =
            runner.withBean("dataSource", DataSource.class, () -> database);

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

    private static void chat(AssertableApplicationContext context, String id) {
        context.getBean(SessionCompressor.class)
                .conversation(id)
                .append(Message.user("Which bulbs are for shade?"), Message.assistant("Snowdrops."));
    }

    private static int size(AssertableApplicationContext context, String id) {
        Conversation chat = context.getBean(SessionCompressor.class).conversation(id);
        return chat.transcript().size();
    }

    private boolean hasTables() {
        return new JdbcTemplate(database)
                .queryForList("SELECT table_name FROM information_schema.tables", String.class).stream()
                        .anyMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("session_compression_"));
    }

    private static FailureAnalysis analysis(AssertableApplicationContext context) {
        return new InvalidSettingsFailureAnalyzer().analyze(context.getStartupFailure());
    }

    private ApplicationContextRunner needing(ApplicationContextRunner any) {
        return any.withUserConfiguration(SessionCompressionAutoConfigurationTest.User.class);
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
    void aDatabaseIsUsedWhereTheApplicationHasChosenNothingElse() {
        SessionStore lists = SessionStore.inMemory();
        withDatabase
                .withBean(FrameworkStore.class, () -> new Lists(false, lists))
                .run(context -> chat(context, "a"));
        withDatabase.run(context -> assertThat(size(context, "a")).isEqualTo(2));
        assertThat(lists.head("a")).isEmpty();
        assertThat(hasTables()).isTrue();
    }

    @Test
    void whatTheApplicationHasChosenStays() {
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
    void aStoreThatIsAskedForAndIsNotThereEndsTheStart() {
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

    @Test
    void tablesAreMadeOnlyIfThatIsWanted() {
        needing(withDatabase)
                .withPropertyValues("session-compression.jdbc.create-schema=false")
                .run(context -> assertThat(analysis(context).getDescription())
                        .contains("session-compression.store")
                        .contains("/store/jdbc/h2/V1__session_compression.sql"));
        assertThat(hasTables()).isFalse();
        withDatabase
                .withPropertyValues("session-compression.jdbc.table-prefix=shop_")
                .run(context -> chat(context, "a"));
        assertThat(hasTables()).isFalse();
        assertThat(new JdbcTemplate(database).queryForObject("SELECT COUNT(*) FROM shop_message", Integer.class))
                .isEqualTo(2);
        needing(withDatabase)
                .withPropertyValues("session-compression.jdbc.table-prefix=x; DROP")
                .run(context -> assertThat(analysis(context).getDescription())
                        .contains("session-compression.jdbc.table-prefix must be 1 to 30 letters"));
    }

    @Test
    void aDatabaseThatIsNotKnownIsLeftAloneUnlessItIsAskedFor() {
        DataSource unknown = facade(metadata -> "Elsewhere");
        ApplicationContextRunner elsewhere = runner.withBean(DataSource.class, () -> unknown);
        try (Warnings warnings = new Warnings()) {
            elsewhere.run(context -> chat(context, "a"));
            assertThat(warnings.lines()).singleElement().asString().contains("session-compression.store");
        }
        needing(elsewhere).withPropertyValues("session-compression.store=jdbc").run(context -> assertThat(
                        analysis(context).getDescription())
                .contains("the database must be one of")
                .contains("but is Elsewhere"));
    }

    @Test
    void aDatabaseThatCannotBeReachedEndsTheStart() {
        DataSource down = facade(metadata -> {
            throw new SQLException("connection refused by host db", "08001");
        });
        needing(runner.withBean(DataSource.class, () -> down))
                .run(context -> assertThat(analysis(context).getDescription())
                        .contains("session-compression.store")
                        .contains("connection refused by host db"));
    }

    /** The database under another name. */
    private DataSource facade(NameOf name) {
        ClassLoader classes = StoreChoiceTest.class.getClassLoader();
        return new DriverManagerDataSource() {
            @Override
            public Connection getConnection() throws SQLException {
                Connection real = database.getConnection();
                DatabaseMetaData metadata = real.getMetaData();
                String called = name.of(metadata);
                Object shown = Proxy.newProxyInstance(
                        classes,
                        new Class<?>[] {DatabaseMetaData.class},
                        (proxy, method, arguments) -> method.getName().equals("getDatabaseProductName")
                                ? called
                                : method.invoke(metadata, arguments));
                return (Connection) Proxy.newProxyInstance(
                        classes, new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                            try {
                                return method.getName().equals("getMetaData") ? shown : method.invoke(real, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
            }
        };
    }

    private interface NameOf {
        String of(DatabaseMetaData metadata) throws SQLException;
    }

    @Test
    void severalDatabasesAndNoPrimaryOneAreLeftAloneAndThatIsSaid() {
        try (Warnings warnings = new Warnings()) {
            withDatabase
                    .withBean("another", DataSource.class, DriverManagerDataSource::new)
                    .run(context -> chat(context, "a"));
            assertThat(warnings.lines()).singleElement().asString().contains("dataSource, another");
        }
        assertThat(hasTables()).isFalse();
    }

    @Test
    void chatsAreSealedByTheApplicationsCipher() {
        PayloadCipher cipher = PayloadCipher.aesGcm("k1", Map.of("k1", new SecretKeySpec(new byte[32], "AES")));
        withDatabase.withBean(PayloadCipher.class, () -> cipher).run(context -> chat(context, "a"));
        assertThat(new JdbcTemplate(database)
                        .queryForList("SELECT content || payload FROM session_compression_message", String.class))
                .hasSize(2)
                .noneMatch(text -> text.contains("Snowdrops"));
        assertThat(JdbcSessionStore.builder(database).cipher(cipher).build().load("a", 0, 9))
                .hasSize(2);
    }

    @Test
    void redisIsUsedThroughAClientOfTheApplications() {
        RedisClient client = RedisClient.create(Redis.uri());
        try {
            ApplicationContextRunner withRedis = runner.withBean(RedisClient.class, () -> client, bean -> {})
                    .withPropertyValues(
                            "session-compression.store=redis",
                            "session-compression.redis.key-prefix=" + UUID.randomUUID());
            SessionStore[] made = new SessionStore[1];
            withRedis.run(context -> {
                chat(context, "a");
                made[0] = context.getBean(ChosenStore.class).store().orElseThrow();
                assertThat(size(context, "a")).isEqualTo(2);
            });
            assertThatThrownBy(() -> made[0].head("a")).hasMessageContaining("the store is closed");
            needing(withRedis)
                    .withPropertyValues("session-compression.redis.key-prefix={}")
                    .run(context -> assertThat(analysis(context).getDescription())
                            .contains("session-compression.redis.key-prefix must be 1 to 60 letters"));
        } finally {
            client.shutdown();
        }
    }

    @Test
    void redisIsUsedThroughTheConnectionsOfSpringData() {
        RedisURI uri = RedisURI.create(Redis.uri());
        String prefix = "session-compression.redis.key-prefix=" + UUID.randomUUID();
        ApplicationContextRunner withRedis = runner.withBean(
                        LettuceConnectionFactory.class,
                        () -> new LettuceConnectionFactory(
                                new RedisStandaloneConfiguration(uri.getHost(), uri.getPort())))
                .withPropertyValues("session-compression.store=redis", prefix);
        withRedis.run(context -> chat(context, "a"));
        withRedis.run(context -> assertThat(size(context, "a")).isEqualTo(2));
    }

    @Test
    void aRedisThatCannotBeReachedEndsTheStart() {
        needing(runner)
                .withBean(
                        LettuceConnectionFactory.class,
                        () -> new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", 1)))
                .withPropertyValues("session-compression.store=redis")
                .run(context -> assertThat(analysis(context).getDescription())
                        .contains("session-compression.store=redis")
                        .contains("could not reach the server"));
    }
}
