package io.github.sessioncompression.store;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.MessageTokens;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps transcripts, compression records and statistics, for one process or for many.
 *
 * <p><b>Does nothing when</b> it finds something else than the caller expects: every write names that, so any process may continue any conversation and none
 * overwrites another.
 *
 * <p><b>Threads.</b> Implementations are safe for use by many, and a write that succeeded is seen by every read that follows it.
 *
 * <p><b>On failure.</b> An implementation that can't reach its data throws an unchecked exception: nothing is changed then, or all of it and only the answer
 * was lost. A repeated {@link #append} with the same key is right in both cases. After another write the caller reads the {@linkplain #head head} to find
 * out. Arguments out of range are refused by {@link StoreRules} with an {@link IllegalArgumentException}.
 *
 * <p>{@code SessionStoreContract} in this module's test jar tests all that is promised here.
 *
 * @see StoreBuilder
 */
public interface SessionStore {
    /** Number of a conversation's latest append keys that every store remembers: a retry follows its first try within a few appends. */
    int REMEMBERED_KEYS = 100;

    /** Result of an {@linkplain SessionStore#append append}. */
    enum Append {
        /** The messages were added. */
        ADDED,
        /** Nothing was added, because an earlier append of this conversation with the same key has added them. */
        ALREADY_THERE,
        /** Nothing was added, because the conversation is not as expected: read it again and try again. */
        REFUSED
    }

    /**
     * The right to compress a conversation for a while, as {@link #tryLease} grants it.
     *
     * @param owner the run that holds it
     * @param token the fencing token, 1 or more: larger than that of any earlier lease of the conversation; a {@link Commit} that names
     *     an older one is refused
     */
    record Lease(String owner, long token) {
        /** Checks the bounds. */
        public Lease {
            Objects.requireNonNull(owner, "owner");
            Bounds.atLeast("token", token, 1);
        }
    }

    /** The conversation's head; empty if it does not exist: it was never begun, or was deleted. */
    Optional<Head> head(String conversationId);

    /**
     * The ids of the conversations there are, a page at a time, each once, in the order of {@link StoreRules#ID_ORDER}.
     *
     * <p>Conversations that begin or end during the listing may be on a page or not.
     *
     * @param after the page begins behind this id, whether it exists or not; {@code null} for the first page
     * @param limit at most so many, 1 or more
     */
    List<String> conversations(@Nullable String after, int limit);

    /**
     * Sizes and counts of conversations, a page at a time in the order of {@link #conversations}. By default each is read by itself; a
     * store that can read them together does.
     *
     * @param after the page begins behind this id, whether it exists or not; {@code null} for the first page
     * @param limit at most so many, 1 or more
     */
    default List<Overview> overviews(@Nullable String after, int limit) {
        return conversations(after, limit).stream()
                .flatMap(id -> head(id).map(head -> new Overview(id, head, counters(id), null)).stream())
                .toList();
    }

    /**
     * Adds messages at the end, all or none, and once: a caller that has not heard whether an append succeeded repeats it with the
     * same key.
     *
     * <p>With an {@code expectedLast} of 0 a conversation that does not exist yet is begun under the given incarnation.
     *
     * @param key names this append, 1 to {@value StoreRules#MAX_KEY_LENGTH} characters, unlike any other append of the conversation.
     *     The last {@value #REMEMBERED_KEYS} that added something are remembered, in any incarnation of the conversation but not beyond
     *     {@link #delete}; stores may remember more.
     * @param entries at least one, by ascending sequence number, all of them above {@code expectedLast}. Numbers left out are
     *     given up, as if erased.
     * @return {@link Append#ALREADY_THERE} if {@code key} is remembered, regardless of the other arguments; else {@link Append#REFUSED} if
     *     the incarnation is another one or the last sequence number is not {@code expectedLast}; else {@link Append#ADDED}
     */
    Append append(String conversationId, String incarnation, long expectedLast, String key, List<Entry> entries);

    /**
     * Replaces the messages after {@code keepThrough} by others, all or none, because the application edited the chat.
     *
     * <p>The conversation gets a new incarnation, so that processes that hold it read it again and a compression that is running
     * is discarded. Records, segments and counters stay as they are; sequence numbers are not used again.
     *
     * @param expected the head that the edit was made from
     * @param keepThrough messages up to this sequence number stay, 0 for none
     * @param newIncarnation the conversation's incarnation from here on
     * @param entries as for {@link #append}, but may be empty; numbered above the expected last one
     * @return {@code false}, and nothing changed, if the conversation does not exist or its head does not {@linkplain Head#matches match}
     *     the expected one: a message that was erased since is not written again, and a record that was committed since covers none of the new messages
     */
    boolean replaceAfter(
            String conversationId, Head expected, long keepThrough, String newIncarnation, List<Entry> entries);

    /**
     * Messages in order, erased ones left out; none if the conversation does not exist.
     *
     * @param after the first one returned has a larger sequence number than this; 0 for the first message
     * @param limit at most so many, 1 or more; fewer are returned only if there are no more
     */
    List<Entry> load(String conversationId, long after, int limit);

    /**
     * The current compression record.
     *
     * @throws UnreadableRecordException if there is one but it can't be read; a {@link #commit} over it works
     */
    Optional<CompressionRecord> current(String conversationId);

    /**
     * Compression records, oldest first; the last one is the current one. How many earlier ones are kept is the store's business;
     * those that can't be read are left out.
     */
    List<CompressionRecord> history(String conversationId);

    /**
     * The states under these ids, in the order asked for; those that are not there, or can't be read, are left out. All
     * that a record of {@link #history} names are there.
     */
    List<SegmentState> segments(String conversationId, List<Long> ids);

    /**
     * Makes a record the current one if nothing has come in between, and keeps its new segments with it, all or none. Of a segment
     * whose id is there already the first one stays.
     *
     * @return {@code false}, and nothing changed, if the conversation does not exist, has another incarnation or another current
     *     version, or has granted a lease with a larger token than the commit's; a commit without a lease is not held against those
     */
    boolean commit(String conversationId, Commit commit);

    /**
     * Asks for the right to compress the conversation, so that two runs don't pay for the same work.
     *
     * @param owner the run that asks: each has a name of its own, so two runs of one process don't share a lease. One who holds it
     *     already gets it extended, under the same token.
     * @param duration how long it holds unless it is given back, more than zero
     * @return the lease; empty if another run holds it or there is no such conversation
     */
    Optional<Lease> tryLease(String conversationId, String owner, Duration duration);

    /** Gives a lease back; without effect unless it is the one that holds. */
    void release(String conversationId, Lease lease);

    /** Adds to the conversation's counters; without effect if there is no such conversation. */
    void count(String conversationId, Counters delta);

    /** All that was {@linkplain #count counted} of the conversation since it was begun; {@link Counters#NONE} if nothing was. */
    Counters counters(String conversationId);

    /**
     * Deletes the conversation with all that is kept of it: messages, keys, records, segments, leases, counters.
     *
     * @return true if there was one
     */
    boolean delete(String conversationId);

    /**
     * As {@link #delete}, if the conversation's head is still {@code expected}.
     *
     * @return {@code false}, and nothing changed, if it is another one or there is none
     */
    boolean deleteIf(String conversationId, Head expected);

    /**
     * Puts another session in the place of the one that a conversation holds. By default its messages are read and written again, with what ends
     * complete before another session begins; a store that can move them does so in one step, all or nothing.
     *
     * @return false, and nothing changed, if a head is another one than expected, or {@link SessionSwitch#endsAs} exists
     */
    default boolean switchSession(SessionSwitch change) {
        return change.through(this);
    }

    /**
     * Erases one message for good; its sequence number is not used again, and the {@linkplain Head#revision() revision} changes. All
     * records but the current one go, and the segments that only those name, because they may contain it: also if there is no such
     * message any more; 0 is the number of none. The caller takes it out of the current record.
     *
     * @return true if there was such a message; if no record went either, nothing is changed
     */
    boolean erase(String conversationId, long sequence);

    /**
     * True if records, switches, statistics and leases are kept as long as the messages; {@code false} for a framework's lists of messages alone,
     * which can't hold them.
     */
    default boolean keepsRecords() {
        return true;
    }

    /** A store in this process's memory for up to {@value InMemorySessionStore#DEFAULT_CONVERSATIONS} conversations. */
    static SessionStore inMemory() {
        return inMemory(InMemorySessionStore.DEFAULT_CONVERSATIONS);
    }

    /**
     * A store in this process's memory.
     *
     * <p>Beyond {@code maxConversations} (1 to 10,000,000) the one used longest ago is forgotten with its transcript, the first time with a
     * WARN. The last {@value StoreBuilder#DEFAULT_RECORDS} records of a conversation are kept.
     */
    static SessionStore inMemory(int maxConversations) {
        return inMemory(maxConversations, InstantSource.system());
    }

    /** A store in this process's memory whose leases run by the given clock. */
    static SessionStore inMemory(int maxConversations, InstantSource clock) {
        return new InMemorySessionStore(maxConversations, Objects.requireNonNull(clock, "clock"));
    }

    /** Makes a store that needs to know how a compressor writes states and counts messages. */
    @FunctionalInterface
    interface Factory {
        /**
         * The store of one compressor.
         *
         * @param schema the schema of the compressor's states
         * @param tokens counts messages as the compressor does
         * @param clock the compressor's clock
         */
        SessionStore create(StateSchema schema, MessageTokens tokens, InstantSource clock);
    }

    /**
     * The position of a conversation in its store. Two heads are equal if nobody has changed the conversation in between; nothing else follows
     * from one number being larger.
     *
     * @param incarnation names this life of the conversation; a conversation that was deleted and begun again has another
     * @param lastSequence the largest sequence number ever given, 0 if there is none yet
     * @param recordVersion the current record's version, 0 if there is none yet
     * @param revision another one after each change that took messages away, erased or replaced, or earlier records as an
     *     erasure does; 0 at first
     * @param messages how many messages there are; those that were taken away don't count
     */
    public record Head(String incarnation, long lastSequence, long recordVersion, long revision, long messages) {
        /** True if messages and record are the same; the number of messages is not compared, because it follows from the rest. */
        public boolean matches(Head expected) {
            return incarnation.equals(expected.incarnation())
                    && lastSequence == expected.lastSequence()
                    && recordVersion == expected.recordVersion()
                    && revision == expected.revision();
        }
    }

    /**
     * Numbers of one conversation for a list of many.
     *
     * @param writtenAt time of the last write to it; {@code null} if the store keeps none
     */
    record Overview(String conversationId, Head head, Counters counters, @Nullable Instant writtenAt) {}

    /**
     * A record that is to become a conversation's current one, and what it expects to find.
     *
     * @param incarnation the conversation's incarnation that it was made in
     * @param expectedVersion the version of the record it replaces, 0 for none
     * @param fencingToken the {@linkplain Lease#token() token} of the lease it was made under, 0 if it was made without one
     * @param record the new record; its version is larger than {@code expectedVersion}: by one, or by more if a conversation
     *     comes from elsewhere
     * @param newSegments what the record {@linkplain CompressionRecord#needed() needs} and the store has not yet, by ascending id
     */
    public record Commit(
            String incarnation,
            long expectedVersion,
            long fencingToken,
            CompressionRecord record,
            List<SegmentState> newSegments) {

        /** Checks the bounds. */
        public Commit {
            Objects.requireNonNull(incarnation, "incarnation");
            Objects.requireNonNull(record, "record");
            newSegments = List.copyOf(newSegments);
            if (expectedVersion < 0 || fencingToken < 0) {
                throw new IllegalArgumentException("expectedVersion and fencingToken must be 0 or more, but were "
                        + expectedVersion + " and " + fencingToken);
            }
            if (record.version() <= expectedVersion) {
                throw new IllegalArgumentException("the record's version must be larger than " + expectedVersion
                        + ", but was " + record.version());
            }
            StoreRules.requireNamed(newSegments, record);
        }

        /** A commit without a lease and new segments. */
        public static Commit of(String incarnation, long expectedVersion, CompressionRecord record) {
            return new Commit(incarnation, expectedVersion, 0, record, List.of());
        }

        /** This commit with new segments, in any order. */
        public Commit withSegments(List<SegmentState> segments) {
            List<SegmentState> ascending = segments.stream()
                    .sorted(Comparator.comparingLong(SegmentState::id))
                    .toList();
            return new Commit(incarnation, expectedVersion, fencingToken, record, ascending);
        }

        /** This commit made under a lease. */
        public Commit under(Lease lease) {
            return new Commit(incarnation, expectedVersion, lease.token(), record, newSegments);
        }
    }
}
