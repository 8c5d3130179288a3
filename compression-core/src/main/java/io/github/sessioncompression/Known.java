package io.github.sessioncompression;

/** Up to where a chat in this process has followed the store. */
record Known(String incarnation, long lastSequence, long recordVersion, long revision) {
    /**
     * What was taken over, and what was known before.
     *
     * @param change what it changed
     * @param before up to where the store had been followed
     */
    record Passed(Change change, Known before) {}

    /** Whether {@code later} differs by messages that were added at most. */
    boolean isSameText(Known later) {
        return incarnation.equals(later.incarnation)
                && recordVersion == later.recordVersion
                && revision == later.revision;
    }
}
