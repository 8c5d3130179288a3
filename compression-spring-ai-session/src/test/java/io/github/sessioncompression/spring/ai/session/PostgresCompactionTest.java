package io.github.sessioncompression.spring.ai.session;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.springframework.ai.session.SessionRepository;
import org.springframework.ai.session.jdbc.JdbcSessionRepository;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.datasource.init.ScriptUtils;

@Tag("landing")
class PostgresCompactionTest extends CompactionContract {
    private static EmbeddedPostgres server;
    private static SingleConnectionDataSource database;

    @BeforeAll
    static void createTables() throws IOException, SQLException {
        server = EmbeddedPostgres.start();
        database = new SingleConnectionDataSource(server.getPostgresDatabase().getConnection(), true);
        ScriptUtils.executeSqlScript(
                database.getConnection(),
                new ClassPathResource("org/springframework/ai/session/jdbc/schema-postgresql.sql"));
    }

    @AfterAll
    static void close() throws IOException {
        database.destroy();
        server.close();
    }

    @Override
    SessionRepository repository() {
        return JdbcSessionRepository.builder().dataSource(database).build();
    }
}
