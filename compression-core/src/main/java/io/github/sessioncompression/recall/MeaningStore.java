package io.github.sessioncompression.recall;

import java.util.List;
import java.util.Objects;

/**
 * Keeps passages of messages and finds those of like meaning: an embedding store with its embedding model, as a search uses it.
 *
 * <p>What is in it outlasts the process, so that each message is embedded once for all processes. Passages stand in groups, and a search looks
 * into one: each conversation has a group for as long as it is not cleared, and a second one for a single small entry that says how far
 * the conversation is in the store. That entry is looked for when a process first searches the conversation, and is found by its own
 * text; so nothing has to be kept elsewhere. It counts only for the transcript that it was made of.
 *
 * <p>What a store finds is believed only where it is of the group that was asked for and its label is that of a message which the
 * transcript has; nothing but the label and the score is taken from it. Where it fails, or is slow, a search goes by words alone. What can't be
 * removed is told by a WARN, and tried again when the conversation is next searched in this process.
 *
 * <p>Implementations are safe for use by many threads; one that fails throws.
 */
public interface MeaningStore {
    /** The most passages that are added at once. */
    int MAX_PASSAGES = 64;

    /** The most ids that are removed at once. */
    int MAX_IDS = 1_024;

    /** The name of the metadata that holds a passage's group, in stores that know metadata. */
    String GROUP = "session_compression_group";

    /** The name of the metadata that holds a passage's label, in stores that know metadata. */
    String LABEL = "session_compression_label";

    /**
     * Adds passages. One whose id is there already takes the other's place.
     *
     * @param passages 1 to {@value #MAX_PASSAGES}, no two with the same id
     */
    void add(List<Passage> passages);

    /**
     * The passages of a group that are nearest to a text in meaning, the nearest first; none if there is no such group.
     *
     * @param text not blank, at most {@value TextEmbedder#MAX_CHARS} characters
     * @param limit at most so many, 1 or more
     */
    List<Found> nearest(String group, String text, int limit);

    /**
     * Removes passages; those that are not there are left out.
     *
     * @param ids 1 to {@value #MAX_IDS}
     */
    void remove(List<String> ids);

    /** Removes all passages of a group; nothing if there is none. */
    void removeAll(String group);

    /**
     * A part of a message.
     *
     * @param id names it in the whole store, as a UUID is written: always the same for the same part of the same message
     * @param group 32 hexadecimal digits
     * @param label what the library knows it by again, to be given back as it is: printable ASCII, at most 2,000 characters
     * @param text what is embedded: not blank, at most {@value TextEmbedder#MAX_CHARS} characters. A store need not keep it.
     */
    record Passage(String id, String group, String label, String text) {
        /** Checks that all is there. */
        public Passage {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(group, "group");
            Objects.requireNonNull(label, "label");
            Objects.requireNonNull(text, "text");
        }
    }

    /**
     * A passage that was found.
     *
     * @param group its group as the store has it
     * @param label its label as the store has it
     * @param score how near it is: more is nearer, and the differences of scores are about those of the cosines
     */
    record Found(String group, String label, double score) {
        /** Checks that all is there. */
        public Found {
            Objects.requireNonNull(group, "group");
            Objects.requireNonNull(label, "label");
        }
    }
}
