package io.github.sessioncompression.store;

import io.github.sessioncompression.message.Entry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Keeps transcripts and compression records, for one process or for many.
 *
 * <p>Every write names what it expects to find and does nothing when it finds something else, so that any process may
 * continue any conversation and none overwrites another. Implementations are safe for use by many threads, and a write
 * that returned {@code true} is seen by every read that follows it. An implementation that can't reach its data throws an unchecked
 * exception; nothing is changed then.
 */
public interface SessionStore {
    /** Where the conversation stands; empty if it has no message and no record. */
    Optional<Head> head(String conversationId);

    /**
     * Adds messages at the end, all or none.
     *
     * <p>With an {@code expectedLast} of 0 a conversation that does not exist yet is begun under the given incarnation.
     *
     * @param entries at least one, with the sequence numbers {@code expectedLast + 1} and on
     * @return {@code false}, and nothing added, if the incarnation is another one or the last sequence number is not
     *     {@code expectedLast}
     */
    boolean append(String conversationId, String incarnation, long expectedLast, List<Entry> entries);

    /**
     * Replaces the messages after {@code keepThrough} by others, all or none, because the application edited the chat.
     *
     * <p>The conversation gets a new incarnation, so that whoever holds it reads it anew and a compression that is running
     * is discarded. Records stay as they are; sequence numbers are not used again.
     *
     * @param keepThrough messages up to this sequence number stay, 0 for none
     * @param newIncarnation names the conversation's life from here on
     * @param entries may be empty; with the sequence numbers {@code expectedLast + 1} and on
     * @return {@code false}, and nothing changed, if the conversation does not exist, has another incarnation, or its last
     *     sequence number is not {@code expectedLast}
     */
    boolean replaceAfter(
            String conversationId,
            String incarnation,
            long expectedLast,
            long keepThrough,
            String newIncarnation,
            List<Entry> entries);

    /**
     * Messages in order, erased ones left out.
     *
     * @param after the first one returned has a larger sequence number than this
     * @param limit at most so many, 1 or more
     */
    List<Entry> load(String conversationId, long after, int limit);

    /** The current compression record. */
    Optional<CompressionRecord> current(String conversationId);

    /** All compression records, oldest first; the last one is the current one. */
    List<CompressionRecord> history(String conversationId);

    /**
     * Makes {@code next} the current record if nothing has come in between.
     *
     * @param expectedVersion the version of the record it replaces, 0 for none; {@code next} has one more
     * @return {@code false}, and nothing changed, if the conversation does not exist, has another incarnation, or another
     *     current version
     */
    boolean compareAndSet(String conversationId, String incarnation, long expectedVersion, CompressionRecord next);

    /**
     * Asks for the right to compress the conversation, so that two processes don't pay for the same work.
     *
     * @param owner who asks; one who holds the lease already gets it extended
     * @param duration how long it holds unless it is given back, more than zero
     * @return whether {@code owner} holds it now
     */
    boolean tryLease(String conversationId, String owner, Duration duration);

    /** Gives the lease back; without effect unless {@code owner} holds it. */
    void release(String conversationId, String owner);

    /**
     * Deletes the conversation with all its messages, records and leases.
     *
     * @return whether there was one
     */
    boolean delete(String conversationId);

    /**
     * Erases one message for good; its sequence number is not used again.
     *
     * @return whether there was one
     */
    boolean erase(String conversationId, long sequence);

    /** A store in this process's memory for up to {@value InMemorySessionStore#DEFAULT_CONVERSATIONS} conversations. */
    static SessionStore inMemory() {
        return inMemory(InMemorySessionStore.DEFAULT_CONVERSATIONS);
    }

    /**
     * A store in this process's memory.
     *
     * <p>Beyond {@code maxConversations} the one used longest ago is forgotten, transcript and all: an application that
     * must keep everything needs a store that lasts.
     *
     * @param maxConversations 1 to 10,000,000
     * @throws IllegalArgumentException if {@code maxConversations} is out of range
     */
    static SessionStore inMemory(int maxConversations) {
        return inMemory(maxConversations, InstantSource.system());
    }

    /**
     * A store in this process's memory whose leases run by the given clock.
     *
     * @param maxConversations 1 to 10,000,000
     * @throws IllegalArgumentException if {@code maxConversations} is out of range
     */
    static SessionStore inMemory(int maxConversations, InstantSource clock) {
        return new InMemorySessionStore(maxConversations, clock);
    }
}
