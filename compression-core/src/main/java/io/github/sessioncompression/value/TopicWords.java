package io.github.sessioncompression.value;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Stems;
import io.github.sessioncompression.text.WordUse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gathers from words and values what a value is of. Not thread-safe; lives for one sentence. */
final class TopicWords {
    /** Different values that a sentence may give which says that one is new: the old one and the new one. */
    static final int MOST_CHANGED = 2;
    /** How the keys of words for kinds of values begin: "kind-day". Within a group they may be of the same. */
    private static final String GROUP = "kind-";

    private static final int NEXT_TO_NOTHING = 1;

    private final AnchorLanguage language;
    private final LanguageProfile profile;
    private final Stems stems;
    private final Set<String> core = new HashSet<>();
    private final Set<String> groups = new HashSet<>();
    private final Set<String> kinds = new HashSet<>();
    private final List<List<String>> values = new ArrayList<>(1);
    private boolean several;

    TopicWords(AnchorLanguage language, LanguageProfile profile, Stems stems) {
        this.language = language;
        this.profile = profile;
        this.stems = stems;
    }

    /** Whether pieces give values of one kind, and not too many of them to be of one thing. */
    static boolean mayGive(List<ValuePiece> pieces) {
        String kind = "";
        List<List<String>> values = new ArrayList<>(1);
        for (ValuePiece piece : pieces) {
            if (piece.isValue()) {
                addTo(values, piece);
                boolean other = !kind.isEmpty() && !kind.equals(piece.kind());
                if (other || values.size() > MOST_CHANGED) {
                    return false;
                }
                kind = piece.kind();
            }
        }
        return !kind.isEmpty();
    }

    /** Adds the value of a piece, unless it is among them already, in whatever spelling. */
    private static void addTo(List<List<String>> values, ValuePiece piece) {
        for (List<String> keys : values) {
            if (!Collections.disjoint(keys, piece.keys())) {
                return;
            }
        }
        values.add(piece.keys());
    }

    void add(ValuePiece piece) {
        String lower = piece.bare();
        if (piece.isValue()) {
            kinds.add(piece.kind());
            addTo(values, piece);
        } else if (isContent(lower)) {
            String word = ValuePiece.withoutArticle(lower);
            if (!word.equals(lower) && !isContent(word)) {
                return;
            }
            String stem = stems.stem(word);
            boolean group = read(language.keysOf(word));
            group |= read(language.keysOf(stem));
            if (!group) {
                core.add(stem);
            }
        }
    }

    /** Whether a word is one for a kind of value. */
    private boolean read(Set<String> keys) {
        boolean group = false;
        for (String key : keys) {
            several |= key.equals("several");
            if (key.startsWith(GROUP)) {
                groups.add(key);
                group = true;
            }
        }
        return group;
    }

    private boolean isContent(String lower) {
        WordUse use = profile.use(lower);
        Set<String> lists = language.keysOf(lower);
        return Character.isLetter(lower.charAt(0))
                && !lists.contains("changing")
                && !lists.contains("correcting")
                && !lists.contains("copula")
                && !use.isStop()
                && !use.isPreposition()
                && !use.isModal()
                && !use.isLight()
                && !use.isTime()
                && !use.isFirstPerson()
                && !use.isDeterminer();
    }

    /** Whether it is of something of which somebody has several. */
    boolean isOfSeveral() {
        return several;
    }

    boolean hasValues() {
        return !values.isEmpty();
    }

    boolean isNextToNothing() {
        return values.isEmpty() && core.size() + groups.size() <= NEXT_TO_NOTHING;
    }

    /** What was gathered, if it gives values of one kind, at most so many, of one thing. */
    @Nullable
    ValueTopic read(int most) {
        return read(most, false);
    }

    /** The same, where nothing may be said of what it is of. */
    @Nullable
    ValueTopic read(int most, boolean bare) {
        boolean one = kinds.size() == 1 && values.size() <= most && (bare || !several);
        boolean says = bare || !core.isEmpty() || !groups.isEmpty();
        return one && says
                ? new ValueTopic(kinds.iterator().next(), Set.copyOf(core), Set.copyOf(groups), List.copyOf(values))
                : null;
    }
}
