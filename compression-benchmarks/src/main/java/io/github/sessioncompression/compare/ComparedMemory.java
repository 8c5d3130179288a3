package io.github.sessioncompression.compare;

import java.util.List;

/** A memory of one chat, called as its framework calls it. */
public interface ComparedMemory {
    /** Adds a message that is not of the assistant. */
    void hear(Line line);

    /** Messages that the model is sent now, after what was heard last. */
    List<Sent> request();

    /** Adds what the model answered. */
    void answer(Line line);
}
