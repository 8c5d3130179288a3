package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.MessageSearch;
import io.github.sessioncompression.store.PayloadCipher;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is said or asked, nothing fails by it, and nothing in it is a command to the database. */
@Tag("endurance")
@Tag("landing")
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class FullTextSearchHostileTest extends FullTextSearchFixture {
    private static final int CHARACTERS = 1_000_000;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "heron & !bittern",
                "heron:*",
                "heron:A | 'bittern'",
                "'heron' <-> 'nested'",
                "''",
                "'",
                "\\",
                "\\'heron\\'",
                "heron'); DROP TABLE Searched_search_message; --",
                "$1 ?::tsvector {heron,\"NULL\"}",
                "heron's o'heron 'twas",
                "NULL null \u0000heron\u0000",
                "\ud83dheron\udc00",
                "%_heron*",
                "1 heron 2 heron",
                "\uDBFF\uDFFF heron"
            })
    void signsMeanNothing(String text) {
        append(CHAT, Message.user("The heron nested behind the mill."), Message.user(text), Message.user("Rain."));
        append(CHAT + text.replace('\u0000', '0').replaceAll("[\ud800-\udfff]", ""), Message.user("bittern"));

        findsTheSame(text, "heron", "bittern");
        assertThat(find(CHAT, "heron")).extracting(Hit::sequence).contains(1L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "heron ", "'\\", "\u0000", "\ud83d", "白鹭 ", "ไทย", "heron's "})
    void aMegabyteIsTakenInAndAskedFor(String piece) {
        String much = piece.repeat(CHARACTERS / piece.length());
        append(CHAT, Message.user(much), Message.user("The heron nested behind the mill."));

        find(CHAT, much);

        assertThat(find(CHAT, "nested behind the mill"))
                .extracting(Hit::sequence)
                .contains(2L);
    }

    /** More words than a row can hold: the first are found, and what was said before and after is. */
    @Test
    void ofTooManyDifferentWordsTheFirstAreFound() {
        StringBuilder words = new StringBuilder("bittern ");
        for (int i = 0; words.length() < 199_000; i++) {
            words.append(Integer.toString(i, Character.MAX_RADIX)).append(' ');
        }
        StringBuilder signs = new StringBuilder("bittern ");
        for (int i = 0; i < 90_000; i++) {
            signs.append((char) (0x4e00 + i * 7_919 % 20_000)).append((char) (0x4e00 + i % 20_000));
        }
        append(
                CHAT,
                Message.user("The heron nested."),
                Message.user(words.toString()),
                Message.user(signs.toString()),
                Message.user("The egret came."));

        findsTheSame("heron", "egret");
        assertThat(find(CHAT, "bittern")).extracting(Hit::sequence).contains(2L, 3L);
    }

    @Test
    void takesEveryCharacterThereIs() {
        for (int block = 0; block < Character.MAX_CODE_POINT; block += 4096) {
            StringBuilder one = new StringBuilder();
            for (int c = block; c < block + 4096; c++) {
                one.appendCodePoint(c);
                if (c % 7 == 0) {
                    one.append(' ');
                }
            }
            append(CHAT, Message.user(one.toString()).withName(one.toString()));
            if (block % 0x10000 == 0) {
                find(CHAT, one.toString());
            }
        }
        append(CHAT, Message.user("The heron nested behind the mill."));

        long last = store.head(CHAT).orElseThrow().lastSequence();
        assertThat(find(CHAT, "heron")).extracting(Hit::sequence).contains(last);
    }

    @Test
    void timesAtTheEndsOfTimeAreTimes() {
        append(
                CHAT,
                Message.user("The heron nested.").withTimestamp(Instant.MAX),
                Message.user("The heron left.").withTimestamp(Instant.MIN),
                Message.user("The heron came.").withTimestamp(Instant.MAX),
                Message.user("The heron slept."));

        findsTheSame("heron", "the heron on 3 March 2025");
        findsTheSame(searchOf(store), CHAT, "heron");
    }

    @Test
    void aSearchThatFailsHalfWayIsMadeAnew() {
        for (int i = 0; i < 450; i++) {
            append(CHAT, Message.user("Message " + i + " speaks of bird number" + i % 50));
        }
        search = searchOf(builder().retryFor(Duration.ZERO).build());
        int[] calls = new int[1];
        POOL.fault((real, method) -> {
            if (method.equals("commit") && ++calls[0] == 3) {
                throw new SQLException("disk full", "53100");
            }
            return false;
        });
        assertThatThrownBy(() -> find(CHAT, "bird")).isInstanceOf(JdbcStoreException.class);
        POOL.fault(null);

        findsTheSame("bird number7", "message 449");
    }

    @Test
    void isRefusedWhereWordsInTheClearWouldUndoTheCipher() {
        PayloadCipher cipher = PayloadCipher.aesGcm("k", Map.of("k", new SecretKeySpec(new byte[16], "AES")));

        assertThatThrownBy(() -> builder().cipher(cipher).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fullTextSearch must be off")
                .hasMessageContaining("in the clear");
    }

    @Test
    void isRefusedInAnotherDatabase() throws Exception {
        try (WatchedPool other = new WatchedPool("jdbc:h2:mem:full-text")) {
            assertThatThrownBy(() ->
                            JdbcSessionStore.builder(other).fullTextSearch(true).build())
                    .isInstanceOf(JdbcStoreException.class)
                    .hasMessage("fullTextSearch needs PostgreSQL, but the database is H2");
        }
    }

    @Test
    void itsTablesAreMadeOnlyWhereThatIsWanted() {
        dropTables();
        builder().fullTextSearch(false).build();
        assertThat(POOL.rows("SELECT to_regclass('" + PREFIX + "search_message')"))
                .containsExactly("null");
        assertThatThrownBy(() -> builder().createSchema(false).build())
                .isInstanceOf(JdbcStoreException.class)
                .hasMessageContaining("/store/jdbc/postgresql/V1__full_text_search.sql");
        for (int i = 0; i < 2; i++) {
            POOL.execute(Schema.statements(
                            Schema.script(new PostgreSqlDialect(), Schema.Part.FULL_TEXT_SEARCH, 'V', 1), PREFIX)
                    .toArray(String[]::new));
        }
        MessageSearch made = searchOf(builder().createSchema(false).build());
        append(store, CHAT, Message.user("The heron nested."));
        assertThat(find(made, CHAT, "heron")).hasSize(1);
        assertThat(POOL.rows("SELECT version FROM " + PREFIX + "search_version"))
                .isEqualTo(List.of("1"));
    }
}
