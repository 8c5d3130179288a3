package io.github.sessioncompression.spring.ai.session;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.ai.session.SessionRepository;
import org.springframework.ai.session.jdbc.JdbcSessionRepository;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ScriptUtils;

class PostgresCompactionTest extends CompactionContract {
    private static EmbeddedPostgres database;

    @BeforeAll
    static void createTables() throws IOException, SQLException {
        database = EmbeddedPostgres.start();
        try (Connection connection = database.getPostgresDatabase().getConnection()) {
            ScriptUtils.executeSqlScript(
                    connection, new ClassPathResource("org/springframework/ai/session/jdbc/schema-postgresql.sql"));
        }
    }

    @AfterAll
    static void close() throws IOException {
        database.close();
    }

    @Override
    SessionRepository repository() {
        return JdbcSessionRepository.builder()
                .dataSource(database.getPostgresDatabase())
                .build();
    }
}
