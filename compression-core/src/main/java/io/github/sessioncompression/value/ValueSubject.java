package io.github.sessioncompression.value;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Stems;
import io.github.sessioncompression.text.WordUse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a sentence of a language with spaces says a value of. Not thread-safe; lives for one sentence. */
final class ValueSubject {
    /** Languages in which a thing is told by words apart, the last of which says what it is: "the meeting room" is a room. */
    private static final Set<String> HEAD_LAST = Set.of("en");

    /** Languages in which several words for a thing are written as one. */
    private static final Set<String> COMPOUNDING = Set.of("de", "nl");

    private static final int SHORTEST_END = 3;

    private final AnchorLanguage language;
    private final LanguageProfile profile;
    private final boolean note;
    private final Set<String> stems = new HashSet<>();
    private final Set<String> numbers = new HashSet<>();
    private int things;
    private boolean known = true;
    private boolean own;
    private boolean definite;
    private boolean specific;
    private boolean attributes = true;
    private boolean lasting;
    private boolean recurs;

    private ValueSubject(AnchorLanguage language, LanguageProfile profile, boolean note) {
        this.language = language;
        this.profile = profile;
        this.note = note;
    }

    /** That of pieces of a sentence, be it a note. */
    static ValueSubject of(
            List<ValuePiece> pieces, AnchorLanguage language, LanguageProfile profile, boolean note, Stems stems) {
        ValueSubject subject = new ValueSubject(language, profile, note);
        subject.read(pieces, stems);
        subject.readHead(pieces, stems);
        return subject;
    }

    /** The stems of its words, and the keys of values in it. */
    Set<String> stems() {
        Set<String> all = new HashSet<>(stems);
        all.addAll(numbers);
        return all;
    }

    /**
     * Whether a value of it holds for longer than a day, and for one thing.
     *
     * @param demanded whether it has to be so
     */
    boolean lasts(List<ValuePiece> values, boolean demanded) {
        boolean identity = true;
        boolean counted = true;
        for (ValuePiece value : values) {
            identity &= ValueKinds.isIdentity(value.kind(), value.keys());
            counted &= ValueKinds.isDue(value.kind());
        }
        return !recurs
                && values.stream().noneMatch(ValuePiece::isLone)
                && (lasting || demanded || identity || (counted && !numbers.isEmpty()));
    }

    /** Whether there is one of it; a note lacks the possessive of its speaker. */
    boolean isSettled(boolean plural) {
        return known && (specific || ((own || note) && attributes)) && !stems.isEmpty() && (definite || !plural);
    }

    /**
     * What was spoken of before, if that tells what it is.
     *
     * @param there whether its value may be of the place or person that is named before
     */
    ValueSetting setting(SaidBefore before, boolean there) {
        if (own || !numbers.isEmpty()) {
            return ValueSetting.NONE;
        }
        ValueSetting setting = note ? ValueSetting.ofNote(things) : ValueSetting.of(before, stems, things);
        return there && !note ? setting.behind(before.names()) : setting;
    }

    private void read(List<ValuePiece> pieces, Stems stemmer) {
        for (int i = 0; i < pieces.size(); i++) {
            ValuePiece piece = pieces.get(i);
            String lower = piece.bare();
            own |= profile.use(lower).isFirstPerson();
            definite |= profile.use(lower).isFirstPerson() || profile.use(lower).isDeterminer();
            boolean isTime = i + 1 < pieces.size()
                    && profile.use(pieces.get(i + 1).lower()).isTime();
            known &= isTime || !language.has("unsettled", lower);
            if (piece.isValue()) {
                specific = true;
                numbers.addAll(piece.keys());
            } else if (isContent(lower)) {
                String word = ValuePiece.withoutArticle(lower);
                String stem = stemmer.stem(word);
                stems.add(stem);
                boolean attribute = isOf("attribute", word, stem);
                known &= !isOf("several", word, stem);
                specific |= !attribute && !isOf("occasion", word, stem);
                attributes &= attribute;
                lasting |= isOf("lasting", word, stem) || endsOn("lasting", word);
                things += attribute ? 0 : 1;
            }
        }
    }

    private boolean isContent(String lower) {
        WordUse use = profile.use(lower);
        return !use.isPreposition()
                && !use.isStop()
                && !use.isModal()
                && !use.isFirstPerson()
                && !use.isDeterminer()
                && Character.isLetter(lower.charAt(0));
    }

    /** Reads the word for what it is, or for what it is an attribute of: of "the price of the trip to Rome" the trip. */
    private void readHead(List<ValuePiece> pieces, Stems stemmer) {
        boolean last = HEAD_LAST.contains(language.code());
        boolean found = false;
        boolean attribute = true;
        for (ValuePiece piece : pieces) {
            String lower = piece.bare();
            if (profile.use(lower).isPreposition()) {
                if (found && (recurs || !attribute)) {
                    return;
                }
                found = false;
            } else if (!piece.isValue() && isContent(lower)) {
                String word = ValuePiece.withoutArticle(lower);
                String stem = stemmer.stem(word);
                boolean is = isOf("recurring", word, stem) || endsOn("recurring-ending", word);
                attribute = isOf("attribute", word, stem);
                recurs = is || (recurs && (attribute || !(last && found)));
                found = true;
            }
        }
    }

    /** Whether it is a word of several that are written as one, the last of which is in a list: "Abgabetermin". */
    private boolean endsOn(String key, String word) {
        return COMPOUNDING.contains(language.code())
                && language.list(key).stream().anyMatch(end -> end.length() >= SHORTEST_END && word.endsWith(end));
    }

    private boolean isOf(String key, String lower, String stem) {
        return language.has(key, lower) || language.has(key, stem);
    }
}
