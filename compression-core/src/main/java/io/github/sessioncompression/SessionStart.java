package io.github.sessioncompression;

import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.StoredChat;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.session.SessionIndex.Row;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionSwitch;
import io.github.sessioncompression.transcript.ResumedSession;
import io.github.sessioncompression.transcript.ResumedSession.Made;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Begins a session behind the last message of the one before: makes the switch for the store.
 *
 * @param head the chat's head that the switch expects
 * @param record the chat's current record
 * @param prompt the chat's system prompt, which an empty session begins with; {@code null} if there is none
 * @see SessionEnd
 */
record SessionStart(Head head, CompressionRecord record, @Nullable Entry prompt) {
    /** A session after what the store has of a chat now. */
    static SessionStart after(Chat chat) {
        chat.sync();
        StoredChat stored = chat.stored();
        return new SessionStart(stored.head(), stored.record(), stored.latestSystem());
    }

    /**
     * Puts the system prompt, or a resumed session, in the place of the messages so far, with the states of its parents.
     *
     * @param ended the session that ends; {@code null} if it has no messages except system messages
     * @param rows the sessions of the chat from then on
     */
    SessionSwitch change(
            ConversationParts parts,
            SessionChain chain,
            @Nullable Row ended,
            @Nullable ResumedSession other,
            List<Row> rows) {
        Instant now = parts.shared().clock().instant();
        long last = head.lastSequence();
        List<Entry> system =
                prompt == null ? List.of() : List.of(new Entry(last + 1, prompt.message(), prompt.tokens()));
        List<Entry> entries = other == null ? system : other.after(last);
        CompressionRecord base = record.version() == 0 ? record : record.begun(last, now);
        Made made = chain.shown(other == null ? new Made(base, List.of()) : other.made(base, last, now), rows, now);
        long through =
                entries.isEmpty() ? last : entries.get(entries.size() - 1).sequence();
        return new SessionSwitch(
                parts.id(),
                head,
                ended == null ? null : ended.session().conversationId(),
                other == null ? null : new SessionSwitch.Resumed(other.conversationId(), other.head()),
                entries,
                parts.shared().newId().get(),
                made.record().version() == 0 ? null : made.record().madeAt(through),
                made.segments());
    }
}
