package io.github.sessioncompression.spring.ai;

import com.github.benmanes.caffeine.cache.Cache;
import io.github.sessioncompression.SessionCompressor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the chat memories that the advisors of a chat client hold.
 *
 * <p>An advisor has no accessor for its memory, so its fields are read. Memories and advisors that wrap others are followed, also through
 * proxies, lambdas, enclosing instances and collections. Belongs to one search; an advisor that holds the memory looked for is read once.
 */
final class ChainMemories {
    /**
     * Memories found in a chain.
     *
     * @param own true for a memory of the compressor, or the compressor itself
     * @param other true for other memories only
     */
    record Found(boolean own, boolean other) {}

    private static final Found OWN = new Found(true, false);
    /** Maximum number of objects read in one search. */
    private static final int MAX_OBJECTS = 1_000;

    private static final String AOP = "org.springframework.aop.";

    private final SessionCompressor compressor;
    private final Deque<Object> waiting = new ArrayDeque<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean own;
    private boolean other;

    private ChainMemories(SessionCompressor compressor) {
        this.compressor = compressor;
    }

    /**
     * The memories that {@code advisors} hold, seen from {@code compressor}.
     *
     * @param owners advisors that hold a memory of {@code compressor}, filled here; others may come to hold one
     */
    static Found in(List<? extends Advisor> advisors, SessionCompressor compressor, Cache<Advisor, Found> owners) {
        for (Advisor advisor : advisors) {
            Found known = owners.getIfPresent(advisor);
            if (known != null) {
                return known;
            }
        }
        ChainMemories search = new ChainMemories(compressor);
        for (Advisor advisor : advisors) {
            search.follow(advisor);
            while (!search.own && !search.waiting.isEmpty() && search.seen.size() < MAX_OBJECTS) {
                search.read(search.waiting.pop());
            }
            if (search.own) {
                owners.put(advisor, OWN);
                return OWN;
            }
        }
        return new Found(false, search.other);
    }

    private void follow(@Nullable Object value) {
        if (value == null || !leadsOn(value)) {
            return;
        }
        if (value == compressor || (value instanceof CompressingChatMemory ours && ours.compressor() == compressor)) {
            own = true;
        } else if (seen.add(value)) {
            other |= value instanceof ChatMemory;
            waiting.push(value);
        }
    }

    private static boolean leadsOn(Object value) {
        if (value instanceof SessionStateAdvisor
                || value instanceof RequestGuardAdvisor
                || value instanceof ChatCommandAdvisor) {
            return false;
        }
        Class<?> type = value.getClass();
        return value instanceof Advisor
                || value instanceof ChatMemory
                || value instanceof SessionCompressor
                || value instanceof Collection<?>
                || value instanceof Map<?, ?>
                || value instanceof Optional<?>
                || value instanceof AtomicReference<?>
                || type.isHidden()
                || Proxy.isProxyClass(type)
                || type.getName().startsWith(AOP);
    }

    private void read(Object holder) {
        if (holder instanceof CompressingChatMemory || holder instanceof SessionCompressor) {
            return;
        }
        if (holder.getClass().getName().startsWith("java.")) {
            readContents(holder);
        } else if (Proxy.isProxyClass(holder.getClass())) {
            Object handler = Proxy.getInvocationHandler(holder);
            follow(handler);
            readFields(handler);
        } else {
            readFields(holder);
        }
    }

    private void readContents(Object holder) {
        try {
            if (holder instanceof Collection<?> some) {
                some.stream().limit(MAX_OBJECTS).forEach(this::follow);
            } else if (holder instanceof Map<?, ?> some) {
                some.values().stream().limit(MAX_OBJECTS).forEach(this::follow);
            } else if (holder instanceof Optional<?> some) {
                some.ifPresent(this::follow);
            } else if (holder instanceof AtomicReference<?> some) {
                follow(some.get());
            }
        } catch (ConcurrentModificationException changed) {
            // What has been read so far has to do.
        }
    }

    private void readFields(Object holder) {
        ReflectionUtils.doWithFields(
                holder.getClass(),
                field -> follow(field, holder),
                field -> !Modifier.isStatic(field.getModifiers())
                        && !field.getType().isPrimitive());
    }

    private void follow(Field field, Object holder) {
        try {
            Object value = field.trySetAccessible() ? field.get(holder) : null;
            follow(value);
            if (value != null && isPartOf(holder, field, value) && seen.add(value)) {
                waiting.push(value);
            }
        } catch (IllegalAccessException unreadable) {
            // As if it were not there.
        }
    }

    /** True for the object around an inner class or lambda, and for the application's own parts of a memory. */
    private static boolean isPartOf(Object holder, Field field, Object value) {
        String type = value.getClass().getName();
        return !type.startsWith("java.")
                && !type.startsWith("org.springframework.")
                && (holder instanceof ChatMemory
                        || holder.getClass().isHidden()
                        || field.getName().startsWith("this$"));
    }
}
