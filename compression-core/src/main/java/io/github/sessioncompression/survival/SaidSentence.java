package io.github.sessioncompression.survival;

import io.github.sessioncompression.value.ValueTalk;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A sentence that gave values: the words of content around them, and who said it. Immutable. */
final class SaidSentence {
    private final Set<String> words;
    private final String speaker;
    private final @Nullable ValueTalk talk;

    /**
     * A sentence.
     *
     * @param talk what it says of its values; {@code null} for nothing that holds
     */
    SaidSentence(Set<String> words, String speaker, @Nullable ValueTalk talk) {
        this.words = words;
        this.speaker = speaker;
        this.talk = talk;
    }

    /** Who said it. */
    String speaker() {
        return speaker;
    }

    /** How many of some words it has. */
    int shares(Set<String> others) {
        Set<String> fewer = words.size() <= others.size() ? words : others;
        Set<String> more = fewer == words ? others : words;
        int shared = 0;
        for (String word : fewer) {
            shared += more.contains(word) ? 1 : 0;
        }
        return shared;
    }

    /** How many words both have. */
    int shares(SaidSentence other) {
        return shares(other.words);
    }

    /**
     * Whether one with those words speaks of the same: both have two words of content, or all that one of them has, and not each as many of its own: "the
     * roof repair costs", "the cellar repair costs".
     *
     * @param shared how many both have
     */
    boolean isOfSame(Set<String> others, int shared) {
        boolean same = shared >= 2 || (shared > 0 && shared == Math.min(words.size(), others.size()));
        boolean apart = shared <= 2 && words.size() > shared && others.size() > shared;
        return same && !apart;
    }

    /** Whether what is said later gives a value of another thing. */
    boolean isOfAnother(@Nullable ValueTalk later) {
        return talk != null && later != null && later.isOfAnother(talk);
    }

    /** Whether who said it and another one have names of their own, and not the same: who says "my" speaks of another's. */
    boolean isAnotherPersons(String other) {
        return speaker.indexOf(' ') > 0 && other.indexOf(' ') > 0 && !speaker.equals(other);
    }
}
