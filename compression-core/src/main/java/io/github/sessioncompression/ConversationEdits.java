package io.github.sessioncompression;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.TriggerPoint;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.ConversationExport;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Edits and status of one conversation, all but making room: the inside of {@link Conversation}. */
final class ConversationEdits {
    private static final int MOST_TRIES = 10;

    private final String id;
    private final ConversationParts workings;
    private final Guarded<Chat> chats;

    ConversationEdits(ConversationParts workings) {
        this.id = workings.id();
        this.workings = workings;
        this.chats = workings.chats();
    }

    private InstantSource clock() {
        return workings.shared().clock();
    }

    private Instant now() {
        return clock().instant();
    }

    void append(List<Message> messages, String key) {
        int[] tokens = workings.rules().tokens().counts(messages);
        boolean relieve = chats.get(chat -> {
            PendingClear.Again again = PendingClear.add(workings.shared().cleared(), id, chat, messages, now());
            if (again == PendingClear.Again.NOTHING) {
                chat.add(messages, tokens, key);
            }
            if (again != PendingClear.Again.ALL) {
                noteQuestions(chat, messages, tokens);
            }
            chat.keepSwitch(clock());
            workings.reporter().messages(chat);
            return again != PendingClear.Again.ALL
                    && endsTurn(messages)
                    && workings.room().isDue(chat, TriggerPoint.AFTER_RESPONSE);
        });
        if (relieve) {
            workings.room().inBackground(chats.get(workings.room()::reason));
        }
        workings.reporter().flush();
    }

    /**
     * A framework may take the view before it adds the question and send both: a user's message that comes after the view was in
     * the request that is reported next, because nothing else comes between a question and its answer.
     */
    private static void noteQuestions(Chat chat, List<Message> messages, int[] tokens) {
        for (int i = 0; i < tokens.length; i++) {
            if (messages.get(i).role() == Role.USER) {
                chat.shown().meter().sentToo(tokens[i]);
            }
        }
    }

    private static boolean endsTurn(List<Message> messages) {
        Message last = messages.get(messages.size() - 1);
        return last.role() == Role.ASSISTANT && !last.callsTools();
    }

    void rollback(long version) {
        chats.run(chat -> {
            chat.sync();
            for (int tries = 1; !chat.tryRollback(earlier(version), now()); tries++) {
                chat.refuseAfter(tries);
                chat.sync();
            }
            chat.shown().release();
            workings.reporter().messages(chat);
        });
        workings.reporter().flush();
    }

    private CompressionRecord earlier(long version) {
        List<CompressionRecord> history = workings.shared().store().history(id);
        for (CompressionRecord record : history) {
            if (record.version() == version) {
                return record;
            }
        }
        throw new IllegalArgumentException(
                "version must be that of one of the " + history.size() + " records in the history, but was " + version);
    }

    boolean erase(long sequence) {
        Erasure erasure = new Erasure(workings.rules(), workings.shared().clock());
        Erasure.Result result = chats.get(chat -> {
            chat.sync();
            workings.shared().cleared().invalidate(id);
            Erasure.Result erased = erasure.erase(chat, sequence);
            chat.shown().release();
            workings.reporter().messages(chat);
            return erased;
        });
        workings.shared().search().erased(id, List.of(sequence));
        if (result == Erasure.Result.STATE_TOO_SMALL) {
            workings.room().rewriteState();
        }
        workings.reporter().flush();
        return result != Erasure.Result.NOTHING;
    }

    /** Deletes the conversation, keeping for a while what a framework may add again. */
    void clear() {
        chats.run(chat -> {
            chat.sync();
            delete(chat);
            workings.shared().running().forget(id);
            workings.reporter().cleared();
        });
        workings.shared().search().cleared(id);
        workings.reporter().flush();
    }

    private void delete(Chat chat) {
        if (chat.stored().isEmpty()) {
            // Where the store threw after it had deleted it before, that is remembered.
            chat.delete();
            return;
        }
        for (int tries = 0; tries < MOST_TRIES && !chat.stored().isEmpty(); tries++) {
            workings.shared().cleared().put(id, new PendingClear(chat));
            if (chat.tryDelete()) {
                return;
            }
            chat.sync();
        }
        workings.shared().cleared().invalidate(id);
        chat.delete();
    }

    String export() {
        return ConversationExport.of(workings.shared().store(), id)
                .orElseThrow(() -> new IllegalStateException("conversation '" + id + "' has nothing to export"))
                .write(MessageCodec.neutral());
    }

    Status status() {
        boolean running = workings.shared().running().isRunning(id);
        return chats.get(chat -> {
            chat.sync();
            CompressionPolicy policy = chat.rules().policy();
            ShownChat shown = chat.shown();
            Context context = shown.context();
            return new Status(
                    id,
                    chat.isEnabled(),
                    running,
                    chat.stored().size(),
                    chat.stored().active().size(),
                    chat.stored().boundary(),
                    shown.size(),
                    context.systemTokens(),
                    context.stateTokens(),
                    context.tokens() - context.systemTokens() - context.stateTokens(),
                    context.toolTokens(),
                    policy.triggerTokens(),
                    policy.hardLimitTokens(),
                    policy.contextWindow(),
                    Optional.of(shown.state()).filter(state -> !state.isEmpty()),
                    workings.reporter().stats());
        });
    }
}
