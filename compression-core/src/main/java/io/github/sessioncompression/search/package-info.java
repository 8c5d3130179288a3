/**
 * How is history indexed, ranked and divided into segments?
 *
 * <p>In reading order:
 * <ol>
 *   <li>{@link io.github.sessioncompression.search.MessageSearch} is the door. It keeps one {@code SyncedIndex} for each conversation, which follows the store.
 *   <li>{@code ConversationIndex} is the index itself: words ({@code SearchedText}, {@code IndexedWord}, {@code Postings}), messages ({@code
 *       IndexedMessages}, {@code TextTraits}) and {@code Segments}.
 *   <li>{@code IndexSearch} answers from it. {@code Query} and {@code DayMentions} read the words, {@code Ranking} scores the messages, {@code Feedback}
 *       adds words, {@code Excerpt} cuts what is shown.
 *   <li>{@link io.github.sessioncompression.search.SegmentDigest} writes the levels of a segment, {@link io.github.sessioncompression.search.Outline} one
 *       line of a state for each, {@code SegmentLine} its marker.
 *   <li>{@link io.github.sessioncompression.search.ExpansionQuestion} asks for what comes back with a user's message, {@link
 *       io.github.sessioncompression.search.Expansion} quotes it, {@link io.github.sessioncompression.search.Expansions} keeps it for a chat.
 *   <li>{@link io.github.sessioncompression.search.RecallCalls} answers the model's tools.
 * </ol>
 *
 * <p>Never: writes to the store, asks a model, or keeps the text of a message in an index. That has terms and numbers; texts are read from the store when they
 * are shown, so what is erased there is shown nowhere.
 */
@NullMarked
package io.github.sessioncompression.search;

import org.jspecify.annotations.NullMarked;
