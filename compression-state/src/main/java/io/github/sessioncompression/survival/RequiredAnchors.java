package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.AtomScanner;
import io.github.sessioncompression.anchor.StatementReader;
import io.github.sessioncompression.anchor.StatementReader.Statement;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.EntryLabel;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Collects the sentences that a new state has to show: rules, decisions, preferences, promises, corrections, open
 * questions and values of people, and decisions and promises of the chat's model.
 *
 * <p><em>Algorithm</em> of {@link #of}:
 * <ol>
 *   <li>take the sentences that the previous state keeps verbatim ({@link StateDocument#KEPT}) and its quotes, except
 *       values in the model's words, which nobody laid down;
 *   <li>add each statement of the span; a question only of the last message with a sentence, because later messages may
 *       have answered the others;
 *   <li>add people's sentences with a value, and sentences about the user with a name in them;
 *   <li>a sentence that a speaker repeats counts once, at its latest place.
 * </ol>
 *
 * <p>{@link #weightiestFirst} orders them: by weight, then the latest first; values in a sentence of one form that
 * comes more than {@value #MOST_OF_A_FORM} times with other numbers, as in a log, come behind everything else.
 *
 * <p>Tool data and what was pasted is never among them. <em>Does nothing when</em> there are no statements and no
 * previous state: the list is empty. <em>Threads</em>: lives for one call. Linear except for the sort.
 *
 * @see SurvivalCheck
 * @see ShownTexts
 */
final class RequiredAnchors {
    /** Sentences of one form up to which they count like others. */
    private static final int MOST_OF_A_FORM = 3;

    /** The anchors by speaker and sentence, in the order in which they came last. */
    private final Map<String, Anchor> anchors = new LinkedHashMap<>();

    private RequiredAnchors() {}

    /** The anchors of the previous state and of the span, oldest first, each sentence once. */
    static List<Anchor> of(@Nullable StateDocument previous, List<Entry> span, StatementReader reader) {
        RequiredAnchors required = new RequiredAnchors();
        if (previous != null) {
            previous.items(StateDocument.KEPT).forEach(required::add);
            previous.items(StateDocument.LEDGER).stream()
                    .filter(item -> item.kind() != StateItem.Kind.FACT || item.origin() != StateItem.Origin.ASSISTANT)
                    .forEach(required::add);
        }
        List<Statement> statements = statements(span, reader);
        long last =
                statements.isEmpty() ? 0 : statements.get(statements.size() - 1).source();
        for (Statement statement : statements) {
            AnchorType type = statement.isSpeech() ? type(statement, statement.source() == last) : null;
            if (type != null) {
                required.add(anchor(type, statement));
            }
        }
        return List.copyOf(required.anchors.values());
    }

    /** The sentences of the span with values, the weightiest first, by any speaker, except those that announce others; none has to be shown. */
    static List<Anchor> withValues(List<Entry> span, StatementReader reader) {
        List<Anchor> anchors = new ArrayList<>();
        for (Statement statement : statements(span, reader)) {
            boolean announces = statement.text().endsWith(":");
            AnchorType value = statement.isSpeech() && !announces ? weightiest(statement.values()) : null;
            if (value != null) {
                anchors.add(anchor(value, statement));
            }
        }
        anchors.sort(weightiestFirst(anchors));
        return anchors;
    }

    private static Anchor anchor(AnchorType type, Statement statement) {
        return new Anchor(
                type,
                statement.speaker(),
                statement.date(),
                statement.text(),
                List.of(statement.source()),
                statement.origin());
    }

    private static List<Statement> statements(List<Entry> span, StatementReader reader) {
        return span.stream().flatMap(entry -> reader.read(entry).stream()).toList();
    }

    /** Adds an anchor at the end; an equal sentence of its speaker that came before goes. */
    private void add(Anchor anchor) {
        String key = anchor.speaker() + '\n' + anchor.sentence();
        anchors.remove(key);
        anchors.put(key, anchor);
    }

    /** Adds an entry of the previous state, if it has a label and words. */
    private void add(StateItem item) {
        EntryLabel label = EntryLabel.read(item.text());
        if (!label.speaker().isEmpty() && !label.words().isBlank()) {
            add(new Anchor(
                    type(item, label.words()),
                    label.speaker(),
                    label.date(),
                    label.words(),
                    item.sources(),
                    item.origin()));
        }
    }

    /** The type of an anchor that a state kept: a fact is the value in it, or else a name. */
    private static AnchorType type(StateItem item, String sentence) {
        for (AnchorType type : AnchorType.values()) {
            if (type.kind() == item.kind() && item.kind() != StateItem.Kind.FACT) {
                return type;
            }
        }
        LanguageProfile profile =
                Languages.shared().detect(sentence, Languages.shared().unknown());
        AnchorType value = weightiest(AtomScanner.scan(sentence, profile));
        return value == null ? AnchorType.NAME : value;
    }

    /** The kind of anchor that a sentence is, {@code null} if it is none; questions are open in the {@code last} message. */
    private static @Nullable AnchorType type(Statement statement, boolean last) {
        AnchorType type = statement.type();
        if (type != null) {
            return type != AnchorType.QUESTION || last ? type : null;
        }
        boolean model = statement.origin() == StateItem.Origin.ASSISTANT
                && statement.speaker().equals("Assistant");
        AnchorType value = model ? null : weightiest(statement.values());
        boolean alone = statement.speaker().equals("User");
        return value == null && alone && statement.namesSpeaker() ? AnchorType.NAME : value;
    }

    /** The weightiest type among values; {@code null} for none. */
    private static @Nullable AnchorType weightiest(List<Atom> values) {
        return values.stream()
                .map(Atom::type)
                .max(Comparator.comparingInt(AnchorType::weight))
                .orElse(null);
    }

    /**
     * The order in which anchors are kept and quoted: the weightiest first, of equal weight the latest.
     *
     * <p>Values in a sentence of one form that comes again and again, with other numbers only, come behind everything else.
     */
    static Comparator<Anchor> weightiestFirst(List<Anchor> anchors) {
        Map<String, List<Anchor>> forms = anchors.stream().collect(Collectors.groupingBy(RequiredAnchors::form));
        Set<Anchor> oneOfMany = forms.values().stream()
                .filter(ofOneForm -> ofOneForm.size() > MOST_OF_A_FORM)
                .flatMap(List::stream)
                .filter(anchor -> anchor.type().isAtom())
                .collect(Collectors.toSet());
        return Comparator.comparing((Anchor anchor) -> oneOfMany.contains(anchor))
                .thenComparingInt(anchor -> -anchor.type().weight())
                .thenComparingLong(anchor -> -anchor.source());
    }

    /** The sentence with a mark in place of each word that has a digit. */
    private static String form(Anchor anchor) {
        String sentence = anchor.sentence();
        if (!Letters.any(sentence, Letters::isDigit)) {
            return sentence;
        }
        String[] words = sentence.split(" ", -1);
        for (int i = 0; i < words.length; i++) {
            words[i] = Letters.any(words[i], Letters::isDigit) ? "#" : words[i];
        }
        return String.join(" ", words);
    }

    /**
     * The kept anchors as a state holds them: the weightiest, in the order of the chat.
     *
     * @param anchors all of them, in the order of the chat
     * @param weightiestFirst the same ones by weight
     * @param most how many are kept at most
     * @param characters UTF-16 units of all kept sentences together, at most
     */
    static List<StateItem> kept(List<Anchor> anchors, List<Anchor> weightiestFirst, int most, int characters) {
        Set<Anchor> kept = new HashSet<>();
        int room = characters;
        for (Anchor anchor : weightiestFirst) {
            if (kept.size() < most && anchor.sentence().length() <= room) {
                kept.add(anchor);
                room -= anchor.sentence().length();
            }
        }
        return anchors.stream().filter(kept::contains).map(Anchor::item).toList();
    }
}
