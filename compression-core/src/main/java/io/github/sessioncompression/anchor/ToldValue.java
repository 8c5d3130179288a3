package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Stems;
import io.github.sessioncompression.text.Word;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a sentence of a language with spaces tells a value of, in whatever words: as it is, or as it is said to be new. Not thread-safe; lives for one sentence. */
final class ToldValue {
    private final AnchorLanguage language;
    private final LanguageProfile profile;
    private final Statement statement;
    private final List<Word> words;
    private final List<ValuePiece> pieces;
    private final SaidBefore before;
    private final TopicWords topic;
    private boolean open;
    private boolean others;
    private boolean own;

    ToldValue(
            Statement statement,
            List<Word> words,
            List<ValuePiece> pieces,
            LanguageProfile profile,
            Stems stems,
            SaidBefore before) {
        this.statement = statement;
        this.words = words;
        this.pieces = pieces;
        this.profile = profile;
        this.before = before;
        language = statement.language();
        topic = new TopicWords(language, profile, stems);
        for (ValuePiece piece : pieces) {
            topic.add(piece);
            if (piece.isValue()) {
                continue;
            }
            String bare = piece.bare();
            boolean idle = language.has("changing", piece.lower()) || language.has("whole", bare);
            boolean refers = profile.isThirdPerson(bare) && language.has("unsettled", bare);
            boolean pronoun = !idle && (refers || language.has("pronoun", piece.lower()));
            others |= pronoun;
            open |= !idle && !pronoun && !profile.isPreposition(bare) && language.has("unsettled", bare);
            own |= profile.isFirstPerson(piece.lower()) || profile.isFirstPerson(bare);
        }
    }

    /** The value that it gives, if it gives one; what it is of may be open. */
    @Nullable
    ValueTopic told() {
        ValueTopic read = topic.read(1, true);
        return read == null ? null : read.opened(open || others || isOfSeveral(read)).in(setting(read));
    }

    /**
     * The value that it says is new, be it beside the old one.
     *
     * @param sure whether a phrase says so, and not "now" alone
     */
    @Nullable
    ValueTopic change(boolean sure) {
        ValueTopic read = topic.read(TopicWords.MOST_CHANGED, true);
        if (read == null) {
            return null;
        }
        Set<String> left = left();
        boolean name = read.kind().equals(ValuePiece.NAME);
        boolean one = sure || !name || NameSlots.isOfOne(words, language);
        if (read.isBare()) {
            boolean alone = !open && !isOfOnce() && (!own || !left.isEmpty() || isHeadcount());
            boolean clear = !left.isEmpty() || (!name && read.values().size() == 1);
            return alone && clear ? read.without(left) : null;
        }
        if (open || others || !one || isOfSeveral(read)) {
            return null;
        }
        return read.without(left).in(setting(read));
    }

    /** Whether it may be of another one the next time, and not who has a task of which there is one. */
    private boolean isOfSeveral(ValueTopic read) {
        boolean task = read.kind().equals(ValuePiece.NAME) && NameSlots.isOfOne(words, language);
        return topic.isOfSeveral() && !task;
    }

    private ValueSetting setting(ValueTopic read) {
        return own ? ValueSetting.NONE : ValueSetting.of(before, read.core(), read.core().size());
    }

    /** The keys of the values that hold no longer. */
    private Set<String> left() {
        Set<String> left = new HashSet<>();
        if (!statement.gives(AnchorLanguage.TRADE)) {
            return left;
        }
        for (ValuePiece piece : pieces) {
            if (piece.isValue() && NameSlots.isLeft(words, piece.at(), language, profile)) {
                left.addAll(piece.keys());
            }
        }
        return left;
    }

    /** Whether it tells what was once: "last year it was moved to May". */
    private boolean isOfOnce() {
        return statement.gives(AnchorLanguage.ONCE);
    }

    private boolean isHeadcount() {
        return words.stream().anyMatch(word -> language.has("headcount", word.lower().replace('’', '\'')));
    }
}
