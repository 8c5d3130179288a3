package io.github.sessioncompression.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;

/**
 * True if a turn over {@link JdbcSessionStore} costs more in a longer chat: what Spring AI's memory advisor does around a call, on a real
 * PostgreSQL, in chats of different lengths by turns, so that what else the machine does meets all of them alike.
 *
 * <p>Argument: how many rounds, 40 unless given. A round is {@value #TURNS} turns in each chat; between rounds each is compressed, and
 * begun anew where it has grown by a tenth, neither of which is timed. Prints the median turn for each length, and how it compares with the
 * shortest.
 */
public final class StoredTurnGrowth {
    private static final int[] LENGTHS = {500, 5_000, 20_000};
    private static final int TURNS = 50;
    private static final double MOST_GROWTH = 1.1;
    private static final int WARM_UP_ROUNDS = 10;
    private static final int DEFAULT_ROUNDS = 40;
    private static final int WINDOW = 32_000;
    private static final int TOKENS = 60;

    private final ChatMemory memory;
    private final SessionCompressor compressor;
    private final List<Message> pool = new ArrayList<>();
    private int chats;

    private StoredTurnGrowth(SessionCompressor compressor) {
        this.compressor = compressor;
        this.memory = CompressingChatMemory.builder().compressor(compressor).build();
        for (io.github.sessioncompression.message.Message message :
                new MadeUpChat().talk(LENGTHS[LENGTHS.length - 1], TOKENS)) {
            pool.add(
                    message.role() == Role.USER
                            ? new UserMessage(message.text())
                            : new AssistantMessage(message.text()));
        }
    }

    /** Measures and prints. */
    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length == 0 ? DEFAULT_ROUNDS : Integer.parseInt(arguments[0]);
        try (EmbeddedPostgres server = EmbeddedPostgres.start();
                HikariDataSource database = new HikariDataSource()) {
            database.setJdbcUrl(server.getJdbcUrl("postgres", "postgres"));
            try (SessionCompressor compressor = SessionCompressor.builder()
                    .policy(CompressionPolicy.forWindow(WINDOW))
                    .store(JdbcSessionStore.builder(database).build())
                    .build()) {
                new StoredTurnGrowth(compressor).measure(rounds);
            }
        }
    }

    /** The chats of one length, one after the other, and what their turns took. */
    private static final class Length {
        private final int messages;
        private final List<Long> nanos = new ArrayList<>();
        private String chat = "";

        private Length(int messages) {
            this.messages = messages;
        }

        private double median() {
            List<Long> sorted = new ArrayList<>(nanos);
            Collections.sort(sorted);
            return sorted.get(sorted.size() / 2);
        }
    }

    private void measure(int rounds) {
        List<Length> lengths = IntStream.of(LENGTHS).mapToObj(Length::new).toList();
        for (int round = -WARM_UP_ROUNDS; round < rounds; round++) {
            lengths.forEach(this::prepare);
            for (int turn = 0; turn < TURNS; turn++) {
                for (Length length : lengths) {
                    long begun = System.nanoTime();
                    turn(length.chat, turn);
                    if (round >= 0) {
                        length.nanos.add(System.nanoTime() - begun);
                    }
                }
            }
        }
        double shortest = lengths.get(0).median();
        for (Length length : lengths) {
            System.out.printf(
                    Locale.ROOT,
                    "%,6d messages: median turn %.3f ms of %,d, %.2f of that at %d%n",
                    length.messages,
                    length.median() / 1e6,
                    length.nanos.size(),
                    length.median() / shortest,
                    LENGTHS[0]);
        }
    }

    private void prepare(Length length) {
        if (length.chat.isEmpty()
                || compressor.conversation(length.chat).status().messages() > length.messages * MOST_GROWTH) {
            length.chat = filled(length.messages);
        }
        compressor.conversation(length.chat).compress();
        memory.get(length.chat);
    }

    private String filled(int length) {
        String chat = "chat " + ++chats;
        memory.add(chat, new ArrayList<>(pool.subList(0, length)));
        return chat;
    }

    private void turn(String chat, int turn) {
        if (memory.get(chat).isEmpty()) {
            throw new IllegalStateException("nothing to send");
        }
        memory.add(chat, pool.get(2 * turn));
        memory.add(chat, pool.get(2 * turn + 1));
    }
}
