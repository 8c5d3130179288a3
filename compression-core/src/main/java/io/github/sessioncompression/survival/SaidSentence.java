package io.github.sessioncompression.survival;

import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.value.ValueTalk;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A sentence that gave values: the words of content around them, and who said it. Immutable. */
final class SaidSentence {
    /** Their numbers. */
    private final int[] words;

    private final String speaker;
    private final @Nullable ValueTalk talk;

    /**
     * A sentence.
     *
     * @param words the numbers of its words, each once, from the least on
     * @param talk what it says of its values; {@code null} for nothing that holds
     */
    SaidSentence(int[] words, String speaker, @Nullable ValueTalk talk) {
        this.words = words;
        this.speaker = speaker;
        this.talk = talk;
    }

    /** Who said it. */
    String speaker() {
        return speaker;
    }

    /** Whether the assistant said it. */
    boolean isAssistants() {
        return speaker.startsWith(Role.ASSISTANT.toString());
    }

    /** How many words it has. */
    int size() {
        return words.length;
    }

    /** How many of the words it has that are asked for. */
    int shares(WordNumbers asked) {
        return asked.shared(words);
    }

    /** Whether it has words, and all of them are asked for. */
    boolean isAmong(WordNumbers asked) {
        return words.length > 0 && shares(asked) == words.length;
    }

    /** How many words both have. */
    int shares(SaidSentence other) {
        int shared = 0;
        for (int word : words) {
            shared += Arrays.binarySearch(other.words, word) >= 0 ? 1 : 0;
        }
        return shared;
    }

    /**
     * Whether another speaks of the same: both have two words of content, or all that one of them has, and not each as many of its own: "the
     * roof repair costs", "the cellar repair costs".
     *
     * @param others how many words the other has
     * @param shared how many both have
     */
    boolean isOfSame(int others, int shared) {
        boolean same = shared >= 2 || (shared > 0 && shared == Math.min(words.length, others));
        boolean apart = shared <= 2 && words.length > shared && others > shared;
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
