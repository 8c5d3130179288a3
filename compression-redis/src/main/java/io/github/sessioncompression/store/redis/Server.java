package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.model.Waiting;
import io.lettuce.core.RedisBusyException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisLoadingException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks the server, and asks again while it can't be reached or says that it can't answer yet.
 *
 * <p>Lettuce, too, sends a command again whose answer was lost with the connection. So whatever is asked must be right when it is done
 * twice. Safe for use by many threads.
 */
final class Server {
    /** However short each try is, there are not more. */
    private static final int MAX_TRIES = 40;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    /** What nodes of a cluster and of a failover say while it is on. */
    private static final Set<String> PASSING =
            Set.of("CLUSTERDOWN", "TRYAGAIN", "MASTERDOWN", "NOREPLICAS", "READONLY");

    private final Link link;
    private final Duration patience;
    private final Waiting waiting;
    private final LongSupplier nanoTime;
    private volatile boolean closed;

    /**
     * A connection of Lettuce's, to one server or to a cluster.
     *
     * @param connection what is to be closed in the end
     * @param sync asks and waits
     * @param async asks
     */
    record Link(
            StatefulConnection<String, String> connection,
            RedisClusterCommands<String, String> sync,
            RedisClusterAsyncCommands<String, String> async) {}

    Server(Link link, Duration patience, Waiting waiting, LongSupplier nanoTime) {
        this.link = link;
        this.patience = patience;
        this.waiting = waiting;
        this.nanoTime = nanoTime;
    }

    /** Asks once, and again where that helps. */
    <T extends @Nullable Object> T ask(String what, Function<Link, T> question) {
        long began = nanoTime.getAsLong();
        Duration pause = FIRST_PAUSE;
        for (int tries = 1; ; tries++) {
            if (closed) {
                throw new RedisStoreException("could not " + what + ": the store is closed");
            }
            try {
                return question.apply(link);
            } catch (RedisException e) {
                long left = patience.toNanos() - (nanoTime.getAsLong() - began);
                if (closed || !passes(e) || tries >= MAX_TRIES || left <= 0) {
                    throw RedisStoreException.of(what, e);
                }
                pause(what, e, pause, left);
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            }
        }
    }

    /** Runs a script that answers with a number. */
    long number(String what, Script script, String[] keys, String... arguments) {
        return (Long) run(what, script, ScriptOutputType.INTEGER, keys, arguments);
    }

    /** Runs a script that answers with a text. */
    String text(String what, Script script, String[] keys, String... arguments) {
        return (String) run(what, script, ScriptOutputType.VALUE, keys, arguments);
    }

    /** Runs a script that answers with several texts; {@code null} for what isn't there. */
    List<@Nullable String> texts(String what, Script script, String[] keys, String... arguments) {
        List<@Nullable String> texts = new ArrayList<>();
        for (Object text : (List<?>) run(what, script, ScriptOutputType.MULTI, keys, arguments)) {
            texts.add((String) text);
        }
        return texts;
    }

    private Object run(String what, Script script, ScriptOutputType result, String[] keys, String... arguments) {
        return ask(what, it -> {
            try {
                return it.sync().<Object>evalsha(script.digest(), result, keys, arguments);
            } catch (RedisNoScriptException e) {
                return it.sync().<Object>eval(script.text(), result, keys, arguments);
            }
        });
    }

    private static boolean passes(RedisException failure) {
        if (failure instanceof RedisCommandInterruptedException) {
            return false;
        }
        return !(failure instanceof RedisCommandExecutionException)
                || failure instanceof RedisLoadingException
                || failure instanceof RedisBusyException
                || PASSING.contains(RedisStoreException.code(failure));
    }

    /** At random between half of it and all of it. */
    private void pause(String what, RedisException failure, Duration longest, long left) {
        long nanos = ThreadLocalRandom.current().nextLong(longest.toNanos() / 2, longest.toNanos());
        try {
            waiting.pause(Duration.ofNanos(Math.min(nanos, left)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RedisStoreException.of(what + ", being interrupted while it waited to try again", failure);
        }
    }

    void close() {
        closed = true;
        link.connection().close();
    }
}
