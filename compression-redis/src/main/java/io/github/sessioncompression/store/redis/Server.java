package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.store.StoreBuilder.RetryDelay;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks the server, and asks again while it can't be reached or answers that it is not ready.
 *
 * <p>Lettuce, too, sends a command again whose answer was lost with the connection, so each question must have the right effect when it is asked twice.
 * <b>Threads:</b> safe for use by many. <b>On failure</b> lost connections, timeouts, a loading or busy server and a failover are tried again within the time
 * of {@link RetryDelay}, an interruption is not; then {@link RedisStoreException} is thrown, and the call may have been done all the same.
 */
final class Server {
    /** Codes of clusters and replicas during a failover. */
    private static final Set<String> PASSING =
            Set.of("CLUSTERDOWN", "TRYAGAIN", "MASTERDOWN", "NOREPLICAS", "READONLY");

    private final Link link;
    private final RetryDelay retryDelay;
    private volatile boolean closed;

    /**
     * A connection of Lettuce to one server or to a cluster.
     */
    record Link(
            StatefulConnection<String, String> connection,
            RedisClusterCommands<String, String> sync,
            RedisClusterAsyncCommands<String, String> async) {}

    Server(Link link, RetryDelay retryDelay) {
        this.link = link;
        this.retryDelay = retryDelay;
    }

    /** Asks once, and again where that helps. */
    <T extends @Nullable Object> T ask(String what, Function<Link, T> question) {
        RetryDelay.Tries tries = retryDelay.begin();
        while (true) {
            if (closed) {
                throw new RedisStoreException("could not " + what + ": the store is closed");
            }
            try {
                return question.apply(link);
            } catch (RedisException e) {
                if (closed || !passes(e) || !tries.again()) {
                    throw RedisStoreException.of(tries.failed(what), e);
                }
            }
        }
    }

    /** Runs a script that answers with a number. */
    long number(String what, Script script, String[] keys, String... arguments) {
        return (Long) ask(what, it -> run(it, script, ScriptOutputType.INTEGER, keys, arguments));
    }

    /** Runs a script that answers with a text. */
    String text(String what, Script script, String[] keys, String... arguments) {
        return (String) ask(what, it -> run(it, script, ScriptOutputType.VALUE, keys, arguments));
    }

    /** Runs a script that answers with several texts; {@code null} for what isn't there. */
    List<@Nullable String> texts(String what, Script script, String[] keys, String... arguments) {
        List<@Nullable String> texts = new ArrayList<>();
        for (Object text : (List<?>) ask(what, it -> run(it, script, ScriptOutputType.MULTI, keys, arguments))) {
            texts.add((String) text);
        }
        return texts;
    }

    private static Object run(Link link, Script script, ScriptOutputType result, String[] keys, String... arguments) {
        try {
            return link.sync().<Object>evalsha(script.digest(), result, keys, arguments);
        } catch (RedisNoScriptException e) {
            return link.sync().<Object>eval(script.text(), result, keys, arguments);
        }
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

    void close() {
        closed = true;
        link.connection().close();
    }
}
