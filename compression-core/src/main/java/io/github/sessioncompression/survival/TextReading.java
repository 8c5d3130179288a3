package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.FoundRange;
import io.github.sessioncompression.anchor.FoundText;
import io.github.sessioncompression.anchor.Labelled;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Stems;
import io.github.sessioncompression.value.SaidBefore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The sentences of a message, and what each of them is, read when it is asked for. Not thread-safe. */
public final class TextReading {
    private final String text;
    private final LanguageProfile profile;
    private final List<SentenceWords> sentences;
    private final List<Labelled.Read> read;
    private final Senses.@Nullable Sense[] senses;
    private final Supplier<List<Atom>> scan;
    private final Stems stems;
    private @Nullable List<Atom> atoms;
    private @Nullable List<FoundRange> foundOfUser;
    private @Nullable List<FoundRange> foundOfAssistant;

    /**
     * Of a text whose values are found by {@code scan}.
     *
     * @param stems those of its language
     */
    TextReading(String text, LanguageProfile profile, Stems stems, Supplier<List<Atom>> scan) {
        this.stems = stems;
        this.text = text;
        this.scan = scan;
        this.profile = profile;
        sentences = SentenceWords.said(text, profile);
        read = new ArrayList<>(sentences.size());
        Labelled labelled = new Labelled(text, profile);
        for (SentenceWords sentence : sentences) {
            read.add(
                    sentence.aside()
                            ? Labelled.Read.plain(sentence, Statement.of(text, sentence, profile))
                            : labelled.next(sentence));
        }
        senses = new Senses.@Nullable Sense[sentences.size()];
    }

    /** What was read. */
    String text() {
        return text;
    }

    /** The sentences as they were split. */
    public List<SentenceWords> sentences() {
        return sentences;
    }

    /** What a sentence is. */
    public Senses.Sense sense(int sentence) {
        Senses.Sense known = senses[sentence];
        if (known == null) {
            List<SentenceWords> before = sentences.subList(Math.max(0, sentence - SaidBefore.MOST), sentence);
            known = Senses.of(
                    text,
                    read.get(sentence),
                    profile,
                    false,
                    () -> atoms(sentence),
                    new SaidBefore(before, profile, announced(sentence), stems));
            senses[sentence] = known;
        }
        return known;
    }

    /** Whether the sentence before one says that something is put right, and no more. */
    boolean announced(int sentence) {
        return sentence > 0 && SaidBefore.announces(read.get(sentence - 1), profile);
    }

    /** A sentence as its label leaves it. */
    public Labelled.Read read(int sentence) {
        return read.get(sentence);
    }

    /**
     * What its author has only passed on.
     *
     * @param assistants whether a model wrote it
     */
    public List<FoundRange> found(boolean assistants) {
        List<FoundRange> known = assistants ? foundOfAssistant : foundOfUser;
        if (known != null) {
            return known;
        }
        List<FoundRange> found = FoundText.in(text, assistants);
        if (assistants) {
            foundOfAssistant = found;
        } else {
            foundOfUser = found;
        }
        return found;
    }

    /** The values of the message. */
    List<Atom> atoms() {
        List<Atom> known = atoms;
        if (known == null) {
            known = scan.get();
            atoms = known;
        }
        return known;
    }

    /** Those of a sentence. */
    private List<Atom> atoms(int sentence) {
        List<Atom> all = atoms();
        Statement statement = read.get(sentence).statement();
        int from = firstFrom(all, statement.start());
        return all.subList(from, Math.max(from, firstFrom(all, statement.end())));
    }

    /** The place of the first that does not start before {@code start}. */
    private static int firstFrom(List<Atom> atoms, int start) {
        int from = 0;
        int to = atoms.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (atoms.get(middle).start() < start) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }
}
