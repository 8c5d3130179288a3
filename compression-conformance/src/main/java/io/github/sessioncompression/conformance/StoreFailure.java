package io.github.sessioncompression.conformance;

/** The failure of a store that cannot be reached. */
final class StoreFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    StoreFailure() {
        super("the store cannot be reached");
    }

    /** Runs what may fail because the store does; any other failure is thrown. */
    static void allow(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            for (Throwable cause = e; !(cause instanceof StoreFailure); cause = cause.getCause()) {
                if (cause == null) {
                    throw e;
                }
            }
        }
    }
}
