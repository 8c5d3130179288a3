package io.github.sessioncompression.context;

import io.github.sessioncompression.message.ViewPart;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Selects the messages that a view does not show, or shows less of. Recall and expansion look among them only, because the model reads the others
 * anyway. Immutable.
 *
 * @param through the last message that the view was made of; 0 if it shows all of them in full
 * @param shown the messages that it shows in full
 */
public record Archived(long through, Set<Long> shown) implements LongPredicate {
    /** Those that the chat's context does not show: compressed, pruned or cut ones, and what gave way for lack of room. */
    public static Archived of(Chat chat) {
        Context context = chat.shown().context();
        boolean hides = chat.stored().boundary() > 0 || chat.shown().leftOutThrough() > 0;
        Set<Long> shown = new HashSet<>();
        for (ViewPart part : context.parts()) {
            hides |= part.kind() == ViewPart.Kind.PLACEHOLDER;
            if (part.kind() != ViewPart.Kind.PLACEHOLDER) {
                shown.add(part.sequence());
            }
        }
        return new Archived(hides ? Math.max(context.through(), context.basis().headThrough()) : 0, shown);
    }

    public boolean isEmpty() {
        return through == 0;
    }

    /** True if the number is within what the view was made of and not shown in full; a number that was erased passes, too. */
    @Override
    public boolean test(long sequence) {
        return sequence <= through && !shown.contains(sequence);
    }
}
