package io.github.sessioncompression;

import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import java.util.List;

/**
 * What a context was made from, beside the messages it shows.
 *
 * @param record the record that was in force
 * @param segments what the record's segments say, oldest first
 * @param headThrough the last sequence number before the history that the context shows: what comes up to it is covered, left out,
 *     pinned, or a system message in front
 */
record Basis(CompressionRecord record, List<SegmentState> segments, long headThrough) {}
