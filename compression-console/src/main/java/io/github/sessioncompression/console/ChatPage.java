package io.github.sessioncompression.console;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Inspection;
import io.github.sessioncompression.Plan;
import io.github.sessioncompression.Recall;
import io.github.sessioncompression.Status;
import io.github.sessioncompression.View;
import io.github.sessioncompression.console.SessionConsole.ConsoleSettings;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.session.SessionIndex;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** JSON of one chat: its numbers, its transcript, and the view that the next call is sent. */
final class ChatPage {
    private static final int MOST_MESSAGES = 500;
    private static final int MOST_IN_VIEW = 100_000;

    private final Conversation chat;
    private final Inspection inspection;
    private final ConsoleSettings settings;
    private final EventLog events;

    ChatPage(Conversation chat, Inspection inspection, ConsoleSettings settings, EventLog events) {
        this.chat = chat;
        this.inspection = inspection;
        this.settings = settings;
        this.events = events;
    }

    Map<String, @Nullable Object> summary() {
        Status status = chat.status();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", chat.id());
        json.put("chat", SessionIndex.chatOf(chat.id()));
        json.put("earlierSession", chat.isEarlierSession());
        json.put("messages", status.messages());
        json.put("context", ChatList.context(status, inspection));
        json.put("stats", Numbers.of(status.stats()));
        json.put("prices", ChatList.prices(inspection.policy(chat.id())));
        Plan next = chat.plan();
        Map<String, @Nullable Object> plan = Numbers.of(next);
        plan.remove("artefacts");
        plan.put("costs", next.costs().map(Numbers::of).orElse(null));
        json.put("plan", plan);
        json.put("pins", chat.pins().stream().map(Entry::sequence).toList());
        json.put("userKnown", inspection.userOf(chat.id()).isPresent());
        json.put("lastWarning", ChatList.lastWarning(events, chat.id()));
        return json;
    }

    /** A page of the transcript; without {@code after} the last one. */
    Map<String, @Nullable Object> messages(Query query) {
        int limit = query.size("limit", 200, MOST_MESSAGES);
        View view = inspection.view(chat);
        long lastShown =
                view.parts().stream().mapToLong(ViewPart::sequence).max().orElse(0);
        long after = query.number("after", Math.max(0, lastShown - limit), 0, Long.MAX_VALUE);
        List<Entry> entries = inspection.entries(chat, after, limit + 1);
        boolean isMore = entries.size() > limit;
        List<Entry> page = entries.subList(0, Math.min(limit, entries.size()));
        Marks marks = new Marks(view);
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("messages", page.stream().map(marks::message).toList());
        json.put("first", page.isEmpty() ? null : page.get(0).sequence());
        json.put("last", page.isEmpty() ? null : page.get(page.size() - 1).sequence());
        List<Entry> begin = inspection.entries(chat, 0, 1);
        long begins = begin.isEmpty() ? 1 : begin.get(0).sequence();
        json.put("begins", begins);
        json.put("previous", after < begins ? null : Math.max(0, after - limit));
        json.put("next", isMore ? page.get(page.size() - 1).sequence() : null);
        json.put("boundary", marks.boundary);
        json.put("version", marks.version);
        return json;
    }

    /** Finds out of a view and the records what became of each message. */
    private final class Marks {
        private final View view;
        private final Map<Long, Integer> shown = new HashMap<>();
        private final Set<Long> pins;
        private final List<CompressionRecord> history;
        private final long boundary;
        private final long version;
        /** By the index of the record that was the first to cover a message. */
        private final Map<Integer, Map<String, @Nullable Object>> reasons = new HashMap<>();

        Marks(View view) {
            this.view = view;
            for (int i = 0; i < view.parts().size(); i++) {
                shown.put(view.parts().get(i).sequence(), i);
            }
            pins = chat.pins().stream().map(Entry::sequence).collect(Collectors.toSet());
            history = chat.history();
            CompressionRecord last = history.isEmpty() ? null : history.get(history.size() - 1);
            boundary = last == null ? 0 : last.boundary();
            version = last == null ? 0 : last.version();
        }

        Map<String, @Nullable Object> message(Entry entry) {
            Integer index = shown.get(entry.sequence());
            Map<String, @Nullable Object> json = of(entry.message());
            json.put("sequence", entry.sequence());
            json.put("tokens", entry.tokens());
            json.put("at", Numbers.time(entry.message().timestamp()));
            json.put("viewIndex", index);
            json.put("pinnedHere", pins.contains(entry.sequence()));
            if (index == null) {
                unseen(entry, json);
            } else {
                seen(entry, view.messages().get(index), view.parts().get(index).kind(), json);
            }
            return json;
        }

        private void seen(Entry entry, Message shows, ViewPart.Kind kind, Map<String, @Nullable Object> json) {
            boolean isLess = kind == ViewPart.Kind.PLACEHOLDER;
            boolean isPruned = entry.message().role() == Role.TOOL
                    || entry.message().callsTools()
                    || entry.message().text().equals(shows.text());
            String mark =
                    switch (kind) {
                        case SYSTEM -> "system";
                        case PINNED -> "pinned";
                        case PLACEHOLDER -> isPruned ? "pruned" : "cut";
                        case STATE, ORIGINAL, EXPANSION, FILLER -> "shown";
                    };
            json.put("mark", mark);
            Map<String, @Nullable Object> reason = new LinkedHashMap<>();
            reason.put("code", mark.equals("cut") ? "too-large" : mark);
            if (isLess) {
                reason.put("shownTokens", chat.tokens(List.of(shows)));
            }
            json.put("reason", mark.equals("shown") || mark.equals("system") ? null : reason);
            if (settings.contents() && !shows.text().equals(entry.message().text())) {
                json.put("shown", shows.text());
            }
        }

        private void unseen(Entry entry, Map<String, @Nullable Object> json) {
            boolean isCovered = entry.sequence() <= boundary;
            boolean isSystem = entry.message().role() == Role.SYSTEM;
            json.put("mark", isSystem ? "superseded" : isCovered ? "covered" : "left-out");
            json.put(
                    "reason",
                    isSystem ? null : isCovered ? covered(entry.sequence()) : Map.of("code", "awaits-compression"));
        }

        private Map<String, @Nullable Object> covered(long sequence) {
            int by = 0;
            while (history.get(by).boundary() < sequence) {
                by++;
            }
            return reasons.computeIfAbsent(by, this::reason);
        }

        /** The reason of all messages that the record at {@code index} was the first to cover. */
        private Map<String, @Nullable Object> reason(int index) {
            CompressionRecord first = history.get(index);
            // If the oldest record that is kept covers them already, an earlier one may have done so first.
            CompressionRecord by = index == 0 && first.version() != 1 ? null : first;
            Map<String, @Nullable Object> reason = new LinkedHashMap<>();
            reason.put("code", "covered");
            reason.put("version", by == null ? null : by.version());
            reason.put("cause", by == null ? null : Numbers.name(by.cause()));
            reason.put("at", by == null ? null : by.createdAt().toString());
            Map<String, @Nullable Object> run = by == null ? null : ChatHistory.run(events, chat.id(), by, history);
            reason.put("trigger", run == null ? null : run.get("trigger"));
            return reason;
        }
    }

    /** What the next call is sent, or what the call that returned the message {@code answer} was; empty if that is not known. */
    private Optional<View> asked(Query query) {
        long answer = query.number("answer", 0, 1, Long.MAX_VALUE);
        return answer == 0 ? Optional.of(inspection.view(chat)) : inspection.view(chat, answer);
    }

    /** The view that is asked for, or that of the next call if it is not known. */
    Map<String, @Nullable Object> view(Query query) {
        Optional<View> asked = asked(query);
        View view = asked.orElseGet(() -> inspection.view(chat));
        LongStream whole = view.parts().stream()
                .filter(part -> part.kind() == ViewPart.Kind.ORIGINAL)
                .mapToLong(ViewPart::sequence);
        Map<Long, Integer> counted = inspection.entries(chat, whole.min().orElse(1) - 1, MOST_IN_VIEW).stream()
                .collect(Collectors.toMap(Entry::sequence, Entry::tokens));
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put(
                "messages",
                IntStream.range(0, view.messages().size())
                        .mapToObj(index -> shown(view, index, counted))
                        .toList());
        json.put("known", asked.isPresent());
        json.put("tokens", view.tokens());
        json.put("systemTokens", view.systemTokens());
        json.put("stateTokens", view.stateTokens());
        json.put("toolTokens", view.toolTokens());
        json.put("leftOut", view.leftOut());
        int state = view.parts().stream().map(ViewPart::kind).toList().indexOf(ViewPart.Kind.STATE);
        json.put("stateAt", state < 0 ? null : state);
        return json;
    }

    private Map<String, @Nullable Object> shown(View view, int index, Map<Long, Integer> counted) {
        Message message = view.messages().get(index);
        ViewPart part = view.parts().get(index);
        Integer tokens = part.kind() == ViewPart.Kind.ORIGINAL ? counted.get(part.sequence()) : null;
        Map<String, @Nullable Object> json = of(message);
        json.put("index", index);
        json.put("kind", Numbers.name(part.kind()));
        json.put("sequence", part.sequence());
        json.put("tokens", tokens != null ? tokens : chat.tokens(List.of(message)));
        return json;
    }

    private Map<String, @Nullable Object> of(Message message) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("role", Numbers.name(message.role()));
        json.put("media", message.mediaCount());
        json.put("error", message.error());
        json.put("calls", message.toolCalls().size());
        if (settings.contents()) {
            json.put("text", message.text());
            json.put("name", message.name());
            json.put(
                    "toolCalls",
                    message.toolCalls().stream().map(ChatPage::call).toList());
        }
        return json;
    }

    private static Map<String, Object> call(ToolCall call) {
        return Map.of("id", call.id(), "name", call.name(), "arguments", call.arguments());
    }

    Map<String, @Nullable Object> raw(Query query) {
        requireContents();
        return new LinkedHashMap<>(Map.of(
                "message",
                MessageCodec.neutral().toJson(query.text("index") != null ? inView(query) : inTranscript(query))));
    }

    private Message inView(Query query) {
        List<Message> messages = asked(query)
                .orElseThrow(() -> new Refusal(404, "not-found", "The messages of that call are not known"))
                .messages();
        long index = query.number("index", 0, 0, Integer.MAX_VALUE);
        if (index >= messages.size()) {
            throw Refusal.badRequest("index must be below " + messages.size());
        }
        return messages.get((int) index);
    }

    private Message inTranscript(Query query) {
        long sequence = Query.number("sequence", query.required("sequence"));
        return inspection.entries(chat, Math.max(0, sequence - 1), 1).stream()
                .filter(entry -> entry.sequence() == sequence)
                .findFirst()
                .orElseThrow(() -> new Refusal(404, "not-found", "There is no message of that number"))
                .message();
    }

    Map<String, @Nullable Object> search(Query query) {
        requireContents();
        List<Hit> hits = chat.recall().searchAll(query.required("q"), query.size("k", 20, Recall.MAX_HITS));
        return new LinkedHashMap<>(
                Map.of("hits", hits.stream().map(ChatPage::hit).toList()));
    }

    private static Map<String, @Nullable Object> hit(Hit hit) {
        Map<String, @Nullable Object> json = Numbers.of(hit);
        json.put("at", json.remove("timestamp"));
        return json;
    }

    private void requireContents() {
        if (!settings.contents()) {
            throw Refusal.contentsOff();
        }
    }
}
