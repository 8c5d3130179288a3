package io.github.sessioncompression.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Plan;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.console.ConsoleServer;
import io.github.sessioncompression.console.SessionConsole;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Times what the console's page asks for, over many long chats on a real PostgreSQL.
 *
 * <p>Arguments: the number of chats (10,000), of messages in each (1,000), of tokens in the model's window (128,000: at 60 tokens a message nothing
 * is compressed, so that all of each chat is read) and a port where the console stays open afterwards (none). Each row is of twenty requests, each for
 * chats that this process has not looked at yet.
 */
public final class ConsoleOnPostgres {
    private static final int TOKENS = 60;
    private static final int TIMES = 20;
    private static final int ON_A_PAGE = 25;

    private final HttpClient client = HttpClient.newHttpClient();
    private final ConsoleServer console;

    private ConsoleOnPostgres(ConsoleServer console) {
        this.console = console;
    }

    /** Fills a database, asks, and prints milliseconds. */
    public static void main(String... arguments) throws IOException, InterruptedException {
        int[] numbers = {10_000, 1_000, 128_000, 0};
        for (int i = 0; i < arguments.length; i++) {
            numbers[i] = Integer.parseInt(arguments[i]);
        }
        try (EmbeddedPostgres server = EmbeddedPostgres.start();
                HikariDataSource database = new HikariDataSource()) {
            database.setJdbcUrl(server.getJdbcUrl("postgres", "postgres"));
            try (SessionCompressor compressor = compressor(database, numbers[2])) {
                fill(compressor, new JdbcTemplate(database), numbers[0], numbers[1]);
            }
            try (SessionCompressor compressor = compressor(database, numbers[2]);
                    ConsoleServer console =
                            SessionConsole.builder().contents(true).start(compressor, numbers[3])) {
                new ConsoleOnPostgres(console).measure(numbers[0]);
                if (numbers[3] > 0) {
                    System.out.println("The console is at " + console.address());
                    Thread.currentThread().join();
                }
            }
        }
    }

    private static SessionCompressor compressor(HikariDataSource database, int window) {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(window))
                .store(JdbcSessionStore.builder(database).build())
                .build();
    }

    /** One chat by the library, and copies of it by the database. */
    private static void fill(SessionCompressor compressor, JdbcTemplate database, int chats, int messages) {
        long begun = System.nanoTime();
        Conversation first = compressor.conversation(id(0));
        first.append(new MadeUpChat().talk(messages, TOKENS));
        first.view();
        if (first.plan().step() == Plan.Step.COMPRESS) {
            first.compress();
        }
        for (String table : List.of("conversation", "message", "record", "segment")) {
            String name = "session_compression_" + table;
            String id = table.equals("conversation") ? "id" : "conversation";
            String columns = String.join(
                    ", ",
                    database.queryForList(
                            "SELECT column_name FROM information_schema.columns WHERE table_name = ? AND"
                                    + " ordinal_position > 1 ORDER BY ordinal_position",
                            String.class,
                            name));
            database.update(
                    "INSERT INTO " + name + " SELECT 'chat ' || lpad(n::text, 6, '0'), " + columns + " FROM " + name
                            + ", generate_series(1, ?) n WHERE " + id + " = ?",
                    chats - 1,
                    id(0));
            database.execute("ANALYZE " + name);
        }
        System.out.printf(
                "%,d chats of %,d messages in %d s%n", chats, messages, (System.nanoTime() - begun) / 1_000_000_000);
    }

    private static String id(int number) {
        return String.format("chat %06d", number);
    }

    private void measure(int chats) throws InterruptedException {
        get("api/about").join();
        time(
                "list, a page by id",
                i -> get("api/chats?limit=" + ON_A_PAGE + "&after=" + encoded(1_000 + i * ON_A_PAGE)));
        time(
                "list, sorted by messages",
                i -> get("api/chats?sort=messages&limit=" + ON_A_PAGE + "&offset=" + (2_000 + i * ON_A_PAGE)));
        time("list, part of an id", i -> get("api/chats?filter=" + (3_000 + i) + "&limit=" + ON_A_PAGE));
        time("one chat, messages and view", i -> chat(chats / 2 + i, "messages", "view"));
        time("one chat, compressions", i -> chat(chats / 2 + 1_000 + i, "compressions"));
        time("one chat, seen before", i -> chat(chats / 2 + i, "messages", "view"));
    }

    /** What the page of a chat asks for: its numbers, then at once all that the view needs. */
    private CompletableFuture<?> chat(int number, String... routes) {
        return get("api/chat?id=" + encoded(number))
                .thenCompose(done -> CompletableFuture.allOf(Arrays.stream(routes)
                        .map(route -> get("api/" + route + "?limit=100&id=" + encoded(number)))
                        .toArray(CompletableFuture<?>[]::new)));
    }

    private static String encoded(int number) {
        return id(number).replace(" ", "%20");
    }

    private CompletableFuture<?> get(String path) {
        HttpRequest request =
                HttpRequest.newBuilder(console.address().resolve(path)).build();
        return client.sendAsync(request, BodyHandlers.ofString()).thenAccept(answer -> {
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(path + ": " + answer.statusCode() + " " + answer.body());
            }
        });
    }

    private static void time(String what, IntFunction<CompletableFuture<?>> ask) {
        long[] millis = new long[TIMES];
        for (int i = 0; i < TIMES; i++) {
            long before = System.nanoTime();
            ask.apply(i).join();
            millis[i] = (System.nanoTime() - before) / 1_000_000;
        }
        long first = millis[0];
        Arrays.sort(millis);
        System.out.printf(
                "%-30s first %d ms, median %d ms, longest %d ms%n", what, first, millis[TIMES / 2], millis[TIMES - 1]);
    }
}
