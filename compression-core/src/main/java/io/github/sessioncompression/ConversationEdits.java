package io.github.sessioncompression;

import io.github.sessioncompression.Plan.Planner;
import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.Chat.Appended;
import io.github.sessioncompression.context.Context;
import io.github.sessioncompression.context.Erasure;
import io.github.sessioncompression.context.PinGroup;
import io.github.sessioncompression.context.ShownChat;
import io.github.sessioncompression.context.StepOrder;
import io.github.sessioncompression.context.StoredChat;
import io.github.sessioncompression.cut.Pins;
import io.github.sessioncompression.cut.Pins.Turns;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.TriggerPoint;
import io.github.sessioncompression.run.Locked;
import io.github.sessioncompression.session.SessionIndex;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.RecordDiff;
import io.github.sessioncompression.text.LogText;
import java.time.Instant;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Edits and status of one conversation, all but making room: the inside of {@link Conversation}.
 *
 * <p><b>Algorithm</b> of an edit.
 * <ol>
 *   <li>Under the lock, read what others have written; an append names the last known message instead, and reads only if it is refused.
 *   <li>Make the change, again if another process was faster, and show it at once, also within a turn.
 *   <li>Without the lock, send the events; an append that ends a turn may start a compression in the background.
 * </ol>
 *
 * <p><b>Threads:</b> safe for use by many. <b>On failure</b> of the store its exception is thrown.
 */
final class ConversationEdits {
    private final String id;
    private final ConversationParts parts;
    private final Locked<Chat> chats;

    ConversationEdits(ConversationParts parts) {
        this.id = parts.id();
        this.parts = parts;
        this.chats = parts.chats();
    }

    private Instant now() {
        return parts.shared().clock().instant();
    }

    Appended append(List<Message> messages, String key) {
        return Objects.requireNonNull(append(messages, (chat, tokens) -> chat.add(messages, tokens, key)));
    }

    /** Appends messages of a turn; {@code null}, and nothing appended, once {@code isAsked} does not find its question in the chat. */
    @Nullable
    Appended append(List<Message> messages, Predicate<Chat> isAsked) {
        return append(messages, (chat, tokens) -> chat.addWhile(isAsked, messages, tokens, null));
    }

    private @Nullable Appended append(List<Message> messages, BiFunction<Chat, int[], @Nullable Appended> how) {
        int[] tokens = parts.rules().tokens().counts(messages);
        boolean[] begins = new boolean[1];
        boolean[] relieve = new boolean[1];
        Appended appended = parts.appending(chat -> {
            begins[0] = chat.stored().isEmpty();
            long last = chat.stored().lastSequence();
            int viewed = parts.reporter().views().lastTokens();
            Appended done = how.apply(chat, tokens);
            if (done != null
                    && parts.reporter().views().lastTokens() == viewed) { // else a view may have shown them already
                noteQuestions(chat, messages, tokens);
            }
            if (done != null) {
                relieve[0] = follow(chat, last, messages);
            }
            return done;
        });
        if (appended != null && relieve[0]) {
            parts.room().inBackground(chats.get(parts.room()::reason));
        }
        if (appended != null && begins[0]) {
            new SessionChain(parts).greet();
        }
        parts.reporter().flush();
        return appended;
    }

    /** Takes account of what was appended after number {@code last}; true if room must be made in the background. */
    private boolean follow(Chat chat, long last, List<Message> messages) {
        if (messages.stream().anyMatch(Message::pinned)) {
            parts.reporter().pins(chat);
        }
        LargeMessages.reportAdded(chat, last, parts.reporter());
        chat.keepSwitch(parts.shared().clock());
        parts.reporter().messages(chat);
        if (!Turns.endsTurn(messages)) {
            return false;
        }
        parts.room().pruneEarly(chat);
        parts.watchRest(chat);
        return parts.room().isDue(chat, TriggerPoint.AFTER_RESPONSE);
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

    int tokens(List<Message> messages) {
        long sum = IntStream.of(parts.rules().tokens().counts(messages))
                .asLongStream()
                .sum();
        return (int) Math.min(Integer.MAX_VALUE, sum);
    }

    Outcome compress(StepOrder order, Focus focus) {
        Outcome outcome = parts.room().compressNow(order, Objects.requireNonNull(focus, "focus"));
        chats.run(chat -> chat.shown().release());
        return outcome;
    }

    Outcome prune() {
        Outcome outcome = chats.get(chat -> {
            chat.sync();
            Outcome pruned = parts.room().pruneNow(chat);
            chat.shown().release();
            return pruned;
        });
        parts.reporter().flush();
        return outcome;
    }

    Plan plan() {
        return chats.get(chat -> {
            chat.sync();
            return new Planner(parts.settings().steps(), parts.settings().writer()).of(chat);
        });
    }

    void enable(boolean on) {
        chats.run(chat -> {
            chat.sync();
            chat.enable(on, now());
        });
    }

    void rollback(long version) {
        chats.run(chat -> {
            chat.sync();
            chat.until(() -> chat.commit(rolledBack(chat.stored(), earlier(version))));
            chat.shown().release();
            parts.reporter().messages(chat);
        });
        parts.reporter().flush();
    }

    RecordDiff diff(long fromVersion, long toVersion) {
        return RecordDiff.between(
                earlier(fromVersion), earlier(toVersion), parts.rules().tokens()::countText);
    }

    private CompressionRecord rolledBack(StoredChat stored, CompressionRecord earlier) {
        List<Long> pinned = List.copyOf(Pins.through(stored.entries(), earlier.boundary(), earlier.pinned()));
        return stored.record().rolledBack(earlier, pinned, now());
    }

    private CompressionRecord earlier(long version) {
        List<CompressionRecord> history = parts.shared().store().history(id);
        for (CompressionRecord record : history) {
            if (record.version() == version) {
                return record;
            }
        }
        throw new IllegalArgumentException(
                "version must be that of one of the " + history.size() + " records in the history, but was " + version);
    }

    boolean erase(long sequence) {
        Erasure erasure = new Erasure(parts.rules(), parts.shared().clock());
        Erasure.Result result = chats.get(chat -> {
            chat.sync();
            Erasure.Result erased = erasure.erase(chat, sequence);
            chat.shown().release();
            parts.reporter().messages(chat);
            return erased;
        });
        parts.shared().search().erased(id, List.of(sequence));
        if (result == Erasure.Result.STATE_TOO_SMALL) {
            parts.room().rewriteState();
        }
        parts.reporter().flush();
        if (!SessionIndex.chatOf(id).equals(id)) {
            SessionEnd.erasedIn(parts, sequence);
        }
        return result != Erasure.Result.NOTHING;
    }

    /** Deletes the conversation. */
    void clear() {
        chats.run(chat -> {
            chat.sync();
            chat.delete();
            parts.shared().running().forget(id);
            parts.reporter().cleared();
        });
        parts.shared().search().cleared(id);
        parts.reporter().flush();
    }

    List<Entry> pins() {
        return parts.chats().get(chat -> {
            chat.sync();
            return chat.stored().entries().stream()
                    .filter(entry -> entry.message().pinned() && entry.message().role() != Role.SYSTEM)
                    .toList();
        });
    }

    void pin(String rule) {
        if (Objects.requireNonNull(rule, "text").isBlank()) {
            throw new IllegalArgumentException("text must not be blank");
        }
        Message wanted = Message.user(rule).withPinned(true);
        parts.appending(chat -> {
            chat.sync();
            if (chat.stored().entries().stream().anyMatch(entry -> isSame(entry.message(), wanted))) {
                return false;
            }
            Repair repair = new Repair(false);
            chat.stored().active().forEach(entry -> repair.accept(entry.message()));
            if (repair.hasOpenCalls()) {
                throw new IllegalStateException("conversation '" + LogText.name(parts.id())
                        + "' waits for the results of tool calls, which nothing may come before: pin the rule"
                        + " after them");
            }
            chat.add(List.of(wanted));
            chat.keepSwitch(parts.shared().clock());
            parts.reporter().messages(chat);
            parts.reporter().pins(chat);
            return true;
        });
        parts.reporter().flush();
    }

    private static boolean isSame(Message one, Message rule) {
        return one.pinned() && one.role() == Role.USER && one.text().equals(rule.text());
    }

    void pin(long sequence, boolean pins) {
        parts.chats().run(chat -> {
            chat.sync();
            chat.until(() -> tryPin(chat, sequence, pins));
            parts.reporter().pins(chat);
        });
        parts.reporter().flush();
    }

    /** Brings a group that the state covers back into the view; an old result shown as a placeholder is shown in full again, or the reverse. */
    private boolean tryPin(Chat chat, long sequence, boolean pins) {
        CompressionRecord record = chat.stored().record();
        List<Entry> group = PinGroup.of(chat.stored(), sequence);
        boolean isPinned = group.stream()
                .anyMatch(
                        entry -> entry.sequence() == sequence && entry.message().pinned());
        boolean isShown = sequence > record.boundary() || record.pinned().contains(sequence);
        if (isPinned == pins && (isShown || !pins)) {
            return true;
        }
        NavigableSet<Long> pinned = new TreeSet<>(record.pinned());
        if (!isShown && pins) {
            group.forEach(entry -> pinned.add(entry.sequence()));
        }
        boolean rewrites = (!isShown && pins) || record.pruned().covers(sequence);
        boolean done =
                chat.choose(record.pinning(record.chosen().with(sequence, pins), List.copyOf(pinned), now()), rewrites);
        if (done && rewrites) {
            chat.shown().release();
        }
        return done;
    }

    Status status(boolean withState) {
        boolean running = parts.shared().running().isRunning(id);
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
                    Optional.of(shown.state()).filter(state -> withState && !state.isEmpty()),
                    parts.reporter().stats(chat));
        });
    }
}
