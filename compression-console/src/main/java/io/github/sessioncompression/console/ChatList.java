package io.github.sessioncompression.console;

import io.github.sessioncompression.Inspection;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Status;
import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.SessionStore.Overview;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A page of the list of all chats. By id the store pages; by anything else the counts of all chats are read, a few thousand in a query, and
 * only those on the page are looked into.
 */
final class ChatList {
    private static final int MOST_SCANNED = 50_000;
    private static final int READ_AT_ONCE = 5_000;
    private static final int MOST_ON_PAGE = 100;
    private static final String ID = "id";
    private static final String WRITTEN = "written";

    private static final Map<String, ToDoubleFunction<Overview>> SORTS = Map.of(
            "messages", it -> it.head().messages(),
            "compressions", counted(Counters.Field.COMPRESSIONS),
            "failures", counted(Counters.Field.FAILURES),
            "saved", counted(Counters.Field.TOKENS_SAVED),
            "sent", counted(Counters.Field.SENT_TOKENS),
            "cached", ChatList::cachedShare);

    private final Inspection inspection;
    private final Chats chats;
    private final EventLog events;

    ChatList(SessionCompressor compressor, Chats chats, EventLog events) {
        this.inspection = compressor.inspection();
        this.chats = chats;
        this.events = events;
    }

    private static ToDoubleFunction<Overview> counted(Counters.Field field) {
        return it -> field.of(it.counters());
    }

    private static double cachedShare(Overview chat) {
        long sent = Counters.Field.SENT_TOKENS.of(chat.counters());
        return sent == 0 ? 0 : (double) Counters.Field.STABLE_PREFIX_TOKENS.of(chat.counters()) / sent;
    }

    Map<String, @Nullable Object> page(Query query) {
        String sort = query.oneOf(
                "sort", List.of(ID, WRITTEN, "messages", "compressions", "failures", "saved", "cached", "sent"));
        boolean ascending = query.oneOf("order", List.of("", "asc", "desc")).equals("asc")
                || (sort.equals(ID) && query.text("order") == null);
        String only = query.oneOf("only", List.of("", "failed", "compressed"));
        int limit = query.size("limit", 25, MOST_ON_PAGE);
        if (sort.equals(ID)
                && ascending
                && only.isEmpty()
                && query.text("filter") == null
                && query.text("offset") == null) {
            return paged(query.text("after"), limit);
        }
        List<Overview> all = new ArrayList<>();
        int scanned = scan(all);
        all.removeIf(chat -> !isWanted(chat, query.text("filter"), only));
        Comparator<Overview> order = order(sort);
        all.sort(ascending ? order : order.reversed());
        int offset = (int) Math.min(all.size(), query.number("offset", 0, 0, Integer.MAX_VALUE));
        List<Overview> page = all.subList(offset, Math.min(all.size(), offset + limit));
        return json(page, null, all.size(), scanned, offset);
    }

    private Map<String, @Nullable Object> paged(@Nullable String after, int limit) {
        List<Overview> page = new ArrayList<>();
        List<Overview> read = inspection.overviews(after, limit + 1);
        int scanned = 0;
        boolean isMore = false;
        while (!read.isEmpty() && !isMore) {
            scanned += read.size();
            for (Overview each : read) {
                boolean isAllowed = chats.isAllowed(each.conversationId());
                isMore |= isAllowed && page.size() == limit;
                if (isAllowed && page.size() < limit) {
                    page.add(each);
                }
            }
            boolean isOver = isMore || read.size() <= limit || scanned >= MOST_SCANNED;
            read = isOver
                    ? List.of()
                    : inspection.overviews(read.get(read.size() - 1).conversationId(), READ_AT_ONCE);
        }
        String next = isMore ? page.get(page.size() - 1).conversationId() : null;
        return json(page, next, null, scanned, null);
    }

    private int scan(List<Overview> into) {
        List<Overview> read = inspection.overviews(null, READ_AT_ONCE);
        while (!read.isEmpty() && into.size() < MOST_SCANNED) {
            into.addAll(read);
            read = read.size() < READ_AT_ONCE
                    ? List.of()
                    : inspection.overviews(read.get(read.size() - 1).conversationId(), READ_AT_ONCE);
        }
        return into.size();
    }

    private boolean isWanted(Overview chat, @Nullable String filter, String only) {
        String id = chat.conversationId();
        boolean named = filter == null || id.toLowerCase(Locale.ROOT).contains(filter.toLowerCase(Locale.ROOT));
        boolean counted = only.isEmpty()
                || (only.equals("failed") ? Counters.Field.FAILURES : Counters.Field.COMPRESSIONS).of(chat.counters())
                        > 0;
        return named && counted && chats.isAllowed(id);
    }

    private static Comparator<Overview> order(String sort) {
        if (sort.equals(ID)) {
            return Comparator.comparing(Overview::conversationId);
        } else if (sort.equals(WRITTEN)) {
            return Comparator.comparing(
                    it -> Optional.ofNullable(it.writtenAt()).orElse(Instant.MIN));
        }
        return Comparator.comparingDouble(SORTS.getOrDefault(sort, it -> 0));
    }

    private Map<String, @Nullable Object> json(
            List<Overview> page,
            @Nullable String next,
            @Nullable Integer total,
            int scanned,
            @Nullable Integer offset) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("chats", page.stream().map(this::row).toList());
        json.put("next", next);
        json.put("total", total);
        json.put("scanned", scanned);
        json.put("offset", offset);
        return json;
    }

    private Map<String, @Nullable Object> row(Overview chat) {
        String id = chat.conversationId();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", id);
        json.put("written", Numbers.time(chat.writtenAt()));
        json.put("messages", chat.head().messages());
        json.put("compressions", Counters.Field.COMPRESSIONS.of(chat.counters()));
        json.put("prunings", Counters.Field.PRUNINGS.of(chat.counters()));
        json.put("failures", Counters.Field.FAILURES.of(chat.counters()));
        json.put("tokensSaved", Counters.Field.TOKENS_SAVED.of(chat.counters()));
        json.put("sentTokens", Counters.Field.SENT_TOKENS.of(chat.counters()));
        json.put("stablePrefixTokens", Counters.Field.STABLE_PREFIX_TOKENS.of(chat.counters()));
        json.put("chatUsage", Numbers.of(chat.counters().chat()));
        json.put("prices", prices(inspection.policy(id)));
        json.put("context", null);
        try {
            Status status = inspection.status(chat);
            json.put("context", context(status, inspection));
            latest(status.stats(), json);
        } catch (RuntimeException e) {
            json.put("contextError", e.getClass().getSimpleName());
        }
        json.put("lastWarning", lastWarning(events, id));
        return json;
    }

    /** What was counted in this process and is not kept yet is in a chat's own statistics only. */
    private static void latest(CompressionStats stats, Map<String, @Nullable Object> json) {
        json.put("compressions", stats.compressions());
        json.put("prunings", stats.prunings());
        json.put("failures", stats.failures());
        json.put("tokensSaved", stats.tokensSaved());
        json.put("sentTokens", stats.sentTokens());
        json.put("stablePrefixTokens", stats.stablePrefixTokens());
        json.put("chatUsage", Numbers.of(stats.chatUsage()));
    }

    static Map<String, @Nullable Object> context(Status status, Inspection inspection) {
        Map<String, @Nullable Object> json = Numbers.of(status);
        List.of("conversationId", "messages", "state", "stats").forEach(json::remove);
        json.put("configuredWindow", inspection.policy(status.conversationId()).contextWindow());
        return json;
    }

    /** Prices of the policy's model; {@code null} if they are not known. */
    static @Nullable Map<String, @Nullable Object> prices(CompressionPolicy policy) {
        return policy.cost()
                .profileFor(policy.modelName().orElse(""))
                .map(Numbers::of)
                .orElse(null);
    }

    static @Nullable Map<String, @Nullable Object> lastWarning(EventLog events, String id) {
        List<CompressionEvent> last =
                events.warnings(event -> event.conversationId().equals(id), 1);
        return last.isEmpty() ? null : EventLog.warning(last.get(0));
    }
}
