package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Vocabulary;
import io.github.sessioncompression.text.Word;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the two or three sentences that say who talks about what and where things stand. */
final class Narrative {
    private static final int TOPICS = 6;
    private static final int ENOUGH_USES = 3;
    private static final int SHORTEST_TOPIC = 4;
    private static final int LAST_SENTENCES = 6;
    private static final int LAST_WORDS = 24;

    private final Vocabulary vocabulary;
    private final LanguageProfile language;
    private final Collection<String> speakers;

    Narrative(Vocabulary vocabulary, LanguageProfile language, Collection<String> speakers) {
        this.vocabulary = vocabulary;
        this.language = language;
        this.speakers = speakers;
    }

    /** The narrative's sentences, the most useful first; empty if there is nothing to tell. */
    List<StateItem> write(List<Sentence> sentences) {
        List<StateItem> parts = new ArrayList<>();
        Map<Integer, String> topics = topics(language.hasDeterminers());
        if (topics.size() < 2) {
            topics = topics(false);
        }
        if (topics.size() > 1 && !speakers.isEmpty() && !language.isUnspaced()) {
            String text = language.narrativeTemplate()
                    .replace("{0}", String.join(", ", speakers))
                    .replace("{1}", String.join(", ", topics.values()));
            parts.add(item(text, about(topics.keySet(), sentences)));
        }
        Sentence latest = latest(sentences);
        if (latest != null) {
            LocalDate date = latest.utterance.date();
            String who = latest.utterance.speaker() + (date == null ? "" : " (" + NoteDate.write(date, true) + ")");
            String text = language.latestTemplate().replace("{0}", who) + ": " + brief(latest) + ".";
            parts.add(item(text, latest.provenance));
        }
        Sentence asked = openQuestion(sentences);
        if (asked != null) {
            String text = language.openTemplate().replace("{0}", asked.utterance.speaker()) + ": " + brief(asked);
            parts.add(item(text, asked.provenance));
        }
        return parts;
    }

    private static StateItem item(String text, Provenance from) {
        return new StateItem(text, StateItem.Kind.NARRATIVE, from.sources(), from.origin(), StateItem.Writer.RULES);
    }

    /** Where the sentences come from that hold one of the terms. */
    private static Provenance about(Set<Integer> terms, List<Sentence> sentences) {
        List<Long> sources = new ArrayList<>();
        StateItem.@Nullable Origin origin = null;
        for (Sentence sentence : sentences) {
            if (Arrays.stream(sentence.terms).flatMapToInt(Arrays::stream).anyMatch(terms::contains)) {
                sources.addAll(sentence.provenance.sources());
                StateItem.Origin here = sentence.provenance.origin();
                origin = origin == null ? here : origin.and(here);
            }
        }
        return Provenance.ofRules(sources, origin == null ? StateItem.Origin.UNKNOWN : origin);
    }

    private static String brief(Sentence sentence) {
        List<Clause> clauses = sentence.clauses;
        int last = 0;
        while (last + 1 < clauses.size() && clauses.get(last + 1).to <= LAST_WORDS) {
            last++;
        }
        return NoteStyle.write(sentence, 0, clauses.get(last).to);
    }

    /** The words of the topics by their terms. */
    private Map<Integer, String> topics(boolean nouns) {
        Set<Integer> names = new HashSet<>();
        for (String speaker : speakers) {
            names.addAll(vocabulary.known(language, speaker));
        }
        List<Integer> best = new ArrayList<>();
        for (int term = 0; term < vocabulary.size(); term++) {
            Word word = vocabulary.writtenAs(term);
            boolean topic = uses(term, nouns) >= ENOUGH_USES
                    && word.surface().length() >= minimum(word)
                    && !word.isAtom()
                    && !vocabulary.isLight(term)
                    && !language.isTime(word.lower())
                    && !names.contains(term);
            if (topic) {
                best.add(term);
            }
        }
        best.sort((a, b) -> {
            int byUse = Integer.compare(uses(b, nouns), uses(a, nouns));
            return byUse != 0 ? byUse : Integer.compare(a, b);
        });
        Map<Integer, String> topics = new LinkedHashMap<>();
        Set<String> words = new HashSet<>();
        for (int i = 0; i < best.size() && words.size() < TOPICS; i++) {
            Word word = vocabulary.writtenAs(best.get(i));
            String topic = word.isProper() ? word.surface() : word.lower();
            if (words.add(topic)) {
                topics.put(best.get(i), topic);
            }
        }
        return topics;
    }

    /** Where the language shows nouns they count first: they are what a talk is about. */
    private int uses(int term, boolean nouns) {
        return nouns ? vocabulary.asNoun(term) : vocabulary.occurrences(term);
    }

    private static int minimum(Word word) {
        return word.surface().charAt(0) >= 0x2E80 ? 2 : SHORTEST_TOPIC;
    }

    /** The weightiest statement among the last sentences. */
    private static @Nullable Sentence latest(List<Sentence> sentences) {
        Sentence best = null;
        double most = 0;
        for (int i = Math.max(0, sentences.size() - LAST_SENTENCES); i < sentences.size(); i++) {
            Sentence sentence = sentences.get(i);
            double worth = 0;
            for (Clause clause : sentence.clauses) {
                for (double of : clause.worth) {
                    worth += of;
                }
            }
            boolean said = sentence.utterance.origin() == Utterance.Origin.USER
                    || sentence.utterance.origin() == Utterance.Origin.ASSISTANT;
            if (said && !sentence.question && !sentence.aside && !isSuperseded(sentence) && worth > most) {
                most = worth;
                best = sentence;
            }
        }
        return best;
    }

    private static boolean isSuperseded(Sentence sentence) {
        return sentence.clauses.stream().anyMatch(clause -> clause.superseded);
    }

    /** The question that ends the span, if one does. */
    private static @Nullable Sentence openQuestion(List<Sentence> sentences) {
        Sentence last = sentences.isEmpty() ? null : sentences.get(sentences.size() - 1);
        return last != null && last.question && last.utterance.origin() != Utterance.Origin.STATE ? last : null;
    }
}
