/**
 * Which messages are near to a query by their meaning, in an application's own vector store?
 *
 * <p>In reading order: {@link io.github.sessioncompression.recall.vector.MeaningStore} is the port, {@link
 * io.github.sessioncompression.recall.vector.VectorSearch} the setting for it. {@code MeaningSearch} asks within a time limit, {@code PassageSync} adds
 * what is new in a conversation, {@code Passages} cuts messages. Core joins the ranking with its own by words.
 *
 * <p>Never: shows a text of the vector store (its scores alone are used), or makes a search fail: without an answer in time words decide.
 */
@NullMarked
package io.github.sessioncompression.recall.vector;

import org.jspecify.annotations.NullMarked;
