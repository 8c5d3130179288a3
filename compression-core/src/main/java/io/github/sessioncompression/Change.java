package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import java.util.List;

/** What became different in what this process knows of a conversation, so that the context can follow. */
sealed interface Change {
    /** Nothing. */
    record None() implements Change {}

    /** Messages came at the end. */
    record Added(List<Entry> entries) implements Change {}

    /**
     * Another record is in force, or other messages are there: the context is to be made anew.
     *
     * @param elsewhere whether it was read from the store, so that what was left out of the view here says nothing any more
     * @param before the messages that were active until then
     */
    record Rewritten(boolean elsewhere, List<Entry> before) implements Change {
        /** Copies the messages. */
        public Rewritten {
            before = List.copyOf(before);
        }
    }

    Change NONE = new None();
}
