/**
 * What replaces the older part of a chat, and how is it shown to the model?
 *
 * <p>A state is a document of fields, each with items; a schema gives the fields their names and meaning; an envelope
 * is the text in which it travels.
 *
 * <p>Classes in reading order:
 * <ul>
 *   <li>{@link StateDocument} and {@link StateItem}: the state as data, each entry with its sources and its writer.
 *   <li>{@link StateSchema} and {@link StateField}: the shape; three are bundled, an application may have its own.
 *   <li>{@link StateJson}: states as JSON, for a model, for a request and for a store. {@link StateEnvelope}: the tags
 *       around it.
 *   <li>{@link StateOptions}: what an application can set; {@link Awareness}: the block of the system prompt that
 *       explains the state.
 *   <li>{@link CompileRequest}: what a compiler of states is given. {@link SegmentSummary}: what a model adds for a
 *       part of the chat.
 *   <li>{@link EntryLabel}: speaker and day in front of quoted words. {@link StateShares}: tokens of a state by who
 *       wrote them.
 *   <li>{@link Artefacts}: files, tools, commands, decisions and questions, as data beside the state.
 * </ul>
 *
 * <p>Input and output are values. The package never writes a state ({@code model} and {@code extract} do), never counts
 * with a tokenizer of its own, and never stores anything.
 */
@NullMarked
package io.github.sessioncompression.state;

import org.jspecify.annotations.NullMarked;
