package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.store.redis.Server.Link;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.Range.Boundary;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The list of all conversations.
 *
 * <p>In a cluster the list is in another place than the conversations, so no script changes both. A conversation is listed before it begins
 * and once more afterwards. A process that takes one out that is gone then looks if it has begun again, and puts it back. So each conversation that is
 * there is listed, in any order in which two processes do this; what is listed and isn't there is left out by those who read.
 *
 * <p><b>Threads:</b> safe for use by many. <b>On failure</b> see {@link Server}.
 */
record Conversations(Server server, Keys keys) {
    /** The most ids that are asked for at once. */
    private static final int PAGE = 500;
    /** The ids that {@link #tidy} looks at: more than one for each that begins, so that the list can't grow without end. */
    private static final int LOOKED_AT = 3;

    /** Adds a conversation to the list, if it is not in it. */
    void list(String conversationId) {
        server.ask("list a conversation", link -> link.sync().zadd(keys.conversations(), 0, conversationId));
    }

    /** Takes a conversation out of the list that is gone. */
    void unlist(String conversationId) {
        server.ask("take a conversation out of the list", link -> {
            link.sync().zrem(keys.conversations(), conversationId);
            return link.sync().exists(keys.head(conversationId)) > 0
                    ? link.sync().zadd(keys.conversations(), 0, conversationId)
                    : 0L;
        });
    }

    /**
     * Looks at a few, wherever they are in the list, and takes out those that are gone, because the server has let them expire. Done each
     * time that one begins it keeps the list from growing without end.
     */
    void tidy() {
        List<String> some = server.ask("look for conversations", link -> {
            long listed = link.sync().zcard(keys.conversations());
            long first = ThreadLocalRandom.current().nextLong(Math.max(1, listed));
            return link.sync().zrange(keys.conversations(), first, first + LOOKED_AT - 1);
        });
        unlistThoseGone(some, new ArrayList<>());
    }

    /** The ids of conversations behind {@code after} that are there, in the order of their bytes. */
    List<String> page(@Nullable String after, int limit) {
        List<String> found = new ArrayList<>();
        String last = after;
        while (found.size() < limit) {
            Range<String> behind =
                    last == null ? Range.unbounded() : Range.from(Boundary.excluding(last), Boundary.unbounded());
            int size = Math.min(PAGE, limit - found.size());
            List<String> listed = server.ask("list the conversations", link -> link.sync()
                    .zrangebylex(keys.conversations(), behind, Limit.create(0, size)));
            unlistThoseGone(listed, found);
            if (listed.size() < size) {
                break;
            }
            last = listed.get(listed.size() - 1);
        }
        return found;
    }

    /** Adds those that are there to {@code found}, and takes the others out of the list. */
    private void unlistThoseGone(List<String> listed, List<String> found) {
        List<Boolean> there = server.ask("look for conversations", link -> areThere(link, listed));
        for (int i = 0; i < listed.size(); i++) {
            if (there.get(i)) {
                found.add(listed.get(i));
            } else {
                unlist(listed.get(i));
            }
        }
    }

    /** True for each that is there. The questions are sent together, so that they take one round trip. */
    private List<Boolean> areThere(Link link, List<String> ids) {
        List<RedisFuture<Long>> asked =
                ids.stream().map(id -> link.async().exists(keys.head(id))).toList();
        return asked.stream()
                .map(each -> await(each, link.connection().getTimeout()) > 0)
                .toList();
    }

    /** The answer, within the connection's own time limit; failures as those of a call that waits by itself. */
    private static long await(RedisFuture<Long> answer, Duration limit) {
        try {
            return answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RedisException known ? known : new RedisException(e.getCause());
        } catch (TimeoutException e) {
            throw new RedisCommandTimeoutException("no answer within " + limit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RedisCommandInterruptedException(e);
        }
    }
}
