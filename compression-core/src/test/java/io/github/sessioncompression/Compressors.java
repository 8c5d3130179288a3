package io.github.sessioncompression;

import java.util.ArrayList;
import java.util.List;

/** Compressors that a test opens, in order, and that are closed after it. */
final class Compressors implements AutoCloseable {
    private final List<SessionCompressor> open = new ArrayList<>();

    /** Opens one more. */
    SessionCompressor open(SessionCompressor.Builder builder) {
        SessionCompressor compressor = builder.build();
        open.add(compressor);
        return compressor;
    }

    SessionCompressor get(int place) {
        return open.get(place);
    }

    SessionCompressor last() {
        return open.get(open.size() - 1);
    }

    @Override
    public void close() {
        open.forEach(SessionCompressor::close);
        open.clear();
    }
}
