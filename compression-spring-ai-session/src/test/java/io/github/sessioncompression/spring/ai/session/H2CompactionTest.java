package io.github.sessioncompression.spring.ai.session;

import java.sql.Connection;
import java.sql.SQLException;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.ai.session.SessionRepository;
import org.springframework.ai.session.jdbc.JdbcSessionRepository;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ScriptUtils;

class H2CompactionTest extends CompactionContract {
    private static final JdbcDataSource DATABASE = new JdbcDataSource();
    private static Connection open;

    @BeforeAll
    static void createTables() throws SQLException {
        DATABASE.setURL("jdbc:h2:mem:compaction");
        open = DATABASE.getConnection();
        ScriptUtils.executeSqlScript(open, new ClassPathResource("org/springframework/ai/session/jdbc/schema-h2.sql"));
    }

    @AfterAll
    static void close() throws SQLException {
        open.close();
    }

    @Override
    SessionRepository repository() {
        return JdbcSessionRepository.builder().dataSource(DATABASE).build();
    }
}
