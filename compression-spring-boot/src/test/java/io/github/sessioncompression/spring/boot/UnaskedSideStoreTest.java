package io.github.sessioncompression.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.lists.FrameworkLists;
import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.settings.FrameworkStore;
import io.github.sessioncompression.store.SessionStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** An application that keeps its chats itself, and has a database for something else. */
@Tag("once")
class UnaskedSideStoreTest {
    private final String url = "jdbc:h2:mem:" + UUID.randomUUID();
    private final DataSource owner = new DriverManagerDataSource(url + ";DB_CLOSE_DELAY=-1", "owner", "secret");
    private final FrameworkLists lists = new FrameworkLists(Kind.TEXT_AND_ROLE);

    /** The application's own lists. */
    private record Lists(FrameworkLists lists) implements FrameworkStore {
        @Override
        public Class<?> type() {
            return Iterable.class;
        }

        @Override
        public boolean isTheApplications() {
            return true;
        }

        @Override
        public Optional<SessionStore> find(SideStore side) {
            return Optional.of(FrameworkLists.over(lists, InstantSource.system(), side));
        }
    }

    private ApplicationContextRunner with(DataSource dataSource, String... properties) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(SessionCompressionAutoConfiguration.class))
                .withBean(FrameworkStore.class, () -> new Lists(lists))
                .withBean("dataSource", DataSource.class, () -> dataSource)
                .withPropertyValues("session-compression.context-window=4000")
                .withPropertyValues(properties);
    }

    /** The INFO lines of a start in which a chat takes place. */
    private List<String> told(ApplicationContextRunner application) {
        Logger logger = (Logger) LoggerFactory.getLogger("io.github.sessioncompression.spring.boot");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(lines);
        try {
            application.run(context -> {
                assertThat(context).hasNotFailed();
                context.getBean(SessionCompressor.class)
                        .conversation("a")
                        .append(Message.user("Where do the tulips go?"), Message.assistant("To the south wall."));
            });
        } finally {
            logger.detachAppender(lines);
            logger.setLevel(null);
        }
        assertThat(lists.stored("a")).hasSize(2);
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private long tables() {
        return new JdbcTemplate(owner)
                .queryForList("SELECT table_name FROM information_schema.tables", String.class).stream()
                        .filter(name -> name.regionMatches(true, 0, "session_compression_", 0, 20))
                        .count();
    }

    @Test
    void logsTablesAndOptOutOnce() {
        assertThat(told(with(owner)))
                .filteredOn(line -> line.contains("session_compression_"))
                .singleElement()
                .asString()
                .contains("chats are kept in the Iterable bean")
                .contains("tables that begin with session_compression_")
                .contains("session-compression.framework.side-store=none");
        assertThat(tables()).isPositive();
    }

    @Test
    void logsNoOptOutForExplicitChoice() {
        assertThat(told(with(owner, "session-compression.framework.side-store=none")))
                .noneMatch(line -> line.contains("side-store"));
        assertThat(tables()).isZero();
        lists.store("a", List.of());
        assertThat(told(with(owner, "session-compression.framework.side-store=jdbc")))
                .anyMatch(line -> line.contains("in the database behind its DataSource"))
                .noneMatch(line -> line.contains("side-store"));
        assertThat(tables()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GRANT SELECT, INSERT ON SCHEMA PUBLIC TO guest", "SELECT 1"})
    void userWithoutTablePrivilegeCostsOneWarning(String rights) {
        JdbcTemplate administration = new JdbcTemplate(owner);
        administration.execute("CREATE USER guest PASSWORD 'guest'");
        administration.execute(rights);
        try (Warnings warnings = new Warnings()) {
            told(with(new DriverManagerDataSource(url, "guest", "guest")));
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("could not make the tables")
                    .contains("session-compression.framework.side-store")
                    .contains("none");
        }
        assertThat(tables()).isZero();
    }
}
