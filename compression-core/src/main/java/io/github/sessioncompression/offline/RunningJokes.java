package io.github.sessioncompression.offline;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Labels;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Vocabulary;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Finds what people keep joking about: a name that comes back in several messages of both sides, some of which laugh, while no tool ever
 * spoke of it, no address belongs to it and hardly anything was decided about it.
 *
 * <p>It is told by its first mention, word for word. Not thread-safe; lives for one compilation.
 */
final class RunningJokes {
    private static final int ENOUGH_MESSAGES = 4;
    private static final int MOST = 1;
    private static final int LONGEST = 200;

    private static final class Mentions {
        private final Set<Integer> messages = new HashSet<>();
        private final Set<String> speakers = new HashSet<>();
        private final List<Provenance> heard = new ArrayList<>();
        private int laughing;
        private int serious;
        private int sentences;
        private Sentence first;

        private Mentions(Sentence first) {
            this.first = first;
        }
    }

    private final Labels labels;
    private final Set<String> marks = new HashSet<>();
    private final Map<Integer, Mentions> mentions = new HashMap<>();
    private final List<StateItem> earlier = new ArrayList<>();

    RunningJokes(Languages languages, Labels labels) {
        this.labels = labels;
        languages.all().forEach(profile -> marks.add(profile.labels().of("joke") + ":"));
    }

    /** Whether an entry of a state is one of this class. */
    boolean isOwn(String note) {
        return marks.stream().anyMatch(note::startsWith);
    }

    /** Takes over one of the previous state: what was a joke stays one. */
    void remember(Utterance note) {
        if (earlier.size() < MOST) {
            String text = note.speaker().isEmpty() ? note.text() : note.speaker() + ": " + note.text();
            earlier.add(Tone.item(text, List.of(note.provenance())));
        }
    }

    /** Reads the names of one message; {@code vocabulary} has counted its words. */
    void hear(Utterance utterance, List<Sentence> sentences, boolean laughs) {
        for (Sentence sentence : sentences) {
            for (int i = 0; i < sentence.terms.length && !sentence.aside; i++) {
                Word word = sentence.words.get(i);
                if (sentence.terms[i].length == 1 && isName(word)) {
                    Mentions of = mentions.computeIfAbsent(sentence.terms[i][0], term -> new Mentions(sentence));
                    of.sentences++;
                    of.serious += sentence.meaning.types().isEmpty() ? 0 : 1;
                    of.speakers.add(utterance.speaker());
                    if (of.messages.add(utterance.order())) {
                        of.laughing += laughs ? 1 : 0;
                        of.heard.add(utterance.provenance());
                    }
                }
            }
        }
    }

    private static boolean isName(Word word) {
        return word.isProper()
                && !word.isAtom()
                && word.surface().length() > 2
                && Character.isUpperCase(word.surface().charAt(0));
    }

    /** What people joke about, those of the previous state first. */
    List<StateItem> lines(Vocabulary vocabulary, List<Entry> span, Set<String> names) {
        List<StateItem> lines = new ArrayList<>(earlier);
        List<Map.Entry<Integer, Mentions>> found = mentions.entrySet().stream()
                .filter(entry -> isJoke(entry.getValue()))
                .filter(entry -> isNobodys(vocabulary.writtenAs(entry.getKey()), span, names))
                .sorted(Comparator.comparingInt((Map.Entry<Integer, Mentions> entry) ->
                                -entry.getValue().messages.size())
                        .thenComparingInt(
                                entry -> entry.getValue().first.utterance.order()))
                .toList();
        for (Map.Entry<Integer, Mentions> joke : found) {
            String name = vocabulary.writtenAs(joke.getKey()).surface();
            if (lines.size() < MOST
                    && lines.stream().noneMatch(line -> line.text().contains(name))) {
                Mentions of = joke.getValue();
                String said = NoteStyle.write(of.first, 0, of.first.words.size());
                if (said.length() <= LONGEST) {
                    lines.add(
                            Tone.item(of.first.utterance.speaker() + ": " + labels.of("joke") + ": " + said, of.heard));
                }
            }
        }
        return lines;
    }

    private static boolean isJoke(Mentions of) {
        return of.messages.size() >= ENOUGH_MESSAGES
                && of.speakers.size() > 1
                && of.laughing > 0
                && of.serious * 4 <= of.sentences;
    }

    /** Whether it is no speaker, no tool's word and has no address. */
    private static boolean isNobodys(Word word, List<Entry> span, Set<String> names) {
        String name = word.surface();
        String lower = name.toLowerCase(Locale.ROOT);
        if (names.contains(lower) || !word.isProper()) {
            return false;
        }
        for (Entry entry : span) {
            Message message = entry.message();
            boolean own = message.role() == Role.TOOL
                    ? message.text().contains(name)
                    : message.text().contains(lower + "@") || message.text().contains(lower + ".");
            if (own) {
                return false;
            }
        }
        return true;
    }
}
