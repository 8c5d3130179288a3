package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.recall.Asked;
import io.github.sessioncompression.recall.ExpansionOptions;
import io.github.sessioncompression.recall.Hit;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Brings back into the context what left it and a user's message needs, as the policy's trigger says: once for each message, when it is
 * to be sent.
 *
 * <p>What comes back is put before the message, behind everything that was sent so far; so the next request extends the last one.
 * Whatever fails, nothing comes back, and the chat goes on.
 */
final class Expanding {
    /** About how many characters of text cost a token at most. */
    private static final int CHARS_A_TOKEN = 4;

    private final ConversationParts workings;
    private final ExpansionOptions options;

    Expanding(ConversationParts workings) {
        this.workings = workings;
        this.options = workings.rules().policy().expansion();
    }

    /**
     * A question for which something may come back, and the room that there is for it in tokens.
     *
     * @param incarnation the conversation's life in which it was asked
     * @param revision what had been taken away from the conversation until then
     */
    private record Question(
            Entry entry,
            String before,
            Archived archived,
            Set<Long> quoted,
            int room,
            String incarnation,
            long revision) {
        /** Whether nothing was taken away since, which would be quoted. */
        boolean stillHolds(StoredChat stored) {
            return stored.incarnation().equals(incarnation) && stored.revision() == revision;
        }
    }

    /** Whether it is yet to be looked for what the chat's last message needs. */
    boolean isDue(Chat chat) {
        return options.isOn()
                && chat.isEnabled()
                && (chat.stored().boundary() > 0 || chat.stored().prunedThrough() > 0)
                && chat.shown().unseenQuestion() != null;
    }

    /** Puts back what the chat's last message needs, if that is yet to be looked for. */
    void expand() {
        if (!options.isOn()) {
            return;
        }
        Question question = workings.chats().get(this::question);
        if (question == null) {
            return;
        }
        Expansion expansion = found(question);
        if (expansion != null) {
            workings.chats().run(chat -> comeBack(chat, question, expansion));
        }
    }

    private static void comeBack(Chat chat, Question question, Expansion expansion) {
        if (!question.stillHolds(chat.stored())) {
            return;
        }
        chat.shown().expand(expansion);
        if (expansion.equals(chat.shown().expansions().last())) {
            chat.recalls().cameBack(expansion.texts(), chat.stored());
        }
    }

    private @Nullable Question question(Chat chat) {
        Entry entry = isDue(chat) ? chat.shown().unseenQuestion() : null;
        if (entry == null) {
            return null;
        }
        ShownChat shown = chat.shown();
        shown.expansions().settle(entry.sequence());
        CompressionPolicy policy = shown.rules().policy();
        int all = (int) (options.maxShare() * policy.triggerTokens())
                - shown.expansions().tokens();
        int below = shown.budget().hard() - shown.context().tokens();
        int room = Math.min(options.maxTokens(), Math.min(all, below));
        if (room < ExpansionOptions.MIN_TOKENS) {
            return null;
        }
        return new Question(
                entry,
                before(chat.stored().active()),
                Archived.of(chat.stored()),
                shown.expansions().quoted(),
                room,
                chat.stored().incarnation(),
                chat.stored().revision());
    }

    /** What the assistant said before the last message. */
    private static String before(List<Entry> active) {
        for (int i = active.size() - 2; i >= 0; i--) {
            if (active.get(i).message().role() == Role.ASSISTANT) {
                return active.get(i).message().text();
            }
        }
        return "";
    }

    private @Nullable Expansion found(Question question) {
        Asked asked = new Asked(
                question.entry().sequence(),
                question.entry().message().text(),
                question.before(),
                (sequence, role) -> !question.archived().has(sequence, role)
                        || question.quoted().contains(sequence),
                question.room() * CHARS_A_TOKEN);
        try {
            List<Hit> hits = workings.shared()
                    .search()
                    .comingBack(workings.id(), asked, options, workings.shared().background());
            return Expansion.of(question.entry(), hits, options.messages(), question.room(), workings.rules());
        } catch (RuntimeException | Error e) {
            workings.reporter().expansionFailed(e);
            return null;
        }
    }
}
