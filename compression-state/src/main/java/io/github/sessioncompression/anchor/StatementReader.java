package io.github.sessioncompression.anchor;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Message.Parts;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.EntryLabel;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Cue;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.Sentence;
import io.github.sessioncompression.text.SentenceSplitter;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.text.WordKind;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages sentence by sentence, each with what it states and whose words it is.
 *
 * <p><em>Algorithm</em>, for each user's or assistant's message:
 * <ol>
 *   <li>find its language; a message without enough words of its own is read in that of the ones before it;
 *   <li>read the user's own words and what a framework added to them ({@link Message#parts()}) apart;
 *   <li>split into sentences; leave out formulas and lines of signs;
 *   <li>a sentence is found text if it was added, is pasted or quoted ({@link QuotedText}), or belongs to a paragraph
 *       that is written like a turn ({@link PosedTurn}); of a model's message the last are left out;
 *   <li>what any other sentence states is recognised by the phrases of its language ({@link Cue}) and its question mark
 *       ({@link #types}). Only speech makes rules, decisions and the like; of a model only decisions, promises
 *       and questions count.
 * </ol>
 *
 * <p>Linear in the text. The reader caches its results by message instance, since several steps of a compression read
 * the same messages. <em>Does nothing when</em> a message is a system message, a tool result, blank, or longer than
 * {@value #LONGEST_TEXT} characters: no sentences. <em>Threads</em>: not thread-safe. <em>On failure</em>: throws
 * nothing.
 *
 * @see io.github.sessioncompression.text.SentenceSplitter
 * @see AtomScanner
 */
public final class StatementReader {
    /** Longest message that is read, in UTF-16 units; longer ones are data. */
    private static final int LONGEST_TEXT = 2_000_000;
    /** Statements that count if a model makes them. */
    private static final Set<AnchorType> BY_MODELS = EnumSet.of(AnchorType.DECISION, AnchorType.COMMITMENT);

    /** What was read of a message at a place, in the language of those before it, and in which language. */
    private record Read(long sequence, LanguageProfile before, LanguageProfile language, List<Statement> statements) {}

    private final Languages languages = Languages.shared();
    /** Results by message instance; shared by all readers made by {@link #again}. */
    private final Map<Message, Read> read;
    /** The language of the message read last. */
    private LanguageProfile usual = languages.unknown();

    /** A reader that has read nothing. */
    public StatementReader() {
        this(new IdentityHashMap<>());
    }

    private StatementReader(Map<Message, Read> read) {
        this.read = read;
    }

    /** A reader at the beginning of a chat that does not read again what this one has read. */
    public StatementReader again() {
        return new StatementReader(read);
    }

    /** The sentences of a user's or assistant's message in order; none of any other. */
    public List<Statement> read(Entry entry) {
        Message message = entry.message();
        boolean speech = message.role() == Role.USER || message.role() == Role.ASSISTANT;
        if (!speech || message.text().isBlank() || message.text().length() > LONGEST_TEXT) {
            return List.of();
        }
        Parts parts = message.parts();
        LanguageProfile before = usual;
        Read known = read.get(message);
        usual = known != null && known.before == before
                ? known.language
                : languages.detect(parts == null ? message.text() : parts.own(), before);
        if (known != null && known.sequence == entry.sequence() && known.language == usual) {
            return known.statements;
        }
        List<Statement> statements = List.copyOf(statements(entry, parts));
        read.put(message, new Read(entry.sequence(), before, usual, statements));
        return statements;
    }

    /** The sentences of a message, of its two parts in the order of the text. */
    private List<Statement> statements(Entry entry, @Nullable Parts parts) {
        if (parts == null) {
            return read(entry, entry.message().text(), false);
        }
        List<Statement> statements = new ArrayList<>(read(entry, parts.own(), false));
        statements.addAll(read(entry, parts.found(), true));
        statements.sort(
                Comparator.comparingInt(statement -> statement.sentence().start()));
        return statements;
    }

    /**
     * The sentences of a part of a message; none if the text does not have that part, and none of what a model wrote
     * like a turn.
     *
     * @param part the user's own words, what was added to them, or the whole text
     * @param added true if somebody else added the part to the user's message
     */
    private List<Statement> read(Entry entry, String part, boolean added) {
        Message message = entry.message();
        String text = message.text();
        int from = text.indexOf(part);
        if (from < 0) {
            return List.of();
        }
        boolean assistant = message.role() == Role.ASSISTANT && message.name() == null;
        QuotedText quoted = new QuotedText(part, assistant);
        StateItem.Origin origin = StateItem.Origin.of(message.role());
        LocalDate date = EntryLabel.day(message.timestamp());
        String speaker = EntryLabel.speaker(message);
        List<Statement> statements = new ArrayList<>();
        boolean posed = false;
        int end = from;
        for (Sentence sentence : SentenceSplitter.split(text, from, from + part.length(), usual)) {
            String whole = sentence.in(text);
            int mark = PosedTurn.endOfMark(whole);
            posed = mark > 0 || (posed && !endsParagraph(text, end, sentence.start()));
            end = sentence.end();
            boolean found = added || posed || quoted.holds(sentence.start() - from);
            Sentence said = mark == 0 ? sentence : sentence.from(sentence.start() + mark);
            if (!said.words().isEmpty()
                    && isLanguage(mark == 0 ? whole : said.in(text))
                    && !(posed && message.role() == Role.ASSISTANT)) {
                statements.add(new Statement(
                        entry.sequence(),
                        found ? EntryLabel.QUOTED : speaker,
                        found ? StateItem.Origin.OUTSIDE : origin,
                        date,
                        text,
                        said,
                        usual,
                        found ? Set.of() : types(said, usual, assistant)));
            }
        }
        return statements;
    }

    /**
     * True unless a sentence is a formula, a rule between lines or markup: more letters and digits than signs, and no
     * marks of a formula.
     */
    private static boolean isLanguage(String sentence) {
        int signs = 0;
        int others = 0;
        int c;
        for (int at = 0; at < sentence.length(); at += Character.charCount(c)) { // no stream: asked of each sentence
            c = sentence.codePointAt(at);
            boolean other = Character.isLetterOrDigit(c);
            others += other ? 1 : 0;
            signs += other || Character.isWhitespace(c) ? 0 : 1;
        }
        return others > signs && !sentence.contains("\\(") && !sentence.contains("\\[");
    }

    /** True if an empty line is between two sentences. */
    private static boolean endsParagraph(String text, int from, int to) {
        return text.substring(from, to).chars().filter(c -> c == '\n').count() > 1;
    }

    /** The language of the message read last; the unknown one before the first. */
    public LanguageProfile language() {
        return usual;
    }

    /**
     * The statements that a sentence makes.
     *
     * @param assistant true if it is a model's, which makes no rules and has no preferences
     */
    public static Set<AnchorType> types(Sentence sentence, LanguageProfile profile, boolean assistant) {
        Set<Cue> cues = profile.cues(sentence.words());
        Set<AnchorType> types = EnumSet.noneOf(AnchorType.class);
        if (sentence.isQuestion()) {
            if (!cues.contains(Cue.NO_QUESTION) && says(sentence)) {
                types.add(AnchorType.QUESTION);
            }
            return types;
        }
        for (Cue cue : cues) {
            switch (cue) {
                case DECISION -> types.add(AnchorType.DECISION);
                case RULE -> types.add(AnchorType.CONSTRAINT);
                case PREFERENCE -> types.add(AnchorType.PREFERENCE);
                case COMMITMENT -> types.add(AnchorType.COMMITMENT);
                case CORRECTION -> types.add(AnchorType.CORRECTION);
                default -> {}
            }
        }
        if (assistant) {
            types.retainAll(cues.contains(Cue.BOILERPLATE) ? Set.of() : BY_MODELS);
        }
        return types;
    }

    /** True for more than a lone word. */
    private static boolean says(Sentence sentence) {
        List<Word> words = sentence.words();
        return words.size() > 1 || Letters.isUnspaced(words.get(0).surface().codePointAt(0));
    }

    /**
     * A sentence of a message, verbatim, with those of its contents that must not be lost. Immutable.
     *
     * @param source the sequence number of its message; 0 if it is not known
     * @param speaker the label of its author
     * @param origin its author; {@link StateItem.Origin#OUTSIDE} for what was pasted or quoted
     * @param date the day of its message (UTC); {@code null} if it is not known
     * @param message the text of the message
     * @param sentence its place and words in {@code message}
     * @param profile its language
     * @param types the statements that it makes, without values
     */
    public record Statement(
            long source,
            String speaker,
            StateItem.Origin origin,
            @Nullable LocalDate date,
            String message,
            Sentence sentence,
            LanguageProfile profile,
            Set<AnchorType> types) {
        /** The sentence, verbatim. */
        public String text() {
            return sentence.in(message);
        }

        /** The values in it that are enough to be kept. */
        public List<Atom> values() {
            return AtomScanner.scan(text(), profile).stream()
                    .filter(atom -> !atom.weak())
                    .toList();
        }

        /** True if it is a person's or the chat's model's, so that it is not found text or a tool's. */
        public boolean isSpeech() {
            return origin == StateItem.Origin.USER || origin == StateItem.Origin.ASSISTANT;
        }

        /** True for a sentence about the speaker with a name in it. */
        public boolean namesSpeaker() {
            List<Word> words = sentence.words();
            return profile.namesHaveCapitals()
                    && words.stream().anyMatch(word -> profile.is(WordKind.FIRST, word.lower()))
                    && words.stream().anyMatch(word -> word.isProper() && !profile.is(WordKind.FIRST, word.lower()));
        }

        /** The weightiest type; {@code null} if it makes no statement. */
        public @Nullable AnchorType type() {
            return types.stream()
                    .max(Comparator.comparingInt(AnchorType::weight))
                    .orElse(null);
        }
    }
}
