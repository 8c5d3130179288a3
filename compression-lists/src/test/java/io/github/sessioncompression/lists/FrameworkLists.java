package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenOptions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A framework's store of whole lists as such stores are found, with what each loses and adds. */
public final class FrameworkLists implements MessageLists<FrameworkLists.Said> {
    /** A framework's message. */
    public record Said(Role role, String text, List<ToolCall> calls, String callId, Map<String, Object> metadata) {
        public Said withText(String other) {
            return new Said(role, other, calls, callId, metadata);
        }
    }

    /** Changes to messages made by a store. */
    public enum Kind {
        /** Hands out its own list and keeps the one it is given (LangChain4j in memory). */
        LIVE,
        /** Keeps text and role (a home-made table). */
        TEXT_AND_ROLE,
        /** Drops results and calls, and adds metadata (Spring AI's JDBC repository). */
        NO_TOOLS,
        /** Drops results, and calls without a text. */
        NO_EMPTY_TEXTS,
        /** Adds metadata that is another one at each reading. */
        METADATA,
        /** Loses the order of the state's two messages (one timestamp for a whole batch). */
        SWAPPED_PAIR
    }

    private static final String TOOL = "tool";

    private final Kind kind;
    private final Map<String, List<Said>> data;
    private final AtomicInteger loads = new AtomicInteger();
    private final AtomicInteger saves = new AtomicInteger();
    private volatile boolean broken;
    private volatile boolean losesReplies;
    private volatile boolean namesAll;

    /** The store in its first process. */
    public FrameworkLists(Kind kind) {
        this(kind, new ConcurrentHashMap<>());
    }

    private FrameworkLists(Kind kind, Map<String, List<Said>> data) {
        this.kind = kind;
        this.data = data;
    }

    /** A store over lists without a side store, for states of the default schema. */
    public static SessionStore over(MessageLists<?> lists) {
        return over(lists, InstantSource.system(), SideStore.none());
    }

    /** A store over lists, for states of the default schema. */
    public static SessionStore over(MessageLists<?> lists, InstantSource clock, SideStore side) {
        return ListStores.over(lists, side)
                .create(StateSchema.session(), MessageTokens.of(TokenOptions.defaults()), clock);
    }

    /** The same data as another process sees it. */
    public FrameworkLists inAnotherProcess() {
        return new FrameworkLists(kind, data);
    }

    /** Stored messages of a conversation, as a modifiable list. */
    public List<Said> stored(String conversationId) {
        return new ArrayList<>(data.getOrDefault(conversationId, List.of()));
    }

    /** Changes the data behind everybody's back. */
    public void store(String conversationId, List<Said> messages) {
        data.put(conversationId, new ArrayList<>(messages));
    }

    /** From now on what is saved is there, but nobody hears so. */
    public void loseReplies(boolean lost) {
        losesReplies = lost;
    }

    /** Makes every write fail from now on, or no longer. */
    public void breakDown(boolean down) {
        broken = down;
    }

    /** From now on this store can tell which conversations it has. */
    public FrameworkLists namingAll() {
        namesAll = true;
        return this;
    }

    @Override
    public Optional<List<String>> conversationIds() {
        return namesAll
                ? Optional.of(data.entrySet().stream()
                        .filter(entry -> !entry.getValue().isEmpty())
                        .map(Map.Entry::getKey)
                        .toList())
                : Optional.empty();
    }

    public int loads() {
        return loads.get();
    }

    public int saves() {
        return saves.get();
    }

    @Override
    public List<Said> load(String conversationId) {
        int number = loads.incrementAndGet();
        List<Said> stored = data.computeIfAbsent(conversationId, id -> new ArrayList<>());
        return switch (kind) {
            case LIVE -> stored;
            case METADATA, NO_TOOLS ->
                stored.stream().map(said -> with(said, "read", number)).toList();
            case SWAPPED_PAIR -> swapped(stored);
            case TEXT_AND_ROLE, NO_EMPTY_TEXTS -> List.copyOf(stored);
        };
    }

    @Override
    public void save(String conversationId, List<Said> messages) {
        if (broken) {
            throw new IllegalStateException("the store is down");
        }
        saves.incrementAndGet();
        data.put(conversationId, kind == Kind.LIVE ? messages : kept(messages));
        if (losesReplies) {
            throw new IllegalStateException("connection reset");
        }
    }

    private List<Said> kept(List<Said> messages) {
        List<Said> kept = new ArrayList<>();
        for (Said said : messages) {
            boolean calls = !said.calls().isEmpty();
            if (kind == Kind.TEXT_AND_ROLE) {
                kept.add(new Said(said.role(), said.text(), List.of(), "", Map.of()));
            } else if (!drops(said.role() == Role.TOOL, calls, said.text().isEmpty())) {
                kept.add(said);
            }
        }
        return kept;
    }

    private boolean drops(boolean result, boolean calls, boolean empty) {
        return switch (kind) {
            case NO_TOOLS -> result || calls;
            case NO_EMPTY_TEXTS -> result || (calls && empty);
            default -> false;
        };
    }

    private static Said with(Said said, String key, Object value) {
        Map<String, Object> metadata = new HashMap<>(said.metadata());
        metadata.put(key, value);
        return new Said(said.role(), said.text(), said.calls(), said.callId(), Map.copyOf(metadata));
    }

    private static List<Said> swapped(List<Said> stored) {
        List<Said> list = new ArrayList<>(stored);
        for (int i = 0; i + 1 < list.size(); i++) {
            if (StateEnvelope.holds(list.get(i).text())
                    && list.get(i + 1).text().equals(StateEnvelope.ACKNOWLEDGEMENT)) {
                Said envelope = list.set(i, list.get(i + 1));
                list.set(++i, envelope);
            }
        }
        return list;
    }

    @Override
    public void delete(String conversationId) {
        if (broken) {
            throw new IllegalStateException("the store is down");
        }
        data.remove(conversationId);
    }

    @Override
    public Message read(Said said) {
        Message message =
                switch (said.role()) {
                    case SYSTEM -> Message.system(said.text());
                    case USER -> Message.user(said.text());
                    case ASSISTANT -> Message.assistant(said.text(), said.calls());
                    case TOOL ->
                        Message.toolResult(
                                said.callId(), (String) said.metadata().getOrDefault(TOOL, ""), said.text());
                };
        return message.withPinned(said.metadata().containsKey("pinned")).withSource(said);
    }

    @Override
    public Said write(Message message) {
        return message.source() instanceof Said said ? said : said(message);
    }

    /** A new framework message of what a core message says. */
    public static Said said(Message message) {
        Map<String, Object> metadata = new HashMap<>();
        if (message.pinned()) {
            metadata.put("pinned", true);
        }
        if (message.role() == Role.TOOL && message.name() != null) {
            metadata.put(TOOL, message.name());
        }
        return new Said(
                message.role(), message.text(), message.toolCalls(), message.toolCallId(), Map.copyOf(metadata));
    }

    /** A list of framework messages. */
    public static List<Said> said(List<Message> messages) {
        List<Said> said = new ArrayList<>();
        for (Message message : messages) {
            said.add(said(message));
        }
        return said;
    }

    @Override
    public Object identity() {
        return this;
    }
}
