package io.github.sessioncompression.store.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import java.util.List;
import java.util.Map;

/**
 * Thrown where Redis can't be reached, refuses what is asked of it, or holds what this version can't read.
 *
 * <p>It repeats no content of a conversation: of what a server has answered only the code is part of it.
 */
public final class RedisStoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Far enough to be behind what a server says first of a script, and before any content. */
    private static final int MAX_WORDS = 20;

    /** Codes of servers, with their meanings. */
    private static final Map<String, String> KNOWN = Map.ofEntries(
            Map.entry("OOM", ", the server has reached its maxmemory"),
            Map.entry("WRONGTYPE", ", somebody else has put something of another type under the store's keys"),
            Map.entry("NOPERM", ", the user may not do this"),
            Map.entry("NOAUTH", ", the server asks for a password"),
            Map.entry("WRONGPASS", ", the password is wrong"),
            Map.entry("MISCONF", ", the server can't write to its disk"),
            Map.entry("READONLY", ", the server is a replica"),
            Map.entry("CLUSTERDOWN", ", the cluster has no node for the key"),
            Map.entry("TRYAGAIN", ", the cluster is moving the key"),
            Map.entry("MASTERDOWN", ", the replica has lost its master"),
            Map.entry("NOREPLICAS", ", too few replicas are there"),
            Map.entry("CROSSSLOT", ", the keys are in different places"));

    RedisStoreException(String problem) {
        super(problem);
    }

    private RedisStoreException(String problem, RedisException cause) {
        super(problem, cause);
    }

    static RedisStoreException of(String what, RedisException failure) {
        String description = failure.getClass().getSimpleName() + ": " + describe(failure);
        RedisException cause = new RedisException(description);
        cause.setStackTrace(failure.getStackTrace());
        return new RedisStoreException("could not " + what + ": " + description, cause);
    }

    private static String describe(RedisException failure) {
        if (!(failure instanceof RedisCommandExecutionException)) {
            return String.valueOf(failure.getMessage());
        }
        String code = code(failure);
        return code + KNOWN.getOrDefault(code, "; the rest is left out, for it may repeat contents");
    }

    /** True if a script was refused because a cluster keeps its keys in different places. */
    boolean isOfSlots() {
        return String.valueOf(getMessage()).contains("CROSSSLOT");
    }

    /** The server's code of a failure: the first word, or a later one where a script has failed. */
    static String code(RedisException failure) {
        List<String> words = List.of(String.valueOf(failure.getMessage()).split("[^A-Z]+", MAX_WORDS));
        return words.stream().filter(KNOWN::containsKey).findFirst().orElse("an error");
    }
}
