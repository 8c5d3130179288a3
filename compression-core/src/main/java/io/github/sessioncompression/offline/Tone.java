package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Describes how each speaker writes, from what can be counted: exclamations, emoji, thanks, length, complaints.
 *
 * <p>Not thread-safe; lives for one compilation.
 */
final class Tone {
    /** Before the description, so that an earlier one is known and replaced. */
    static final String MARK = "tone ";

    static final int ENOUGH_MESSAGES = 4;
    private static final int MOST_SPEAKERS = 4;

    private static final class Manner {
        private int messages;
        private int words;
        private int exclamations;
        private int emoji;
        private int courtesies;
        private int upset;
        private int questions;
        private final List<Provenance> heard = new ArrayList<>();
    }

    private final Map<String, Manner> manners = new LinkedHashMap<>();

    /** Counts one message. */
    void hear(Utterance utterance, List<Sentence> sentences) {
        Manner manner = manners.computeIfAbsent(utterance.speaker(), speaker -> new Manner());
        manner.messages++;
        manner.heard.add(utterance.provenance());
        manner.emoji += hasEmoji(utterance.text()) ? 1 : 0;
        boolean exclaims = false;
        boolean courteous = false;
        boolean upset = false;
        boolean asks = false;
        for (Sentence sentence : sentences) {
            exclaims |= sentence.exclamation;
            asks |= sentence.question;
            for (Word word : sentence.words) {
                manner.words++;
                courteous |= sentence.profile.isCourtesy(word.lower());
                upset |= sentence.profile.isUpset(word.lower());
            }
        }
        manner.exclamations += exclaims ? 1 : 0;
        manner.courtesies += courteous ? 1 : 0;
        manner.upset += upset ? 1 : 0;
        manner.questions += asks ? 1 : 0;
    }

    private static boolean hasEmoji(String text) {
        return text.codePoints().anyMatch(c -> (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x2600 && c <= 0x27BF));
    }

    /** One line for each speaker with enough messages whose manner stands out. */
    List<StateItem> lines() {
        List<StateItem> lines = new ArrayList<>();
        manners.forEach((speaker, manner) -> {
            List<String> traits = traits(manner);
            if (manner.messages >= ENOUGH_MESSAGES && !traits.isEmpty() && lines.size() < MOST_SPEAKERS) {
                lines.add(item(speaker + ": " + MARK + String.join(", ", traits), manner.heard));
            }
        });
        return lines;
    }

    private static StateItem item(String text, List<Provenance> heard) {
        List<Long> sources = new ArrayList<>();
        StateItem.Origin origin = heard.get(0).origin();
        for (Provenance message : heard) {
            sources.addAll(message.sources());
            origin = origin.and(message.origin());
        }
        return new StateItem(text, StateItem.Kind.TONE, sources, origin, StateItem.Writer.RULES);
    }

    private static List<String> traits(Manner manner) {
        List<String> traits = new ArrayList<>();
        if (often(manner.upset, manner, 6)) {
            traits.add("upset at times");
        }
        if (often(manner.exclamations, manner, 2)) {
            traits.add("enthusiastic");
        }
        if (often(manner.courtesies, manner, 2)) {
            traits.add("warm and polite");
        }
        if (often(manner.emoji, manner, 5)) {
            traits.add("uses emoji");
        }
        if (often(manner.questions, manner, 2)) {
            traits.add("asks a lot");
        }
        int length = manner.words / Math.max(1, manner.messages);
        if (length > 0 && length <= 8) {
            traits.add("brief");
        } else if (length >= 60) {
            traits.add("detailed");
        }
        return traits;
    }

    /** Whether at least one message in {@code in} has the trait. */
    private static boolean often(int times, Manner manner, int in) {
        return times * in >= manner.messages;
    }
}
