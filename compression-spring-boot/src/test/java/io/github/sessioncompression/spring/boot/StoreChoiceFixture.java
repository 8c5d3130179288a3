package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import java.util.Locale;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Applications that choose where to keep chats, and a real database for them. */
abstract class StoreChoiceFixture {
    /** An application with no store of its own. */
    final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SessionCompressionAutoConfiguration.class))
            .withPropertyValues("session-compression.context-window=4000");

    final DataSource database = new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");

    /** The same application with the database. */
    ApplicationContextRunner withDatabase(ApplicationContextRunner any) {
        return any.withBean("dataSource", DataSource.class, () -> database);
    }

    /** The same application with a bean that needs the compressor, so that what is wrong with a store ends the start. */
    static ApplicationContextRunner needing(ApplicationContextRunner any) {
        return any.withUserConfiguration(SessionCompressionAutoConfigurationTest.User.class);
    }

    static FailureAnalysis analysis(AssertableApplicationContext context) {
        return new InvalidSettingsFailureAnalyzer().analyze(context.getStartupFailure());
    }

    static void chat(AssertableApplicationContext context, String id) {
        context.getBean(SessionCompressor.class)
                .conversation(id)
                .append(Message.user("Which bulbs are for shade?"), Message.assistant("Snowdrops."));
    }

    static int size(AssertableApplicationContext context, String id) {
        Conversation chat = context.getBean(SessionCompressor.class).conversation(id);
        return chat.transcript().size();
    }

    boolean hasTables() {
        return new JdbcTemplate(database)
                .queryForList("SELECT table_name FROM information_schema.tables", String.class).stream()
                        .anyMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("session_compression_"));
    }
}
