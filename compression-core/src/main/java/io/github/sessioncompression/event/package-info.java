/**
 * Answers: what does the library report to the application?
 *
 * <p>{@link io.github.sessioncompression.event.CompressionEvent} has one type for each thing that happens to a conversation,
 * {@link io.github.sessioncompression.event.CompressionListener} receives them, and
 * {@link io.github.sessioncompression.event.CompressionStats} has the counts.
 *
 * <p>No event carries contents of a chat: ids, kinds and numbers only.
 */
@NullMarked
package io.github.sessioncompression.event;

import org.jspecify.annotations.NullMarked;
