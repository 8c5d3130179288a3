package io.github.sessioncompression;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.github.sessioncompression.Settings.ByConversation;
import io.github.sessioncompression.context.EarlierCall;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.session.SessionIndex;
import io.github.sessioncompression.session.UserMemory;
import io.github.sessioncompression.store.SessionStore.Overview;
import io.github.sessioncompression.store.StoreRules;
import io.github.sessioncompression.transcript.ConversationIds;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads chats for dashboards: looking changes nothing, counts nothing, and keeps no chat at hand in the place of another.
 *
 * <p>A chat that this process has at hand is read as it is there; another one is read from the store, and the status of up to {@value #MOST_READ}
 * such chats is remembered until the store lists them with other numbers. Returned by {@link SessionCompressor#inspection}. <b>Threads:</b> safe for
 * use by many. <b>On failure</b> of the store its exception is thrown.
 */
public final class Inspection {
    /** A property of the set-up that costs something. */
    public enum Finding {
        /** Chats are in a framework's lists without a side store: what a list can't hold is lost with the process. */
        LISTS_WITHOUT_SIDE_STORE,
        /** A chat client has this library's advisor, but the memory of another: its calls are sent as they are. */
        CLIENT_WITH_OTHER_MEMORY
    }

    /** Chats not at hand whose status is remembered. */
    private static final int MOST_READ = 1_000;

    private final CompressorParts shared;
    private final ByConversation settings;
    private final ConversationCache atHand;
    /** Status of chats not at hand, by what the store lists of them. */
    private final LoadingCache<Overview, Status> read;

    private final Set<Finding> noted = ConcurrentHashMap.newKeySet();

    Inspection(CompressorParts shared, ByConversation settings, ConversationCache atHand) {
        this.shared = shared;
        this.settings = settings;
        this.atHand = atHand;
        this.read = Caffeine.newBuilder()
                .maximumSize(MOST_READ)
                .executor(Runnable::run)
                .build(listed -> atHand.made(listed.conversationId()).statusWithoutState());
    }

    /**
     * Sizes and counts of the store's chats by id, a page at a time, earlier sessions left out. Counts are those that are kept already; the
     * latest are in {@link #status}.
     *
     * @param after the page begins behind this id; {@code null} for the first page
     * @param limit at most so many, 1 or more
     * @throws IllegalArgumentException if {@code limit} is below 1
     */
    public List<Overview> overviews(@Nullable String after, int limit) {
        return ConversationIds.page(shared.store()::overviews, Overview::conversationId, after, limit);
    }

    /**
     * A chat that the store has, or an earlier session of one by {@link Session#conversationId}; begins none.
     *
     * @throws IllegalArgumentException as {@link SessionCompressor#conversation} does
     */
    public Optional<Conversation> find(String id) {
        String chat = SessionIndex.chatOf(id);
        ConversationIds.requireOwn(chat);
        return chat.equals(id)
                ? atHand.stored(id)
                : atHand.of(chat).sessions().list().stream()
                        .map(Session::conversationId)
                        .filter(id::equals)
                        .findFirst()
                        .map(atHand::of);
    }

    /**
     * Status of a chat; empty if the store has none of that id. One that this process does not have at hand is read from the store.
     *
     * @throws IllegalArgumentException as {@link SessionCompressor#conversation} does
     */
    public Optional<Status> status(String id) {
        ConversationIds.requireOwn(id);
        return atHand.seen(id).map(Conversation::status);
    }

    /**
     * Status of a chat that {@link #overviews} has just listed. One that this process does not have at hand is read from the store once, then again
     * when it is listed with other numbers; the status of such a chat is without its state.
     */
    public Status status(Overview listed) {
        Conversation known = atHand.known(listed.conversationId());
        return known != null ? known.status() : read.get(listed);
    }

    /** Policy of a chat as configured, before anything was learnt from its model's provider. */
    public CompressionPolicy policy(String id) {
        return settings.of(SessionIndex.chatOf(id)).rules().policy();
    }

    /** The messages that the next call would be sent as the chat is now: no room is made first, and later views are as if this had not been taken. */
    public View view(Conversation chat) {
        return chat.parts().chats().get(it -> {
            it.sync();
            return View.of(
                    it.shown().context(), true, 0, 0, 0, new Outcome.Unchanged(Outcome.Unchanged.Why.NOT_NEEDED));
        });
    }

    /**
     * The messages of an earlier call as a view had them, to the byte. Known are calls of this process since about the fourth last
     * compression; empty for all others, if their view was not the ordinary one (of at most so many tokens, or beside another turn), and once
     * messages were erased or replaced.
     *
     * @param answer sequence number of the message that the call returned
     */
    public Optional<View> view(Conversation chat, long answer) {
        List<Entry> last = shared.store().load(chat.id(), Math.max(0, answer - 2), 2);
        boolean isAnswer = last.size() == 2
                && last.get(1).sequence() == answer
                && last.get(1).message().role() == Role.ASSISTANT;
        EarlierCall call = new EarlierCall(answer - 1, answer);
        return isAnswer
                ? Optional.ofNullable(chat.parts().chats().get(call::in)).map(Inspection::view)
                : Optional.empty();
    }

    private static View view(EarlierCall.Found found) {
        return new View(
                found.messages(),
                found.parts(),
                true,
                found.tokens(),
                found.tokens(Role.SYSTEM),
                found.context().stateTokens(),
                found.tokens(Role.TOOL),
                0,
                found.context().leftOut(),
                0,
                0,
                new Outcome.Unchanged(Outcome.Unchanged.Why.NOT_NEEDED));
    }

    /** Notes what an adapter has found, for {@link #findings}; without effect if it is known. */
    public void note(Finding finding) {
        noted.add(Objects.requireNonNull(finding, "finding"));
    }

    /** Properties of the set-up that cost something, as far as this process has found them; unmodifiable. */
    public List<Finding> findings() {
        return Stream.of(Finding.values())
                .filter(each -> noted.contains(each)
                        || (each == Finding.LISTS_WITHOUT_SIDE_STORE
                                && !shared.store().keepsRecords()))
                .toList();
    }

    /**
     * Messages of the transcript in order, erased ones left out.
     *
     * @param after the first one returned has a larger sequence number than this
     * @param limit at most so many, 1 or more
     * @throws IllegalArgumentException if {@code limit} is below 1
     */
    public List<Entry> entries(Conversation chat, long after, int limit) {
        StoreRules.requireLimit(limit);
        return shared.store().load(chat.id(), after, limit);
    }

    /** The facts kept of a chat's user; empty if {@link SessionCompressor.Builder#userOf} names none. */
    public Optional<UserMemory> userOf(String chatId) {
        return Optional.ofNullable(shared.userOf().apply(SessionIndex.chatOf(chatId)))
                .map(user -> new UserMemory(shared.store(), user, shared.newId()));
    }

    /** Adds a listener behind those that the compressor was built with. */
    public void addListener(CompressionListener listener) {
        shared.listeners().add(Objects.requireNonNull(listener, "listener"));
    }

    /** Removes a listener that was added here; without effect for others. */
    public void removeListener(CompressionListener listener) {
        shared.listeners().remove(listener);
    }
}
