/**
 * How is history indexed, ranked and divided into segments?
 *
 * <p>In reading order: {@link io.github.sessioncompression.search.MessageSearch} is the door, with one {@code SyncedIndex} for each conversation.
 * {@code ConversationIndex} has its words ({@code IndexedWord}, {@code Postings}), its messages ({@code IndexedMessages}, {@code TextTraits}) and its {@code
 * Segments}. {@code IndexSearch} answers from it: {@code Query} reads the words, {@code Ranking} scores the messages, {@code Feedback} adds words, {@code
 * Excerpt} cuts what is shown. {@link io.github.sessioncompression.search.SegmentDigest} writes the levels of a segment, {@link
 * io.github.sessioncompression.search.Outline} one line of a state for each. {@link io.github.sessioncompression.search.Expansion} is what comes back
 * for a user's message, {@link io.github.sessioncompression.search.RecallCalls} answers the tools.
 *
 * <p>Never: writes to the store, asks a model, or keeps the text of a message in an index. That has terms and numbers; texts are read from the store when they
 * are shown, so what is erased there is shown nowhere.
 */
@NullMarked
package io.github.sessioncompression.search;

import org.jspecify.annotations.NullMarked;
