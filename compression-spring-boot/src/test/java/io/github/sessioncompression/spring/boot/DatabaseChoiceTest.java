package io.github.sessioncompression.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.store.PayloadCipher;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Choice and use of the application's database for chats. */
class DatabaseChoiceTest extends StoreChoiceFixture {
    private final ApplicationContextRunner withDatabase = withDatabase(runner);

    @Test
    void createsTablesOnlyIfConfigured() {
        needing(withDatabase)
                .withPropertyValues("session-compression.jdbc.create-schema=false")
                .run(context -> assertThat(analysis(context).getDescription())
                        .contains("session-compression.store")
                        .contains("/store/jdbc/h2/V1__session_compression.sql"));
        assertThat(hasTables()).isFalse();
        withDatabase
                .withPropertyValues("session-compression.store-prefix=shop_")
                .run(context -> chat(context, "a"));
        assertThat(hasTables()).isFalse();
        assertThat(new JdbcTemplate(database).queryForObject("SELECT COUNT(*) FROM shop_message", Integer.class))
                .isEqualTo(2);
        needing(withDatabase)
                .withPropertyValues("session-compression.store-prefix=x; DROP")
                .run(context -> assertThat(analysis(context).getDescription())
                        .contains("session-compression.store-prefix must be 1 to 30 letters"));
    }

    @Test
    void skipsUnknownDatabaseUnlessConfigured() {
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
    void unreachableDatabaseFailsStart() {
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
        ClassLoader classes = DatabaseChoiceTest.class.getClassLoader();
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
    void skipsSeveralDatabasesWithWarning() {
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
}
