package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.Labelled;
import io.github.sessioncompression.anchor.RuleTalk;
import io.github.sessioncompression.anchor.ShortRejected;
import io.github.sessioncompression.anchor.Standing;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Stems;
import io.github.sessioncompression.value.SaidBefore;
import io.github.sessioncompression.value.ValueTalk;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the sentences of one text are by their phrases and the labels in front of them. Not thread-safe; reads them in their order. */
public final class Senses {
    private final String text;
    private final LanguageProfile language;
    private final boolean note;
    private final Labelled labelled;
    private final Stems stems;
    private final Deque<SentenceWords> before = new ArrayDeque<>();
    private boolean announces;

    private Senses(String text, LanguageProfile language, boolean note) {
        this.text = text;
        this.language = language;
        this.note = note;
        labelled = new Labelled(text, language);
        stems = Stems.of(language.code());
    }

    /**
     * What a sentence of a person is.
     *
     * @param words its words, those of a label left out that says nothing of its own: "Note: …"
     * @param types the types of its statements, values apart
     * @param defers whether it puts an answer off
     * @param labelled whether a label says that it matters: "Rule: …", "Important: …"
     * @param label that label if it is left in front of it or of its line; else empty
     * @param front how many of the words are the label's
     * @param rule what it says about a rule or a choice; {@code null} if it says nothing of one
     * @param values what it says of values that hold; {@code null} if it says nothing of one
     * @param stands whether it leaves standing what was said before, be it that it speaks of a change: it denies or doubts one
     * @param changes whether it says that something is otherwise now, of whatever
     * @param wrong what it says is wrong by its number alone; {@code null} for nothing
     */
    public record Sense(
            SentenceWords words,
            Set<AnchorType> types,
            boolean defers,
            boolean labelled,
            String label,
            int front,
            @Nullable RuleTalk rule,
            @Nullable ValueTalk values,
            boolean stands,
            boolean changes,
            @Nullable ShortRejected wrong) {
        /** Copies the types. */
        public Sense {
            types = Set.copyOf(types);
        }
    }

    /**
     * Those of a person's message.
     *
     * @param language its language
     */
    public static Senses ofMessage(String text, LanguageProfile language) {
        return new Senses(text, language, false);
    }

    /** Those of a note of a state, of which a rule is read as the speaker's although the note may lack the speaker. */
    public static Senses ofNote(String text, LanguageProfile language) {
        return new Senses(text, language, true);
    }

    /** The label in front of a note, whatever its language, without the colon; empty if there is none. */
    public static String labelOf(String note) {
        return Labelled.inFront(note);
    }

    /** What the next sentence is. */
    public Sense next(SentenceWords sentence) {
        Labelled.Read read = labelled.next(sentence);
        Sense sense = of(
                text,
                read,
                language,
                note,
                read.statement()::atoms,
                new SaidBefore(List.copyOf(before), language, announces, stems));
        announces = SaidBefore.announces(read, language);
        before.addLast(sentence);
        if (before.size() > SaidBefore.MOST) {
            before.removeFirst();
        }
        return sense;
    }

    static Sense of(
            String text,
            Labelled.Read read,
            LanguageProfile language,
            boolean note,
            Supplier<List<Atom>> atoms,
            SaidBefore before) {
        Statement statement = read.statement();
        RuleTalk rule =
                note ? RuleTalk.ofNote(text, read.words(), language) : RuleTalk.of(statement, read.words(), language);
        return new Sense(
                read.words(),
                Set.copyOf(statement.types(true, false)),
                statement.defers(),
                read.labelled(),
                read.label(),
                read.front(),
                rule,
                ValueTalk.of(statement, read.words(), language, note, atoms, before),
                Standing.is(statement, read.words(), language),
                changes(statement),
                ShortRejected.of(statement, read.words(), language, atoms));
    }

    private static boolean changes(Statement statement) {
        return !statement.question() && (statement.gives(AnchorLanguage.CHANGE) || statement.mentions("moving"));
    }
}
