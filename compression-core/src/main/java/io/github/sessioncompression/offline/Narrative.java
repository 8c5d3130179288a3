package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Labels;
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

/**
 * Tells in a few sentences where things stand: what the talk is for, what was decided last, what is open, what comes next.
 *
 * <p>Each sentence is one that was said, behind words of ours that say what it is and whose it is. The goal is the first that a user
 * named, and stays the goal over compressions. Where too little of that was said, what was talked about and said last stand in.
 */
final class Narrative {
    private static final int TOPICS = 6;
    private static final int ENOUGH_USES = 3;
    private static final int SHORTEST_TOPIC = 4;
    private static final int LAST_SENTENCES = 6;
    private static final int LAST_WORDS = 24;
    /** Utterances of a conversation among which its goal is named. */
    private static final int FIRST_UTTERANCES = 6;

    private static final int ENOUGH = 2;

    private final Vocabulary vocabulary;
    private final LanguageProfile language;
    private final Labels labels;
    private final Collection<String> speakers;
    private final boolean nameless;

    Narrative(Vocabulary vocabulary, LanguageProfile language, Collection<String> speakers, boolean nameless) {
        this.vocabulary = vocabulary;
        this.language = language;
        this.labels = language.labels();
        this.speakers = speakers;
        this.nameless = nameless;
    }

    /**
     * The narrative's sentences in the order in which they are read; empty if there is nothing to tell.
     *
     * @param earlierGoal the goal as the previous state told it; {@code null} if it told none
     * @param ample whether there is room for what stands in
     */
    List<StateItem> write(List<Sentence> sentences, @Nullable StateItem earlierGoal, boolean ample) {
        List<StateItem> parts = new ArrayList<>();
        StateItem goal = earlierGoal == null && nameless ? tell("goal", goal(sentences)) : earlierGoal;
        add(parts, goal);
        Sentence decision = last(sentences, StateItem.Kind.DECISION);
        add(parts, tell("decided", decision));
        Sentence asked = last(sentences, StateItem.Kind.QUESTION);
        add(parts, tell("open", asked));
        add(parts, tell("next", last(sentences, StateItem.Kind.COMMITMENT)));
        if (ample && parts.size() < ENOUGH) {
            add(parts, tell("latest", latest(sentences)));
        }
        if (ample && parts.isEmpty()) {
            addTopics(parts, sentences);
        }
        return parts;
    }

    private static void add(List<StateItem> parts, @Nullable StateItem part) {
        if (part != null) {
            parts.add(part);
        }
    }

    private void addTopics(List<StateItem> parts, List<Sentence> sentences) {
        Map<Integer, String> topics = topics(language.hasDeterminers());
        if (topics.size() < 2) {
            topics = topics(false);
        }
        if (topics.size() > 1 && !speakers.isEmpty() && !language.isUnspaced()) {
            String text = labels.about(String.join(", ", speakers), String.join(", ", topics.values()));
            parts.add(0, item(text, about(topics.keySet(), sentences)));
        }
    }

    private @Nullable StateItem tell(String what, @Nullable Sentence sentence) {
        if (sentence == null || sentence.utterance.speaker().isEmpty()) {
            return null;
        }
        LocalDate date = sentence.utterance.date();
        String who = sentence.utterance.speaker() + (date == null ? "" : " (" + NoteDate.write(date, true) + ")");
        String said = brief(sentence);
        boolean ended = said.endsWith("?") || said.endsWith("？");
        return said.isEmpty() ? null : item(labels.opening(what, who) + said + (ended ? "" : "."), sentence.provenance);
    }

    /** The first thing a user asks for or wants. */
    private static @Nullable Sentence goal(List<Sentence> sentences) {
        int first = -1;
        for (Sentence sentence : sentences) {
            Utterance utterance = sentence.utterance;
            first = first < 0 && utterance.origin() != Utterance.Origin.STATE ? utterance.order() : first;
            if (first >= 0 && utterance.order() >= first + FIRST_UTTERANCES) {
                return null;
            }
            boolean wants = utterance.origin() == Utterance.Origin.USER
                    && !sentence.aside
                    && (sentence.profile.hasCue("goal", sentence.words, sentence.answerFrom, sentence.words.size())
                            || isAskedForIt(sentence));
            if (wants && !isSuperseded(sentence)) {
                return sentence;
            }
        }
        return null;
    }

    /** Whether it answers what somebody asks who wants to know what to help with: "what are you working on?". */
    private static boolean isAskedForIt(Sentence sentence) {
        if (sentence.answerFrom == 0) {
            return false;
        }
        List<Word> question = new ArrayList<>(sentence.words.subList(0, sentence.answerFrom));
        Word last = question.remove(question.size() - 1);
        String said = last.surface().replace("?", "");
        question.add(Word.of(said, last.start(), last.end(), last.after(), last.quoted(), last.opensSentence()));
        return sentence.profile.hasCue("asks-goal", question, 0, question.size());
    }

    /** Whether it is a promise of somebody who does not speak: "he promised not to smoke" is no step of the speaker's. */
    private static boolean isOfOthers(Sentence sentence) {
        String first = sentence.words.get(0).lower();
        boolean others = sentence.profile.isUnspaced()
                ? sentence.profile
                        .use(first.substring(0, first.offsetByCodePoints(0, 1)))
                        .isOthers()
                : sentence.profile.use(first).isOthers();
        return others && !sentence.hasFirstPerson();
    }

    /** The last sentence of a kind that still holds; those of the previous state count, too. */
    private static @Nullable Sentence last(List<Sentence> sentences, StateItem.Kind kind) {
        for (int i = sentences.size() - 1; i >= 0; i--) {
            Sentence sentence = sentences.get(i);
            boolean person = sentence.utterance.origin() != Utterance.Origin.TOOL;
            boolean others = kind == StateItem.Kind.COMMITMENT && isOfOthers(sentence);
            // What stands with its answer was asked.
            boolean noted = sentence.weight > 0;
            if (person && noted && sentence.kind == kind && !sentence.aside && !others && !isSuperseded(sentence)) {
                return sentence;
            }
        }
        return null;
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
                    && !language.use(word).isTime()
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

    /** Whether something said later took its place, or spoke against it, which no narrative has room to say, too. */
    private static boolean isSuperseded(Sentence sentence) {
        return sentence.clauses.stream().anyMatch(clause -> clause.superseded || clause.objection != null);
    }
}
