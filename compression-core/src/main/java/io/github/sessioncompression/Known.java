package io.github.sessioncompression;

/** Up to where a chat in this process has followed the store. */
record Known(String incarnation, long lastSequence, long recordVersion, long revision) {
    /** The same followed up to {@code sequence} at least. */
    Known through(long sequence) {
        return sequence > lastSequence ? new Known(incarnation, sequence, recordVersion, revision) : this;
    }

    /** Whether {@code later} differs by messages that were added at most. */
    boolean isSameText(Known later) {
        return incarnation.equals(later.incarnation)
                && recordVersion == later.recordVersion
                && revision == later.revision;
    }
}
