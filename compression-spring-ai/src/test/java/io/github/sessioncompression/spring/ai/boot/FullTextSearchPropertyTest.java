package io.github.sessioncompression.spring.ai.boot;

import static io.github.sessioncompression.spring.ai.boot.ChattingApplication.chat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.SearchOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** An application that has its PostgreSQL search its chats, by one property. */
@Tag("once")
class FullTextSearchPropertyTest {
    @Test
    void wordsAreKeptInTheDatabaseAndFoundThere() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
            DataSource database = server.getPostgresDatabase();
            ChattingApplication.runner()
                    .withBean(DataSource.class, () -> database)
                    .withPropertyValues("session-compression.jdbc.full-text-search=true")
                    .run(context -> {
                        chat(context, "user-42", "The heron nested behind the mill.");
                        List<Hit> hits = context.getBean(SessionCompressor.class)
                                .conversation("user-42")
                                .recall()
                                .search("herons", SearchOptions.defaults().withScope(SearchOptions.Scope.ALL));
                        assertThat(hits).extracting(Hit::sequence).startsWith(1L);
                    });
            assertThat(new JdbcTemplate(database)
                            .queryForList("SELECT term FROM session_compression_search_term", String.class))
                    .contains("heron", "mill");
        }
    }
}
