package io.github.sessioncompression;

/** The context that a turn keeps to. Not safe for use by many threads. */
final class HeldContext {
    final Context context;
    final String incarnation;
    final long prunedThrough;
    final int leftOut;
    /** The last sequence number it has taken in. */
    long through;

    HeldContext(Context context, StoredChat stored, int leftOut) {
        this.context = context;
        this.incarnation = stored.incarnation();
        this.prunedThrough = stored.prunedThrough();
        this.leftOut = leftOut;
        this.through = stored.lastSequence();
    }
}
