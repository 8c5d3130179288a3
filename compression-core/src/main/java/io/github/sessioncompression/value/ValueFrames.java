package io.github.sessioncompression.value;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.NameSlots;
import io.github.sessioncompression.anchor.SaidAside;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.Stems;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.text.WordUse;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads what a sentence of a language with spaces says of values. Not thread-safe; lives for one sentence. */
final class ValueFrames {
    /** How many of the words between "is" and a value may be more than grammar. */
    private static final int BETWEEN_CONTENT = 1;

    private static final int LONGEST_LABEL = 3;
    /** Words of content that an entry of a list is told by. */
    private static final int LONGEST_ENTRY = 4;

    /** Most sentences have nothing to be read closely. */
    private static final Stems NO_STEMS = Stems.of("");

    private final Statement statement;
    private final AnchorLanguage language;
    private final LanguageProfile profile;
    private final List<Word> words;
    private final boolean dashes;
    private final boolean note;
    private final boolean anew;
    private final Supplier<List<Atom>> atoms;
    private final SaidBefore before;
    private Stems stems = NO_STEMS;
    private List<ValuePiece> pieces = List.of();

    ValueFrames(
            Statement statement,
            List<Word> words,
            LanguageProfile profile,
            boolean note,
            boolean anew,
            Supplier<List<Atom>> atoms,
            SaidBefore before) {
        this.statement = statement;
        this.before = before;
        this.anew = anew;
        this.atoms = atoms;
        this.words = words;
        this.profile = profile;
        this.note = note;
        language = statement.language();
        dashes = language.has("copula", "—");
    }

    /** Adds what the whole sentence says of each of its values, and what its parts say, if there are several. */
    void read(List<ValueClaim> whole, List<ValueClaim> parts) {
        if (ValueGlance.of(anew, language, words, profile, this::isForIs)) {
            readPieces(NameSlots.of(statement, words, profile));
            int from = behindLabel();
            whole.addAll(claims(from, pieces.size()));
            readParts(from, parts);
        }
    }

    /** What it tells a value of, in whatever words; {@code null} if it gives none. */
    @Nullable
    ToldValue told() {
        boolean none = pieces.isEmpty();
        BitSet names = none ? NameSlots.of(statement, words, profile) : new BitSet();
        boolean place = none && names.isEmpty() && NameSlots.addPlace(names, statement, words, profile);
        if (none) {
            if (!ValueGlance.gives(language, words, profile, names, statement.gives(AnchorLanguage.TRADE))) {
                return null;
            }
            readPieces(names);
        }
        // What bears a value out says nothing of what it is of: "as the invoice says".
        List<Word> said = SaidAside.without(language, words, profile);
        int from = said.isEmpty() ? 0 : said.get(0).start();
        int to = said.isEmpty() ? 0 : said.get(said.size() - 1).end();
        List<ValuePiece> given = pieces.subList(behindLabel(), pieces.size()).stream()
                .filter(piece -> words.get(piece.at()).start() >= from
                        && words.get(piece.at()).start() < to)
                .toList();
        return TopicWords.mayGive(given) ? new ToldValue(statement, words, given, profile, stems, before, place) : null;
    }

    private void readPieces(BitSet names) {
        stems = before.stemming();
        pieces = ValuePiece.of(atoms.get(), words, profile, names);
    }

    /** Whether a mark stands for "is"; in a note a comma stands for a dash. */
    private boolean isForIs(char mark) {
        return mark == ':' || (dashes && (mark == '-' || (note && mark == ',')));
    }

    /** The stems of a text. */
    static Set<String> stems(String text, AnchorLanguage language) {
        Stems stems = Stems.of(language.code());
        Set<String> all = new HashSet<>();
        for (String word : text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{Nd}]+", -1)) {
            all.add(stems.stem(word));
        }
        return all;
    }

    /** Behind a label in capitals that is no part of what is said: "FACT: the room is 12", but not "BUDGET: 800". */
    private int behindLabel() {
        for (int i = 0; i < Math.min(LONGEST_LABEL, pieces.size() - 1); i++) {
            ValuePiece piece = pieces.get(i);
            if (!piece.isCapitals()) {
                return 0;
            }
            if (piece.after() == ':') {
                int copula = i + 1;
                while (copula < pieces.size() && !isCopula(copula)) {
                    copula++;
                }
                return copula < pieces.size() ? i + 1 : 0;
            }
        }
        return 0;
    }

    private void readParts(int from, List<ValueClaim> parts) {
        int start = from;
        for (int i = from; i < pieces.size() - 1; i++) {
            boolean and = language.has("and", pieces.get(i + 1).lower());
            boolean ends = and || pieces.get(i).after() == ',' || pieces.get(i).after() == ';';
            if (ends && hasCopula(start, i + 1) && hasCopula(i + 1, pieces.size())) {
                parts.addAll(claims(start, i + 1));
                start = and ? i + 2 : i + 1;
            }
        }
        if (start > from) {
            parts.addAll(claims(start, pieces.size()));
        }
    }

    /** Behind what says no more than that the rest is right: "Sorry, actually, the room is 12". */
    private int behindCorrection(int from) {
        int behind = from;
        for (int i = from; i < pieces.size() - 1; i++) {
            ValuePiece piece = pieces.get(i);
            boolean spare = !piece.isValue()
                    && (language.has("correcting", piece.lower())
                            || profile.use(piece.lower()).isFirstPerson());
            if (!anew || !spare) {
                return behind;
            }
            behind = language.has("correcting", piece.lower()) ? i + 1 : behind;
        }
        return behind;
    }

    private boolean hasCopula(int from, int to) {
        for (int i = from; i < to; i++) {
            if (isCopula(i)) {
                return true;
            }
        }
        return false;
    }

    private boolean isCopula(int at) {
        ValuePiece piece = pieces.get(at);
        return !piece.isValue() && (language.has("copula", piece.lower()) || isForIs(piece.after()));
    }

    private List<ValueClaim> claims(int from, int to) {
        List<ValueClaim> claims = new ArrayList<>(1);
        int at = from;
        while (at < to) {
            if (!pieces.get(at).isValue()) {
                at++;
                continue;
            }
            int end = runEnd(at, to);
            ValueClaim claim = claim(from, at, end, to);
            if (claim != null) {
                claims.add(claim);
            }
            at = end;
        }
        return claims;
    }

    /** Behind the values that belong together: "Friday at 5 pm". */
    private int runEnd(int at, int to) {
        int end = at + 1;
        int next = end;
        while (next < to
                && (pieces.get(next - 1).after() == 0 || pieces.get(next - 1).after() == ',')) {
            if (pieces.get(next).isValue()) {
                end = next + 1;
            } else if (!isGrammar(pieces.get(next))
                    || isCopula(next)
                    || language.has("and", pieces.get(next).lower())) {
                break;
            }
            next++;
        }
        return end;
    }

    private boolean isGrammar(ValuePiece piece) {
        return profile.use(piece.lower()).isPreposition()
                || profile.use(piece.lower()).isStop();
    }

    private @Nullable ValueClaim claim(int from, int at, int end, int to) {
        int copula = copulaBefore(from, at);
        if (copula < 0) {
            return null;
        }
        boolean word = language.has("copula", pieces.get(copula).lower());
        int last = word ? copula : copula + 1;
        int first = last;
        while (first > from && !isBoundary(first - 1, copula)) {
            first--;
        }
        List<List<String>> values = new ArrayList<>(1);
        List<ValuePiece> given =
                pieces.subList(at, end).stream().filter(ValuePiece::isValue).toList();
        given.forEach(piece -> values.add(piece.keys()));
        boolean plural = word && language.has("plural", pieces.get(copula).lower());
        ValueSubject subject = ValueSubject.of(pieces.subList(first, last), language, profile, note, stems);
        // Each house has a code for its door; of a budget there is one wherever one is.
        boolean opens = given.stream().anyMatch(piece -> piece.kind().equals("code"));
        boolean entry = !word && pieces.get(copula).after() == ':';
        boolean settled =
                subject.isSettled(plural) && (!entry || subject.stems().size() <= LONGEST_ENTRY);
        ValueSetting setting = settled ? subject.setting(before, !anew && opens) : ValueSetting.NONE;
        ValueTopic topic = settled ? topic(from, first, copula, at, end, to) : null;
        return new ValueClaim(
                frame(from, at, end, to),
                values,
                subject.stems(),
                settled,
                entry,
                anew || subject.lasts(given, statement.has("constraint")),
                setting,
                topic == null ? null : topic.in(setting));
    }

    /** What a value is of, if the rest of the sentence says next to nothing. */
    private @Nullable ValueTopic topic(int from, int first, int copula, int at, int end, int to) {
        TopicWords rest = new TopicWords(language, profile, stems);
        pieces.subList(from, first).forEach(rest::add);
        pieces.subList(copula + 1, at).forEach(rest::add);
        pieces.subList(end, to).forEach(rest::add);
        TopicWords topic = new TopicWords(language, profile, stems);
        pieces.subList(first, copula + 1).forEach(topic::add);
        boolean plain = !topic.hasValues() && rest.isNextToNothing();
        pieces.subList(copula + 1, at).stream()
                .filter(piece -> profile.use(piece.lower()).isComparison())
                .forEach(topic::add);
        pieces.subList(at, end).forEach(topic::add);
        return plain ? topic.read(1) : null;
    }

    private boolean isBoundary(int at, int copula) {
        ValuePiece piece = pieces.get(at);
        boolean mark = at < copula && piece.after() != 0 && piece.after() != '.';
        return mark || language.has("and", piece.lower());
    }

    /** The "is" that a value belongs to, or the piece before a mark that stands for one; -1 if there is none. */
    private int copulaBefore(int from, int at) {
        int content = 0;
        for (int i = at - 1; i >= Math.max(from, at - 1 - ValueGlance.BETWEEN); i--) {
            ValuePiece piece = pieces.get(i);
            if (isCopula(i)) {
                return i;
            }
            if (piece.after() != 0 || piece.isValue() || language.has("and", piece.lower())) {
                return -1;
            }
            content += isGrammar(piece) ? 0 : 1;
            if (content > BETWEEN_CONTENT) {
                return -1;
            }
        }
        return -1;
    }

    private String frame(int from, int at, int end, int to) {
        StringBuilder frame = new StringBuilder();
        for (int i = behindCorrection(from); i < to; i++) {
            ValuePiece piece = pieces.get(i);
            String lower = piece.bare();
            boolean slot = i >= at && i < end && piece.isValue();
            if (slot) {
                frame.append('<').append(piece.kind()).append("> ");
            } else if (piece.isValue()) {
                frame.append(piece.keys().get(piece.keys().size() - 1)).append(' ');
            } else if (!isLeft(profile.use(lower))) {
                boolean word = Letters.any(lower, Character::isLetterOrDigit);
                frame.append(word ? stems.stem(lower) : lower).append(' ');
            }
        }
        return frame.toString();
    }

    /** Whether a note may lack the word. */
    private static boolean isLeft(WordUse word) {
        return word.isDeterminer() || word.isDropped() || word.isFirstPerson();
    }
}
