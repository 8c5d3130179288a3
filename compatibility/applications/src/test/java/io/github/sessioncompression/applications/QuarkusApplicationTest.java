package io.github.sessioncompression.applications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.store.jdbc.PostgreSql;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A new application on Quarkus with the dependency and two properties: tools, streams, a database, and a restart amid the chat. */
@Tag("landing")
class QuarkusApplicationTest {
    private static final int WINDOW = 6_000;
    /** More of them by hand: {@code -Dquarkus.turns=200}. */
    private static final int TURNS = Integer.getInteger("quarkus.turns", 40);

    private static final String FACT = "Order 1003 is for the greenhouse of Mrs. Albrecht.";
    private static final String STATE = "{\"logos\": [\"" + FACT
            + "\"], \"pathos\": [], \"abstract\": [], \"conversation_summary\": \"About orders.\"}";
    private static final String ANSWER =
            "It is on its way, and the bags of soil are in stock. ".repeat(12).strip();
    private static final Pattern ORDER = Pattern.compile("order ([0-9]+)");

    private final StrictOpenAiServer server = StrictOpenAiServer.start().withWindow(WINDOW);

    @AfterEach
    void stop() {
        server.close();
    }

    private static boolean isOfTheChat(Sent request) {
        return request.system() != null && request.system().contains("You help the customers of a garden shop.");
    }

    private static Reply reply(Sent request) {
        if (!isOfTheChat(request)) {
            return Reply.text(STATE);
        }
        Matcher order = ORDER.matcher(request.question());
        return request.last().role().equals("user") && order.find()
                ? Reply.calls(
                        new Reply.Call("arrival", Map.of("order", Integer.valueOf(order.group(1)))),
                        new Reply.Call("arrival", Map.of("order", 7)))
                : Reply.text(ANSWER);
    }

    private RunningApplication start(String... more) throws Exception {
        List<String> properties = new ArrayList<>(List.of(
                "session-compression.context-window=" + WINDOW,
                "quarkus.langchain4j.openai.base-url=" + server.baseUrl(),
                "quarkus.langchain4j.openai.api-key=none",
                "quarkus.datasource.jdbc.url=" + PostgreSql.url(),
                "quarkus.datasource.username=postgres"));
        properties.addAll(List.of(more));
        return RunningApplication.startQuarkus(Path.of("quarkus"), properties);
    }

    private static String question(int turn) {
        String plain = turn == 0
                ? "Order 1003 is for the greenhouse of Mrs. Albrecht: when does it arrive?"
                : "Turn " + turn + ": what of " + (turn % 5 == 0 ? "order " + (2_000 + turn) : "the soil") + "?";
        return (turn % 3 == 1 ? "~" : "") + plain;
    }

    @Test
    void losesNothingOverRestartsAndStreams() throws Exception {
        server.answers(QuarkusApplicationTest::reply);
        List<String> asked = new ArrayList<>();
        List<String> kept = List.of();
        for (int run = 0; run < 2; run++) {
            try (RunningApplication application = start()) {
                while (asked.size() < TURNS * (run + 1) / 2) {
                    String question = question(asked.size());
                    assertThat(application.ask(question)).isEqualTo(ANSWER);
                    asked.add(question.replace("~", ""));
                    application.rest();
                }
                if (run == 0) {
                    application.terminate();
                } else {
                    kept = application.end();
                }
            }
        }

        assertThat(server.refusals()).isEmpty();
        assertThat(kept.stream().filter(line -> line.startsWith("USER ")))
                .containsExactlyElementsOf(asked.stream().map("USER "::concat).toList());
        assertThat(kept.stream().filter(line -> line.startsWith("ASSISTANT It is")))
                .hasSize(asked.size());
        List<Sent> chat = server.sent().stream()
                .filter(QuarkusApplicationTest::isOfTheChat)
                .toList();
        long extended = 0;
        for (int i = 1; i < chat.size(); i++) {
            extended += extendsIt(chat.get(i - 1), chat.get(i)) ? 1 : 0;
        }
        assertThat(kept.stream().filter(line -> line.startsWith("SYSTEM "))).hasSize(1);
        int compressed = server.sent().size() - chat.size();
        System.out.println("QUARKUS turns " + asked.size() + ", requests " + chat.size() + ", extended " + extended
                + ", compressions " + compressed + ", system prompts "
                + chat.stream().map(Sent::system).distinct().count());
        assertThat(compressed).isPositive();
        assertThat(chat.stream().map(Sent::system).distinct()).hasSizeLessThanOrEqualTo(2);
        assertThat(chat.size() - 1L - extended).isLessThanOrEqualTo(2L * compressed + 2);
        assertThat(chat.get(chat.size() - 1).allText()).contains(FACT);
    }

    @Test
    void givesItsLeaseBackWhenItIsStopped() throws Exception {
        CountDownLatch writing = new CountDownLatch(1);
        server.answers(request -> {
            if (isOfTheChat(request)) {
                return Reply.text(ANSWER);
            }
            writing.countDown();
            return Reply.text(STATE).after(Duration.ofMinutes(1));
        });
        try (RunningApplication application = start("session-compression.store-prefix=stopped")) {
            int turn = 0;
            while (application.ask("").equals("false")) {
                application.ask("Turn " + turn++ + "?");
            }
            assertThat(writing.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(leases()).isEqualTo(1);
            application.terminate();
            assertThat(leases()).isZero();
        }
    }

    /** Leases that another process would have to wait for. */
    private static int leases() throws SQLException {
        try (Connection connection = DriverManager.getConnection(PostgreSql.url());
                ResultSet rows = connection
                        .createStatement()
                        .executeQuery("SELECT count(*) FROM stoppedconversation"
                                + " WHERE lease_until > extract(epoch FROM clock_timestamp()) * 1000000")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    void startsNotWithWrongSettings() throws Exception {
        try (RunningApplication application =
                start("session-compression.trigger-ratio=95", "session-compression.colour=red")) {
            assertThatThrownBy(application::end)
                    .hasMessageNotContaining("\tat io.")
                    .hasMessageContainingAll(
                            "Session Compression cannot work with these settings:",
                            "session-compression.colour is unknown; the nearest known key is"
                                    + " session-compression.failure",
                            "session-compression.trigger-ratio must be a ratio above 0 and up to 1, such as 0.70, but"
                                    + " was '95'",
                            "Property: session-compression.trigger-ratio",
                            "Value: \"95\"",
                            "Origin: SysPropConfigSource",
                            "Correct or remove the keys that are unknown.");
        }
    }

    private static boolean extendsIt(Sent before, Sent after) {
        return after.messages().size() >= before.messages().size()
                && after.messages().subList(0, before.messages().size()).equals(before.messages());
    }
}
