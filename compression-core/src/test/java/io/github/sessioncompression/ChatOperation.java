package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A call of one process that changes or reads a chat; for {@link InterleavedOperationsContract}. */
enum ChatOperation {
    APPENDS(side -> side::append),
    VIEWS(side -> () -> ValidSequence.check(side.chat().view().messages())),
    COMPRESSES(side -> () -> side.chat().compress()),
    PRUNES(side -> () -> side.chat().prune()),
    ADDS_TO_LIST(side -> {
        List<Message> list = side.shownAnd(side.text());
        return () -> side.chat().framework().set(list);
    }),
    EDITS_LIST(side -> {
        List<Message> list = side.shownAnd(side.text());
        list.removeIf(message -> message.text().startsWith("Order 1005 is noted"));
        return () -> side.chat().framework().set(list);
    }),
    EDITS_LIST_OF_BEFORE(side -> {
        List<Message> list = side.shownAnd(side.text());
        list.remove(list.size() - 2);
        side.chat().append(Chats.turn(side.text().length(), 20));
        side.chat().compress();
        return () -> side.chat().framework().set(list);
    }),
    REPLACES_LIST(side -> () -> side.chat().framework().set(List.of(Message.user(side.text())))),
    ERASES_COVERED(side -> side.erasing(InterleavedOperationsContract.CODE)),
    ERASES_LAST(side -> side.erasing("Order 1007 is noted")),
    ROLLS_BACK(side -> {
        long version = side.chat().history().get(0).version();
        return () -> {
            try {
                side.chat().rollback(version);
            } catch (IllegalArgumentException e) { // an erasure has taken it
                assertThat(e).hasMessageContaining("version");
            }
        };
    }),
    PINS(side -> {
        long sequence = side.sequence(InterleavedOperationsContract.PINNED_LATER);
        return () -> pin(side, sequence);
    }),
    PINS_RULE(side -> () -> side.chat().pin(side.text())),
    SWITCHES_OFF(side -> () -> side.chat().enabled(false)),
    CLEARS(side -> () -> side.chat().clear()),
    BEGINS_SESSION(side -> () -> side.chat().sessions().startNew()),
    ANSWERS(side -> {
        TurnHandle turn = side.chat().framework().begin(List.of(Message.user("Question of " + side.text())));
        return () -> side.chat().framework().append(turn, List.of(Message.assistant(side.text())));
    }),
    READS(side -> () -> {
        export(side);
        side.chat().recall().search("door code", 5);
    });

    /** Operations that may be called once more: their effect is the same then. */
    static final Set<ChatOperation> REPEATABLE = EnumSet.complementOf(EnumSet.of(ANSWERS, BEGINS_SESSION));

    @SuppressWarnings("ImmutableEnumChecker") // a lambda that captures nothing
    private final Preparing preparing;

    ChatOperation(Preparing preparing) {
        this.preparing = preparing;
    }

    /** Prepares the operation; what is returned makes it. */
    Runnable by(Side side) {
        return preparing.by(side);
    }

    private static void export(Side side) {
        try {
            assertThat(side.chat().export()).contains("messages");
        } catch (IllegalStateException e) { // it was cleared
            assertThat(e).hasMessageContaining("nothing to export");
        }
    }

    private static void pin(Side side, long sequence) {
        try {
            side.chat().pin(sequence);
        } catch (IllegalArgumentException e) { // it was cleared or replaced
            assertThat(e).hasMessageContaining("sequence");
        }
    }

    /** One process, and what it says in this case that nobody else says. */
    record Side(Conversation chat, String text, List<String> erased) {
        void append() {
            chat.append(List.of(Message.user(text)), text);
        }

        Runnable erasing(String part) {
            long sequence = sequence(part);
            return () -> {
                if (chat.erase(sequence)) {
                    erased.add(part);
                }
            };
        }

        long sequence(String part) {
            return chat.entries().stream()
                    .filter(entry -> entry.message().text().contains(part))
                    .findFirst()
                    .orElseThrow()
                    .sequence();
        }

        List<Message> shownAnd(String more) {
            List<Message> list = new ArrayList<>(chat.view().messages());
            list.add(Message.user(more));
            return list;
        }
    }

    /** Prepares an operation of one process; what is returned is the operation. */
    private interface Preparing {
        Runnable by(Side side);
    }
}
