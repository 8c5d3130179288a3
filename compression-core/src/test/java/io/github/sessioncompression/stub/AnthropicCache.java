package io.github.sessioncompression.stub;

import io.github.sessioncompression.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The prompt cache as Anthropic keeps it: a prefix is kept where a breakpoint ends it, and found again up to twenty blocks before a
 * breakpoint. Counts characters.
 */
public final class AnthropicCache {
    private static final int LOOK_BACK = 20;

    private final Set<String> kept = new HashSet<>();
    private List<String> before = List.of();
    private long stable;
    private long cached;
    private int most;

    private record Blocks(List<String> texts, List<Integer> breakpoints) {
        void add(String place, @Nullable Object parts) {
            if (parts instanceof List<?> blocks) {
                for (Object each : blocks) {
                    Map<Object, @Nullable Object> block = new TreeMap<>((Map<?, ?>) each);
                    if (block.remove("cache_control") != null) {
                        breakpoints.add(texts.size());
                    }
                    texts.add(place + Json.write(block));
                }
            } else if (parts != null) {
                add(place, List.of(Map.of("type", "text", "text", parts)));
            }
        }
    }

    /** A request arrives. */
    public void read(Sent request) {
        Blocks blocks = new Blocks(new ArrayList<>(), new ArrayList<>());
        blocks.add("tool ", request.body().get("tools"));
        blocks.add("system ", request.body().get("system"));
        for (Object each : (List<?>) Objects.requireNonNull(request.body().get("messages"))) {
            Map<?, ?> message = (Map<?, ?>) each;
            blocks.add(message.get("role") + " ", message.get("content"));
        }
        long found = 0;
        for (int breakpoint : blocks.breakpoints()) {
            for (int end = breakpoint; end >= 0 && end > breakpoint - LOOK_BACK; end--) {
                String prefix = prefix(blocks.texts(), end);
                found = Math.max(found, kept.contains(prefix) ? prefix.length() : 0);
            }
        }
        cached += found;
        int shared = 0;
        while (shared < Math.min(before.size(), blocks.texts().size())
                && before.get(shared).equals(blocks.texts().get(shared))) {
            shared++;
        }
        stable += shared == 0 ? 0 : prefix(before, shared - 1).length();
        blocks.breakpoints().forEach(breakpoint -> kept.add(prefix(blocks.texts(), breakpoint)));
        most = Math.max(most, blocks.breakpoints().size());
        before = blocks.texts();
    }

    private static String prefix(List<String> texts, int last) {
        return String.join("\n", texts.subList(0, last + 1));
    }

    /** Share of what requests had in common with the one before that came from the cache. */
    public double share() {
        return (double) cached / stable;
    }

    /** The most breakpoints in a request. */
    public int mostBreakpoints() {
        return most;
    }
}
