package io.github.sessioncompression.console;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The server-sent events of one open page. The server that sends them calls {@link #next} until it returns {@code null}, or {@link #close} when
 * the page is gone. For one reading thread; {@code close} may be called by any.
 */
public final class ConsoleEvents implements AutoCloseable {
    private static final int MOST_WAITING = 256;
    private static final long PULSE_MILLIS = 1_000;
    private static final long KEEP_MILLIS = Duration.ofSeconds(15).toMillis();
    private static final byte[] KEEP = bytes(": keep\n\n");
    private static final byte[] BYE = bytes("event: bye\ndata: {}\n\n");

    /** Events to send; an empty one only wakes the reader. */
    private final BlockingQueue<Optional<CompressionEvent>> waiting = new ArrayBlockingQueue<>(MOST_WAITING);

    private final EventLog log;
    private final Predicate<CompressionEvent> allowed;
    private final Supplier<Map<String, @Nullable Object>> pulse;
    private Map<String, @Nullable Object> last;
    private long idleMillis = KEEP_MILLIS;
    private volatile boolean ending;
    private volatile boolean ended;

    ConsoleEvents(EventLog log, Predicate<CompressionEvent> allowed, Supplier<Map<String, @Nullable Object>> pulse) {
        this.log = log;
        this.allowed = allowed;
        this.pulse = pulse;
        this.last = pulse.get();
    }

    /** Queues an event; an empty one wakes the reader. False if the page reads too slowly. */
    boolean offer(Optional<CompressionEvent> event) {
        return waiting.offer(event);
    }

    void end() {
        ending = true;
        offer(Optional.empty());
    }

    /**
     * The next bytes to send and flush, waited for up to a second and more where there is nothing to tell; the first come at once.
     *
     * @return {@code null} at the end
     */
    public byte @Nullable [] next() throws InterruptedException {
        while (!ended) {
            if (ending) {
                close();
                return BYE;
            }
            byte[] bytes = idleMillis >= KEEP_MILLIS ? KEEP : polled();
            if (bytes != null) {
                idleMillis = 0;
                return bytes;
            }
        }
        return null;
    }

    private byte @Nullable [] polled() throws InterruptedException {
        Optional<CompressionEvent> event = waiting.poll(PULSE_MILLIS, TimeUnit.MILLISECONDS);
        if (event != null) {
            return event.filter(allowed)
                    .map(each -> message("change", EventLog.json(each)))
                    .orElse(null);
        }
        idleMillis += PULSE_MILLIS;
        Map<String, @Nullable Object> now = pulse.get();
        if (now.equals(last)) {
            return null;
        }
        last = now;
        return message("pulse", now);
    }

    private static byte[] message(String type, Map<String, @Nullable Object> data) {
        return bytes("event: " + type + "\ndata: " + Json.writeEscaped(data) + "\n\n");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Ends the events; the page is gone. */
    @Override
    public void close() {
        ended = true;
        log.remove(this);
    }
}
