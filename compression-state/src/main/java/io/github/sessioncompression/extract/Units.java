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

/**
 * The units of one run in the order of the chat: sentences of messages, entries of the previous state, lines of tools.
 *
 * <p><em>Algorithm</em>, for each text: 1. split it into sentences with what they state ({@link StatementReader}); 2. find the terms of their words
 * ({@link Vocabulary}); 3. mark headings, and items that need the line above ({@link Heads}); 4. keep what is between two sentences of a line, to write
 * them as they were. <em>Does nothing when</em> a text has no sentence. <em>Threads</em>: not thread-safe; lives for one run.
 *
 * @see PriorState
 * @see ToolFacts
 */
final class Units {
    /** Characters of a list's or heading's mark. */
    private static final int LONGEST_MARK = 4;

    /** White space of any length, such as a line break in front of an item. */
    private static final Pattern SPACE = Pattern.compile("\\s+");

    private final Vocabulary vocabulary;
    private final StatementReader reader;
    private final List<Unit> all = new ArrayList<>();
    private int messages;

    Units(Vocabulary vocabulary, StatementReader reader) {
        this.vocabulary = vocabulary;
        this.reader = reader;
    }

    /** All units in the order of the chat; grows with each message. */
    List<Unit> all() {
        return all;
    }

    /** The language of most of what was read. */
    LanguageProfile language() {
        return reader.language();
    }

    /**
     * Adds the sentences of a message, and marks headings and what needs them.
     *
     * @param from {@link Unit.From#SPAN}, or {@link Unit.From#BEFORE} for a message that the state before covers
     */
    void addMessage(Entry entry, Unit.From from) {
        List<Statement> statements = reader.read(entry);
        if (statements.isEmpty()) {
            return;
        }
        List<Unit> added = add(from, statements, List.of(entry.sequence()));
        Heads heads = new Heads(entry.message().text());
        for (int i = 0; i < added.size(); i++) {
            Unit unit = added.get(i);
            Sentence sentence = statements.get(i).sentence();
            boolean heading = unit.types.isEmpty() && heads.isHeading(sentence.start(), sentence.end());
            unit.from = heading ? Unit.From.BEFORE : from;
            unit.opensMessage = i == 0;
            unit.needs = heads.headOf(unit, sentence.start());
        }
    }

    /** Adds the units of a text's statements, at least one. */
    private List<Unit> add(Unit.From from, List<Statement> statements, List<Long> sources) {
        String text = statements.get(0).message();
        List<Word> words = new ArrayList<>();
        statements.forEach(statement -> words.addAll(statement.sentence().words()));
        int[][] terms = vocabulary.read(text, statements.get(0).profile(), words);
        List<Unit> added = new ArrayList<>(statements.size());
        int read = 0;
        int end = -1;
        for (Statement statement : statements) {
            Sentence sentence = statement.sentence();
            int[][] own =
                    Arrays.copyOfRange(terms, read, read + sentence.words().size());
            Unit unit = new Unit(from, statement, sources, own);
            unit.joint = joint(text, end, sentence.start());
            unit.order = all.size();
            unit.message = messages;
            all.add(unit);
            added.add(unit);
            read += own.length;
            end = sentence.end();
        }
        messages++;
        return added;
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

    /**
     * Adds an entry of the previous state, or a part of it, and gives its units.
     *
     * @param whole true if it is kept or left out as a whole
     */
    List<Unit> addText(Unit.From from, EntryLabel label, StateItem.Origin origin, List<Long> sources, boolean whole) {
        String text = label.words();
        LanguageProfile profile = Languages.shared().detect(text, reader.language());
        List<Sentence> sentences = SentenceSplitter.split(text, profile);
        if (whole) {
            List<Word> words = sentences.stream()
                    .flatMap(sentence -> sentence.words().stream())
                    .toList();
            sentences = List.of(new Sentence(0, text.length(), words, (char) 0));
        }
        boolean speech = !whole && (origin == StateItem.Origin.USER || origin == StateItem.Origin.ASSISTANT);
        boolean model = origin == StateItem.Origin.ASSISTANT && label.speaker().equals("Assistant");
        List<Statement> statements = new ArrayList<>();
        for (Sentence part : sentences) {
            Set<AnchorType> types = speech ? StatementReader.types(part, profile, model) : Set.of();
            statements.add(new Statement(0, label.speaker(), origin, label.date(), text, part, profile, types));
        }
        return statements.isEmpty() ? List.of() : add(from, statements, sources);
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
