package io.github.sessioncompression.recall;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a conversation is in a meaning store, and of which transcript.
 *
 * <p>An edit of a chat gives it another incarnation and leaves its beginning as it was. Then the mark holds if one of its messages is still there,
 * and none is another one. It names the latest ones and, at distances that double, earlier ones: so it holds however far back the edit reaches.
 *
 * @param life the group of the passages
 * @param at the group that would be begun in the incarnation in which the mark was made
 * @param through the last sequence number whose passages are in the store, 0 if none are
 * @param messages some of the messages up to there, the earliest first
 */
record StoreMark(String life, String at, long through, List<PassageLabel> messages) {
    private static final int MAX_CHARS = 2_000;
    private static final int GROUP_CHARS = 32;

    StoreMark {
        messages = List.copyOf(messages);
    }

    /** Nothing is in the store yet. */
    static StoreMark begin(String life) {
        return new StoreMark(life, life, 0, List.of());
    }

    /** The mark when a further message is there. Of all that are about as far away from it the nearest and the farthest are named still. */
    StoreMark with(PassageLabel message) {
        List<PassageLabel> kept = new ArrayList<>();
        for (PassageLabel earlier : messages) {
            int size = kept.size();
            if (size > 1 && distance(message, earlier) == distance(message, kept.get(size - 2))) {
                kept.remove(size - 1);
            }
            kept.add(earlier);
        }
        kept.add(message);
        return new StoreMark(life, at, message.sequence(), kept);
    }

    /** Between which powers of two. */
    private static int distance(PassageLabel message, PassageLabel earlier) {
        return Long.numberOfLeadingZeros(message.sequence() - earlier.sequence());
    }

    /** The mark when all up to there is in the store. */
    StoreMark through(long sequence) {
        return new StoreMark(life, at, sequence, messages);
    }

    /** The mark of the same passages in another incarnation, in which {@code last} is the last of its messages that is left. */
    StoreMark at(String newAt, PassageLabel last) {
        return new StoreMark(
                life,
                newAt,
                through,
                messages.stream()
                        .filter(each -> each.sequence() <= last.sequence())
                        .toList());
    }

    /** As it is written into a store. */
    String written() {
        StringBuilder written = new StringBuilder(life + ' ' + at + ' ' + through);
        messages.forEach(message -> written.append(' ').append(message.written()));
        return written.toString();
    }

    /** Read again; {@code null} if it is none. */
    static @Nullable StoreMark of(String written) {
        List<String> parts = written.length() > MAX_CHARS ? List.of() : List.of(written.split(" ", -1));
        if (parts.size() < 3 || !isGroup(parts.get(0)) || !isGroup(parts.get(1))) {
            return null;
        }
        List<PassageLabel> messages = new ArrayList<>();
        for (String part : parts.subList(3, parts.size())) {
            PassageLabel message = PassageLabel.of(part);
            if (message == null) {
                return null;
            }
            messages.add(message);
        }
        try {
            long through = Long.parseLong(parts.get(2));
            return through < 0 ? null : new StoreMark(parts.get(0), parts.get(1), through, messages);
        } catch (NumberFormatException notOurs) {
            return null;
        }
    }

    private static boolean isGroup(String text) {
        return text.length() == GROUP_CHARS && text.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 128);
    }
}
