package io.github.sessioncompression.value;

import io.github.sessioncompression.anchor.AnchorLanguage;
import java.util.HashSet;
import java.util.Set;

/**
 * A value that holds no longer.
 *
 * @param subject the stems of what it was said of
 * @param before the keys of the old value
 * @param now the keys of the new one
 * @param written the old value as it is written in a script without spaces; empty in others
 */
public record OutdatedValue(
        AnchorLanguage language, Set<String> subject, Set<String> before, Set<String> now, String written) {
    static OutdatedValue of(ValueClaim before, ValueClaim now, AnchorLanguage language) {
        Set<String> later = new HashSet<>();
        now.values().forEach(later::addAll);
        Set<String> earlier = new HashSet<>();
        before.values().stream()
                .filter(keys -> keys.stream().noneMatch(later::contains))
                .forEach(earlier::addAll);
        return new OutdatedValue(language, before.subject(), earlier, later, "");
    }

    static OutdatedValue of(ValueTopic before, ValueTopic now, AnchorLanguage language) {
        Set<String> later = new HashSet<>();
        now.without(before).forEach(later::addAll);
        Set<String> earlier = new HashSet<>();
        before.values().forEach(earlier::addAll);
        return new OutdatedValue(language, before.core(), earlier, later, before.written());
    }

    /** Whether a sentence gives the old value of the same, and not the new one beside it. */
    public boolean isToldBy(String sentence) {
        return isToldBy(new SaidValues(sentence, language));
    }

    boolean isToldBy(SaidValues said) {
        return tells(said) && said.shared(subject) == subject.size();
    }

    /** The same of one that may call the same by fewer words. */
    boolean isHintedAtBy(SaidValues said) {
        return tells(said) && said.shared(subject) > 0;
    }

    private boolean tells(SaidValues said) {
        return !subject.isEmpty() && isGivenBy(said);
    }

    /** Whether a text gives the old value, and not the new one beside it. */
    public boolean isGivenBy(String sentence) {
        return isGivenBy(new SaidValues(sentence, language));
    }

    private boolean isGivenBy(SaidValues said) {
        return said.gives(before) && !said.gives(now);
    }
}
