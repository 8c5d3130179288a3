package io.github.sessioncompression;

import io.github.sessioncompression.context.Archived;
import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.ShownChat;
import io.github.sessioncompression.context.StoredChat;
import io.github.sessioncompression.cut.Pins.Turns;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.recall.ExpansionOptions;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.search.Expansion;
import io.github.sessioncompression.search.ExpansionQuestion;
import io.github.sessioncompression.search.Expansions;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Brings archived messages back into the context for a user's message, as the policy's trigger chooses: once for each message, before it is
 * sent.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>Under the chat's lock: the last message, if it is a user's that was not looked at, and the room for it: the least of the cap for one
 *       message, what is left of the share of all expansions, and what is left below the hard limit.
 *   <li>Without the lock: the search for archived messages that answer it, cut to fit the room.
 *   <li>Under the lock again, if the chat is as it was: they are put before the message, behind all that was sent, so the next request extends
 *       the last one.
 * </ol>
 *
 * <p><b>Does nothing when</b> the trigger is off, nothing is archived, or the room is below {@value ExpansionOptions#MIN_TOKENS} tokens. <b>On
 * failure</b> nothing comes back, one WARN is logged, and the chat continues.
 */
record MessageExpander(ConversationParts parts) {
    /** A user's message to expand, the room for it in tokens, and the conversation's life and revision at that time. */
    private record Due(Entry entry, ExpansionQuestion question, int room, String incarnation, long revision) {}

    private ExpansionOptions options() {
        return parts.rules().policy().expansion();
    }

    /** True if the chat's last message is still to be looked at. */
    boolean isDue(Chat chat) {
        return options().isOn()
                && chat.isEnabled()
                && chat.shown().unseenQuestion() != null
                && !Archived.of(chat).isEmpty();
    }

    /** Expands the chat's last message if that is due. */
    void expand() {
        Due due = options().isOn() ? parts.chats().get(this::due) : null;
        Expansion expansion = due == null ? null : found(due);
        if (due != null && expansion != null) {
            parts.chats().run(chat -> comeBack(chat, due, expansion));
        }
    }

    /** The question to expand, noted as looked at, with the room for it; {@code null} if there is none or too little room. Under the lock. */
    private @Nullable Due due(Chat chat) {
        Entry entry = isDue(chat) ? chat.shown().unseenQuestion() : null;
        if (entry == null) {
            return null;
        }
        ShownChat shown = chat.shown();
        StoredChat stored = chat.stored();
        Expansions expansions = shown.expansions();
        expansions.settle(entry.sequence());
        int left = (int) (options().maxShare() * shown.rules().policy().triggerTokens()) - expansions.tokens();
        int belowLimit = shown.budget().hard() - shown.context().tokens();
        int room = Math.min(options().maxTokens(), Math.min(left, belowLimit));
        if (room < ExpansionOptions.MIN_TOKENS) {
            return null;
        }
        Archived archived = Archived.of(chat);
        Set<Long> quoted = expansions.quoted();
        ExpansionQuestion question = new ExpansionQuestion(
                entry.sequence(),
                entry.message().text(),
                Turns.lastText(stored.active(), Role.ASSISTANT),
                sequence -> !archived.test(sequence) || quoted.contains(sequence),
                room * Expansion.CHARS_A_TOKEN);
        return new Due(entry, question, room, stored.incarnation(), stored.revision());
    }

    /** What comes back for a question; {@code null} for nothing, or if the search failed. Without the lock. */
    private @Nullable Expansion found(Due due) {
        CompressorParts shared = parts.shared();
        try {
            List<Hit> hits = shared.search()
                    .expansions(parts.id(), due.question(), options().trigger(), shared.background());
            return Expansion.of(due.entry(), hits, due.room(), parts.rules()::count);
        } catch (RuntimeException | Error e) {
            parts.reporter().faults().expansionFailed(e);
            return null;
        }
    }

    /** Puts what was found before the question, unless messages were taken away or replaced since. Under the lock. */
    private void comeBack(Chat chat, Due due, Expansion expansion) {
        StoredChat stored = chat.stored();
        if (stored.incarnation().equals(due.incarnation()) && stored.revision() == due.revision()) {
            chat.shown().expand(expansion);
            if (expansion.equals(chat.shown().expansions().last())) {
                parts.reporter().broughtBack();
            }
        }
    }
}
