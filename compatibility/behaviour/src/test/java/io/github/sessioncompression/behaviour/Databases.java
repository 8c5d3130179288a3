package io.github.sessioncompression.behaviour;

import java.nio.charset.StandardCharsets;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** H2 databases in memory, kept as long as their pool is, with the table of Spring AI's JDBC repository. */
final class Databases {
    /** The table as Spring AI 1.1 made it. */
    private static final String TABLE_OF_1_1 =
            "CREATE TABLE SPRING_AI_CHAT_MEMORY (conversation_id VARCHAR(36) NOT NULL,"
                    + " content LONGVARCHAR NOT NULL, type VARCHAR(10) NOT NULL,"
                    + " timestamp TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);";

    private Databases() {}

    static DataSource withCurrentTable(String name) {
        return made(name, new ClassPathResource("org/springframework/ai/chat/memory/repository/jdbc/schema-h2.sql"));
    }

    static DataSource withTableOf11(String name) {
        return made(name, new ByteArrayResource(TABLE_OF_1_1.getBytes(StandardCharsets.UTF_8)));
    }

    /** A pool over a database of that name. */
    static DataSource open(String name) {
        return JdbcConnectionPool.create("jdbc:h2:mem:" + name, "sa", "");
    }

    private static DataSource made(String name, Resource script) {
        DataSource source = open(name);
        new ResourceDatabasePopulator(script).execute(source);
        return source;
    }
}
