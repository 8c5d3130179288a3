package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Labels;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.text.WordUse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Describes how each speaker writes, from what can be counted, and where the mood goes.
 *
 * <p>The mood of a message is what its words of pleasure and of anger leave, a negated one the other way round; its direction is the
 * later half of the messages against the earlier half, or against what the previous state said of the speaker. Written in the
 * conversation's language. Not thread-safe; lives for one compilation.
 */
final class Tone {
    static final int ENOUGH_MESSAGES = 4;
    private static final int MOST_SPEAKERS = 4;
    /** A change of the mood of one message in this many is one. */
    private static final double TURN = 0.25;
    /** Words behind a negation that it reaches. */
    private static final int REACH = 3;

    private static final String COLON = ": ";

    private static final class Manner {
        private int messages;
        private int words;
        private int exclamations;
        private int emoji;
        private int courtesies;
        private int upset;
        private int questions;
        private int jests;
        private final List<Integer> moods = new ArrayList<>();
        private final List<Provenance> heard = new ArrayList<>();
    }

    private final Labels labels;
    /** How a line of this class begins, in every language. */
    private final Set<String> marks = new HashSet<>();

    private final Set<String> tense = new HashSet<>();
    private final Set<String> cheerful = new HashSet<>();
    private final Map<String, Manner> manners = new LinkedHashMap<>();
    private final Map<String, Integer> before = new LinkedHashMap<>();

    Tone(Languages languages, Labels labels) {
        this.labels = labels;
        languages.all().forEach(profile -> {
            Labels of = profile.labels();
            marks.add(of.of("tone") + ":");
            tense.addAll(List.of(of.of("upset"), of.of("sinking")));
            cheerful.addAll(List.of(of.of("cheerful"), of.of("rising"), of.of("eager")));
        });
    }

    /** Whether an entry of a state is a description of tone, which a new one replaces. */
    boolean isOwn(String note) {
        return marks.stream().anyMatch(note::startsWith);
    }

    /** Reads the mood that the previous state knew a speaker in. */
    void remember(String speaker, String note) {
        int mood = tense.stream().anyMatch(note::contains) ? -1 : 0;
        before.put(speaker, mood < 0 ? mood : cheerful.stream().anyMatch(note::contains) ? 1 : 0);
    }

    /** Counts one message. */
    void hear(Utterance utterance, List<Sentence> sentences, boolean laughs) {
        Manner manner = manners.computeIfAbsent(utterance.speaker(), speaker -> new Manner());
        manner.messages++;
        manner.heard.add(utterance.provenance());
        manner.emoji += hasEmoji(utterance.text()) ? 1 : 0;
        manner.jests += laughs ? 1 : 0;
        boolean exclaims = false;
        boolean courteous = false;
        boolean asks = false;
        int mood = 0;
        for (Sentence sentence : sentences) {
            exclaims |= sentence.exclamation;
            asks |= sentence.question;
            mood += mood(sentence);
            for (Word word : sentence.words) {
                manner.words++;
                courteous |= sentence.profile.use(word).isCourtesy();
            }
        }
        manner.moods.add(Integer.signum(mood));
        manner.exclamations += exclaims ? 1 : 0;
        manner.courtesies += courteous ? 1 : 0;
        manner.upset += mood < 0 ? 1 : 0;
        manner.questions += asks ? 1 : 0;
    }

    private static int mood(Sentence sentence) {
        int mood = 0;
        int negated = -REACH - 1;
        for (int i = 0; i < sentence.words.size(); i++) {
            WordUse use = sentence.profile.use(sentence.words.get(i));
            negated = use.isNegation() ? i : negated;
            boolean turned = i - negated <= REACH;
            if (use.isUpset()) {
                mood += turned ? 0 : -1;
            } else if (use.isPleased()) {
                mood += turned ? -1 : 1;
            }
        }
        return mood;
    }

    private static boolean hasEmoji(String text) {
        return Letters.any(text, c -> (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x2600 && c <= 0x27BF));
    }

    /**
     * One line for each speaker with enough messages whose manner stands out.
     *
     * @param ample whether there is room for one whose manner does not
     */
    List<StateItem> lines(boolean ample) {
        List<StateItem> lines = new ArrayList<>();
        manners.forEach((speaker, manner) -> {
            List<String> traits = traits(speaker, manner);
            boolean tells =
                    ample ? !traits.isEmpty() : traits.stream().anyMatch(trait -> !trait.equals(labels.of("plain")));
            if (manner.messages >= ENOUGH_MESSAGES && tells && lines.size() < MOST_SPEAKERS) {
                String text = speaker + COLON + labels.of("tone") + COLON + String.join(", ", traits);
                lines.add(item(text, manner.heard));
            }
        });
        return lines;
    }

    static StateItem item(String text, List<Provenance> heard) {
        List<Long> sources = new ArrayList<>();
        StateItem.Origin origin = heard.get(0).origin();
        for (Provenance message : heard) {
            sources.addAll(message.sources());
            origin = origin.and(message.origin());
        }
        return new StateItem(text, StateItem.Kind.TONE, sources, origin, StateItem.Writer.RULES);
    }

    private List<String> traits(String speaker, Manner manner) {
        List<String> traits = new ArrayList<>();
        addMood(traits, speaker, manner);
        add(traits, "eager", often(manner.exclamations, manner, 2));
        add(traits, "polite", often(manner.courtesies, manner, 2));
        add(traits, "jests", often(manner.jests, manner, 8) && manner.jests > 1);
        add(traits, "emoji", often(manner.emoji, manner, 5));
        add(traits, "asks", often(manner.questions, manner, 2));
        int length = manner.words / Math.max(1, manner.messages);
        add(traits, "brief", length > 0 && length <= 8);
        add(traits, "detailed", length >= 60);
        add(traits, "plain", traits.isEmpty() || isPlain(manner));
        return traits;
    }

    private static boolean isPlain(Manner manner) {
        return !often(manner.exclamations, manner, 10) && !often(manner.courtesies, manner, 4) && manner.emoji == 0;
    }

    private void addMood(List<String> traits, String speaker, Manner manner) {
        int half = manner.moods.size() / 2;
        double late = mean(manner.moods.subList(half, manner.moods.size()));
        Integer known = before.get(speaker);
        double early = known == null ? mean(manner.moods.subList(0, half)) : known;
        boolean rises = late - early >= TURN && early <= 0;
        boolean sinks = early - late >= TURN && late < 0;
        add(traits, "rising", rises);
        add(traits, "sinking", sinks);
        add(traits, "upset", !sinks && often(manner.upset, manner, 6));
        add(traits, "cheerful", !rises && !sinks && early >= TURN && late >= TURN);
    }

    private static double mean(List<Integer> moods) {
        return moods.stream().mapToInt(Integer::intValue).average().orElse(0);
    }

    private void add(List<String> traits, String name, boolean stands) {
        if (stands) {
            traits.add(labels.of(name));
        }
    }

    /** Whether at least one message in {@code in} has the trait. */
    private static boolean often(int times, Manner manner, int in) {
        return times * in >= manner.messages;
    }
}
