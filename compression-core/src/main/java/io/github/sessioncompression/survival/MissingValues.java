package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AtomIndex;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Finds the values of texts that none of some others has in any spelling, a part at a time, as {@link ValueMarks}. Linear in the texts. Not
 * thread-safe.
 */
public final class MissingValues {
    /** Of a longer one of the others the head is read, in UTF-16 units. */
    private static final int READ_OF_OTHERS = 8 * ValueMarks.READ_CHARS;

    private final Deque<String> texts;
    private final Deque<String> others;
    private final AtomIndex index = new AtomIndex();

    /** The marks of the values of {@code texts} that none of {@code others} has in any spelling. */
    public static List<List<Long>> of(List<String> texts, List<String> others) {
        return new MissingValues(texts, others).read(Integer.MAX_VALUE);
    }

    /** Has read nothing yet. */
    public MissingValues(List<String> texts, List<String> others) {
        this.texts = new ArrayDeque<>(texts);
        this.others = new ArrayDeque<>(others);
    }

    /**
     * Reads on: one text, and more as long as they have no more than {@code chars} UTF-16 units together.
     *
     * @return the values that were found
     */
    public List<List<Long>> read(int chars) {
        List<List<Long>> found = new ArrayList<>();
        int left = chars;
        while (left > 0 && !isDone()) {
            if (others.isEmpty()) {
                String text = ValueMarks.head(texts.remove(), ValueMarks.READ_CHARS);
                left -= text.length();
                ValueMarks.find(text, (atom, language) -> !index.holdsValue(atom.type(), atom.text(), language), found);
            } else {
                String text = ValueMarks.head(others.remove(), READ_OF_OTHERS);
                left -= text.length();
                index.add(text, ValueMarks.language(text));
            }
        }
        return found;
    }

    /** Whether all is read. */
    public boolean isDone() {
        return texts.isEmpty();
    }
}
