package io.github.sessioncompression.recall.vector;

import java.util.List;
import java.util.Objects;

/**
 * An embedding store with its embedding model: keeps passages of messages and finds those of similar meaning.
 *
 * <p>What is in it outlasts the process. A conversation's passages form a group; a second group holds one entry with the progress. Nothing
 * that a store returns is shown: only labels and scores of the group asked for are used. A store that fails or is slow leaves the search to
 * words. Implementations are safe for use by many threads; one that fails throws.
 */
public interface MeaningStore {
    /** The most passages added at once. */
    int MAX_PASSAGES = 64;

    /** The characters of a text that are embedded: about what small models read. */
    int MAX_CHARS = 2_000;

    /** The most ids removed at once. */
    int MAX_IDS = 1_024;

    /** The name of the metadata field for a passage's group. */
    String GROUP = "session_compression_group";

    /** The name of the metadata field for a passage's label. */
    String LABEL = "session_compression_label";

    /**
     * Adds passages. A passage replaces one with the same id.
     *
     * @param passages 1 to {@value #MAX_PASSAGES}, no two with the same id
     */
    void add(List<Passage> passages);

    /**
     * The passages of a group that are nearest to a text, nearest first; none if there is no such group.
     *
     * @param text not blank, at most {@value #MAX_CHARS} characters
     * @param limit the most passages, 1 or more
     */
    List<Found> nearest(String group, String text, int limit);

    /**
     * Removes passages; unknown ids have no effect.
     *
     * @param ids 1 to {@value #MAX_IDS}
     */
    void remove(List<String> ids);

    /** Removes all passages of a group, if there are any. */
    void removeAll(String group);

    /**
     * A part of a message.
     *
     * @param id a UUID, always the same for the same part of the same message
     * @param group 32 hexadecimal digits
     * @param label returned as it is with a search result: printable ASCII, at most 100 characters
     * @param text the text to embed: not blank, at most {@value #MAX_CHARS} characters. A store need not keep it.
     */
    record Passage(String id, String group, String label, String text) {}

    /** A search result; a higher score is nearer, and only the order of scores matters. */
    record Found(String group, String label, double score) {
        /** Checks that group and label are there. */
        public Found {
            Objects.requireNonNull(group, "group");
            Objects.requireNonNull(label, "label");
        }
    }
}
