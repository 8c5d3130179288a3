package io.github.sessioncompression.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.event.CompressionEvent.Recovery;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.model.MutableTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The live feed, the runs and the warnings. */
class ConsoleEventsTest extends ConsoleFixture {
    private static ConsoleEvents feed(SessionConsole console) throws InterruptedException {
        ConsoleEvents feed =
                Objects.requireNonNull(get(console, "/api/events", null).events());
        assertThat(text(feed.next()))
                .as("so that the page knows it is connected")
                .startsWith(":");
        return feed;
    }

    private static String text(byte @Nullable [] bytes) {
        return new String(Objects.requireNonNull(bytes), StandardCharsets.UTF_8);
    }

    @Test
    void openPageIsToldOfEvents() throws InterruptedException {
        SessionConsole console = open();
        ConsoleEvents feed = feed(console);
        chat("a");

        assertThat(text(feed.next()))
                .startsWith("event: change\ndata: {\"type\":\"stage-started\",\"chat\":\"a\"")
                .endsWith("}\n\n");
    }

    @Test
    void pulseTellsOfTurnsWithoutEvents() throws InterruptedException {
        SessionConsole console = open();
        ConsoleEvents feed = feed(console);
        turn(compressor.conversation("a"), 1);

        assertThat(text(feed.next())).startsWith("event: pulse").contains("\"messagesTotal\":4");
    }

    @Test
    void anotherUsersEventsAreNotSent() throws InterruptedException {
        SessionConsole console = console(SessionConsole.builder().access((caller, chat) -> chat.equals("mine")));
        ConsoleEvents feed = feed(console);
        chat("yours");
        chat("mine");

        assertThat(text(feed.next())).contains("\"chat\":\"mine\"");
    }

    @Test
    void slowPageLosesEventsAndKeepsNobodyWaiting() throws InterruptedException {
        EventLog log = new EventLog(Instant::now);
        ConsoleEvents feed = new ConsoleEvents(log, event -> true, Map::of);
        log.add(feed);
        for (int i = 0; i < 300; i++) {
            log.onEvent(new CompressionEvent.OverBudget("a", Instant.EPOCH, i, 1, 2));
        }

        assertThat(log.dropped()).isEqualTo(44);
        assertThat(text(feed.next())).startsWith(":");
        assertThat(text(feed.next())).contains("change");
        log.close();
        assertThat(text(feed.next())).as("although its queue is full").startsWith("event: bye");
    }

    @Test
    void closedPagesCostNothing() {
        SessionConsole console = open();
        List<ConsoleEvents> feeds = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            feeds.add(Objects.requireNonNull(get(console, "/api/events", null).events()));
        }
        assertThat(error(get(console, "/api/events", null))).isEqualTo("503 too-many-streams");

        feeds.forEach(ConsoleEvents::close);
        chat("a");

        assertThat(json(console, "/api/about", null).count("droppedEvents")).isZero();
        assertThat(get(console, "/api/events", null).status()).isEqualTo(200);
    }

    @Test
    void closingTheConsoleEndsOpenPages() throws InterruptedException {
        SessionConsole console = open();
        ConsoleEvents feed = feed(console);
        console.close();

        assertThat(text(feed.next())).startsWith("event: bye");
        assertThat(feed.next()).isNull();
    }

    @Test
    void warningsAreInOnePlace() {
        MutableTime time = new MutableTime();
        EventLog log = new EventLog(time);
        Instant now = time.instant();
        log.onEvent(new CompressionEvent.StageStarted("a", now, Stage.COMPRESS, Reason.PROACTIVE, 1, 2));
        log.onEvent(new CompressionEvent.StageStarted("a", now, Stage.COMPRESS, Reason.CONTEXT_LENGTH, 1, 2));
        log.onEvent(new CompressionEvent.StageFailed(
                "b", now, Stage.COMPRESS, Reason.IDLE, "COOLING_DOWN", Recovery.OFFLINE, 5, 6, Duration.ofMillis(7)));
        log.onEvent(new CompressionEvent.MessagesCut("c", now, 1, 900, 300));

        assertThat(log.warnings(event -> true, 10))
                .extracting(event -> EventLog.warning(event).get("code"))
                .containsExactly("messages-cut", "stage-failed", "refused-as-too-long");
        assertThat(EventLog.warning(log.warnings(event -> true, 2).get(1)))
                .containsEntry("chat", "b")
                .containsEntry("trigger", "idle")
                .containsEntry("failure", "COOLING_DOWN")
                .containsEntry("latencyMillis", 7L);
        assertThat(log.isModelPaused()).isTrue();
        time.advance(Duration.ofSeconds(61));
        assertThat(log.isModelPaused()).isFalse();
    }

    @Test
    void memoryOfEventsIsBounded() {
        EventLog log = new EventLog(Instant::now);
        for (int i = 0; i < 10_000; i++) {
            log.onEvent(new CompressionEvent.OverBudget("a", Instant.EPOCH.plusSeconds(i), i, 1, 2));
        }

        assertThat(log.warnings(event -> true, Integer.MAX_VALUE)).hasSize(EventLog.MOST_WARNINGS);
        assertThat(log.warnings(event -> true, 1).get(0).at()).isEqualTo(Instant.EPOCH.plusSeconds(9_999));
    }

    @Test
    void failureNamesChatAndKind() {
        SessionConsole console = open();
        chat("a");
        JsonFields about = json(console, "/api/about", null);

        assertThat(about.flag("contents")).isTrue();
        assertThat(about.object("policy").count("contextWindow")).isEqualTo(4_000);
        assertThat(about.object("totals").count("compressions")).isEqualTo(1);
    }
}
