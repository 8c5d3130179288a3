package io.github.sessioncompression.value;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.NameSlots;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Stems;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.text.WordUse;
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
    /** Whether its value is where something is, and so not what it is. */
    private final boolean place;

    private final TopicWords topic;
    private boolean open;
    private boolean others;
    private boolean actors;
    private boolean own;

    ToldValue(
            Statement statement,
            List<Word> words,
            List<ValuePiece> pieces,
            LanguageProfile profile,
            Stems stems,
            SaidBefore before,
            boolean place) {
        this.statement = statement;
        this.words = words;
        this.pieces = pieces;
        this.profile = profile;
        this.before = before;
        this.place = place;
        language = statement.language();
        topic = new TopicWords(language, profile, stems);
        for (int i = 0; i < pieces.size(); i++) {
            ValuePiece piece = pieces.get(i);
            topic.add(piece);
            if (!piece.isValue()) {
                read(piece, i + 1 < pieces.size() ? pieces.get(i + 1) : null);
            }
        }
    }

    private void read(ValuePiece piece, @Nullable ValuePiece next) {
        String lower = piece.lower();
        String bare = piece.bare();
        boolean same = bare.equals(lower);
        // "A Volvo" is no other one of several, and "il y a" speaks of nobody.
        Set<String> lists = language.keysOf(lower);
        Set<String> ofBare = same ? lists : language.keysOf(bare);
        WordUse use = profile.use(bare);
        own |= use.isFirstPerson() || (!same && profile.use(lower).isFirstPerson());
        if (lists.isEmpty() && ofBare.isEmpty()) {
            return;
        }
        boolean leads = next != null && (next.kind().equals(LoneValue.NAME) || language.has("whole", next.lower()));
        boolean idle = leads || lists.contains("changing") || ofBare.contains("whole");
        boolean refers = use.isThirdPerson() && ofBare.contains("unsettled");
        boolean pronoun = !idle && (refers || lists.contains("pronoun"));
        actors |= pronoun && lists.contains("actor");
        others |= pronoun && !lists.contains("actor");
        open |= !idle && !pronoun && !use.isPreposition() && ofBare.contains("unsettled");
    }

    /** The value that it gives, if it gives one; what it is of may be open. */
    @Nullable
    ValueTopic told() {
        ValueTopic read = topic.read(1, true);
        return read == null
                ? null
                : read.opened(place || open || others || actors || isOfSeveral(read))
                        .in(setting(read));
    }

    /**
     * The value that it says is new, be it beside the old one.
     *
     * @param sure whether a phrase says so, and not "now" alone
     */
    @Nullable
    ValueTopic change(boolean sure) {
        ValueTopic read = topic.read(TopicWords.MOST_CHANGED, true);
        if (read == null || place) {
            return null;
        }
        Set<String> left = left();
        boolean name = read.kind().equals(LoneValue.NAME);
        boolean one = sure || !name || NameSlots.isOfOne(words, language);
        if (read.isBare()) {
            boolean alone = !open && !doesMore() && (!own || !left.isEmpty() || isHeadcount());
            boolean clear = !left.isEmpty() || (!name && read.values().size() == 1);
            return alone && clear ? read.without(left) : null;
        }
        if (open || others || (actors && !statement.gives(AnchorLanguage.CHANGE)) || !one || isOfSeveral(read)) {
            return null;
        }
        return read.without(left).in(setting(read));
    }

    /** Whether it may be of another one the next time, and not who has a task of which there is one. */
    private boolean isOfSeveral(ValueTopic read) {
        boolean task = read.kind().equals(LoneValue.NAME) && NameSlots.isOfOne(words, language);
        return topic.isOfSeveral() && !task;
    }

    /** What it is of where that names somebody or something of several, as "my cousin's party" does. */
    @Nullable
    ValueTopic ofSeveral() {
        return topic.isOfSeveral() ? topic.read(TopicWords.MOST_CHANGED, true) : null;
    }

    private ValueSetting setting(ValueTopic read) {
        return own
                ? ValueSetting.NONE
                : ValueSetting.of(before, read.core(), read.core().size());
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

    /** Whether somebody has or needs the value, or it is of a time of day: "he needs 50 euros now", "he takes 20 mg in the evening now". */
    private boolean doesMore() {
        boolean has = false;
        boolean moves = false;
        for (ValuePiece piece : pieces) {
            String lower = piece.lower();
            boolean idle = piece.isValue()
                    || profile.use(lower).isStop()
                    || language.has("having", lower)
                    || language.has("changing", lower)
                    || language.has("correcting", lower);
            if (!idle && (profile.use(lower).isLight() || profile.use(lower).isTime())) {
                return true;
            }
            has |= language.has("having", lower);
            moves |= language.has("moving", lower) && !language.has("now", lower);
        }
        return has && !moves;
    }

    private boolean isHeadcount() {
        return words.stream()
                .anyMatch(word -> language.has("headcount", word.lower().replace('’', '\'')));
    }
}
