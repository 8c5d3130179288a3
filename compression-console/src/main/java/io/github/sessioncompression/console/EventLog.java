package io.github.sessioncompression.console;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.NearTrigger;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionEvent.StageStarted;
import io.github.sessioncompression.event.CompressionListener;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a compressor has reported since the console is there: the latest runs and warnings, and a feed for each page that is open.
 *
 * <p>An event costs the chat's own thread a reference in a list; JSON is made by those who read. Constant memory; safe for use by many threads.
 */
final class EventLog implements CompressionListener {
    static final int MOST_WARNINGS = 500;
    private static final int MOST_RUNS = 2_000;
    private static final String COOLING_DOWN = "COOLING_DOWN";
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private final InstantSource clock;
    private final Instant since;
    private final Deque<CompressionEvent> runs = new ArrayDeque<>();
    private final Deque<CompressionEvent> warnings = new ArrayDeque<>();
    private final List<ConsoleEvents> feeds = new CopyOnWriteArrayList<>();
    private final AtomicLong dropped = new AtomicLong();
    private volatile @Nullable Instant pausedAt;

    EventLog(InstantSource clock) {
        this.clock = clock;
        this.since = clock.instant();
    }

    @Override
    public void onEvent(CompressionEvent event) {
        if (event instanceof StageFinished || event instanceof StageFailed) {
            keep(runs, event, MOST_RUNS);
        }
        if (event instanceof StageFailed failed && failed.failure().equals(COOLING_DOWN)) {
            pausedAt = failed.at();
        }
        if (isWarning(event)) {
            keep(warnings, event, MOST_WARNINGS);
        }
        for (ConsoleEvents feed : feeds) {
            if (!feed.offer(Optional.of(event))) {
                dropped.incrementAndGet();
            }
        }
    }

    private static void keep(Deque<CompressionEvent> kept, CompressionEvent event, int most) {
        synchronized (kept) {
            kept.addFirst(event);
            if (kept.size() > most) {
                kept.removeLast();
            }
        }
    }

    private static boolean isWarning(CompressionEvent event) {
        return isRefusal(event)
                || !(event instanceof StageStarted || event instanceof StageFinished || event instanceof NearTrigger);
    }

    /** True if it tells that a provider refused a request as too long. */
    private static boolean isRefusal(CompressionEvent event) {
        return event instanceof StageStarted started && started.reason() == Reason.CONTEXT_LENGTH;
    }

    /** Latest first. */
    List<CompressionEvent> runs(String chat, int most) {
        return latest(runs, event -> event.conversationId().equals(chat), most);
    }

    /** Latest first. */
    List<CompressionEvent> warnings(Predicate<CompressionEvent> wanted, int most) {
        return latest(warnings, wanted, most);
    }

    private static List<CompressionEvent> latest(
            Deque<CompressionEvent> kept, Predicate<CompressionEvent> wanted, int most) {
        List<CompressionEvent> found = new ArrayList<>();
        synchronized (kept) {
            Iterator<CompressionEvent> events = kept.iterator();
            while (events.hasNext() && found.size() < most) {
                CompressionEvent event = events.next();
                if (wanted.test(event)) {
                    found.add(event);
                }
            }
        }
        return found;
    }

    void add(ConsoleEvents feed) {
        feeds.add(feed);
    }

    void remove(ConsoleEvents feed) {
        feeds.remove(feed);
    }

    int pages() {
        return feeds.size();
    }

    void close() {
        feeds.forEach(ConsoleEvents::end);
    }

    Instant since() {
        return since;
    }

    long dropped() {
        return dropped.get();
    }

    /** True if the breaker of the compression model has refused a compression within its cool-down. */
    boolean isModelPaused() {
        Instant at = pausedAt;
        return at != null && clock.instant().isBefore(at.plus(PAUSE));
    }

    /** A warning as the page lists it. */
    static Map<String, @Nullable Object> warning(CompressionEvent event) {
        Map<String, @Nullable Object> json = json(event);
        Map<String, @Nullable Object> warning = new LinkedHashMap<>();
        warning.put("code", isRefusal(event) ? "refused-as-too-long" : json.remove("type"));
        warning.putAll(json);
        warning.remove("type");
        return warning;
    }

    /** An event with its type, its chat and its numbers. */
    static Map<String, @Nullable Object> json(CompressionEvent event) {
        Map<String, @Nullable Object> numbers = Numbers.of((Record) event);
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("type", Numbers.type((Record) event));
        json.put("chat", numbers.remove("conversationId"));
        numbers.forEach((name, value) -> json.put(name.equals("reason") ? "trigger" : name, value));
        return json;
    }

    /** A run as a chat's page shows it; {@code null} for one without a stage. */
    static @Nullable Map<String, @Nullable Object> run(CompressionEvent event) {
        Map<String, @Nullable Object> json = json(event);
        json.remove("type");
        json.remove("chat");
        if (event instanceof StageFinished done) {
            json.put("savedTokens", done.savedTokens());
            json.put(
                    "cachedTokensLost",
                    Math.max(0, done.tokensBefore() - done.breakdown().system()));
            json.put("failure", null);
            json.put("instead", null);
            return json;
        } else if (event instanceof StageFailed failed) {
            json.put("tokensBefore", failed.contextTokens());
            json.put("tokensAfter", null);
            return json;
        }
        return null;
    }
}
