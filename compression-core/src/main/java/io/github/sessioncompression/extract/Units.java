package io.github.sessioncompression.extract;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.StatementReader;
import io.github.sessioncompression.anchor.StatementReader.Statement;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.EntryLabel;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.Sentence;
import io.github.sessioncompression.text.SentenceSplitter;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The units of one run in the order of the chat, with their terms. Not thread-safe. */
final class Units {
    /** Characters of a list's or heading's mark. */
    private static final int LONGEST_MARK = 4;

    private static final Pattern SPACE = Pattern.compile("\\s+");

    private final Vocabulary vocabulary;
    private final StatementReader reader;
    private final List<Unit> all = new ArrayList<>();
    private int messages;

    Units(Vocabulary vocabulary, StatementReader reader) {
        this.vocabulary = vocabulary;
        this.reader = reader;
    }

    List<Unit> all() {
        return all;
    }

    /** The language of most of what was read. */
    LanguageProfile language() {
        return reader.language();
    }

    void addMessage(Entry entry, Unit.From from) {
        List<Statement> statements = reader.read(entry);
        if (statements.isEmpty()) {
            return;
        }
        String text = entry.message().text();
        List<Sentence> sentences = statements.stream().map(Statement::sentence).toList();
        int[][] terms = vocabulary.read(text, statements.get(0).profile(), words(sentences));
        Heads heads = new Heads(text);
        int read = 0;
        int end = -1;
        for (Statement statement : statements) {
            Sentence sentence = statement.sentence();
            boolean heading = statement.types().isEmpty() && heads.isHeading(sentence.start(), sentence.end());
            Unit.From as = heading ? Unit.From.BEFORE : from;
            Unit unit = unit(as, statement, List.of(entry.sequence()), terms, read);
            unit.opensMessage = read == 0;
            unit.needs = heads.headOf(unit, sentence.start());
            unit.joint = joint(text, end, sentence.start());
            add(unit);
            read += sentence.words().size();
            end = sentence.end();
        }
        messages++;
    }

    /** The text between two sentences on one line; {@code null} if it is more than the marks of a list or heading. */
    private static @Nullable String joint(String text, int from, int to) {
        if (from < 0) {
            return null;
        }
        String between = text.substring(from, to);
        boolean follows = between.strip().length() <= LONGEST_MARK && !Letters.any(between, Character::isLetter);
        return follows ? SPACE.matcher(between).replaceAll(" ") : null;
    }

    /** The unit of a statement whose words' terms begin at {@code read}. */
    private static Unit unit(Unit.From from, Statement statement, List<Long> sources, int[][] terms, int read) {
        int end = read + statement.sentence().words().size();
        return new Unit(from, statement, sources, Arrays.copyOfRange(terms, read, end));
    }

    private static List<Word> words(List<Sentence> sentences) {
        List<Word> words = new ArrayList<>();
        sentences.forEach(sentence -> words.addAll(sentence.words()));
        return words;
    }

    /**
     * Adds an entry of the previous state, or a part of it, and gives its units.
     *
     * @param whole true if it is kept or left out as a whole
     */
    List<Unit> addText(Unit.From from, EntryLabel label, StateItem.Origin origin, List<Long> sources, boolean whole) {
        String text = label.words();
        LanguageProfile profile = Languages.shared().detect(text, reader.language());
        List<Sentence> sentences = SentenceSplitter.split(text, profile);
        int[][] terms = vocabulary.read(text, profile, words(sentences));
        boolean speech = !whole && (origin == StateItem.Origin.USER || origin == StateItem.Origin.ASSISTANT);
        boolean model = origin == StateItem.Origin.ASSISTANT && label.speaker().equals("Assistant");
        List<Sentence> parts = whole ? List.of(new Sentence(0, text.length(), words(sentences), (char) 0)) : sentences;
        List<Unit> added = new ArrayList<>();
        int read = 0;
        int end = -1;
        for (Sentence part : parts) {
            Set<AnchorType> types = speech ? StatementReader.types(part, profile, model) : Set.of();
            Statement statement = new Statement(0, label.speaker(), origin, label.date(), text, part, profile, types);
            Unit unit = unit(from, statement, sources, terms, read);
            unit.joint = joint(text, end, part.start());
            add(unit);
            added.add(unit);
            read += part.words().size();
            end = part.end();
        }
        messages++;
        return added;
    }

    private void add(Unit unit) {
        unit.order = all.size();
        unit.message = messages;
        all.add(unit);
    }

    /** The sentences of the next message by another speaker, by the message that it follows. */
    Map<Integer, List<Unit>> answers() {
        Map<Integer, List<Unit>> answers = new HashMap<>();
        Unit before = null;
        Unit now = null;
        for (Unit unit : all) {
            if (unit.from != Unit.From.SPAN || !unit.isSpeech()) {
                continue;
            }
            if (now == null || now.message != unit.message) {
                before = now;
                now = unit;
            }
            if (before != null && !before.speaker.equals(unit.speaker)) {
                answers.computeIfAbsent(before.message, key -> new ArrayList<>())
                        .add(unit);
            }
        }
        return answers;
    }
}
