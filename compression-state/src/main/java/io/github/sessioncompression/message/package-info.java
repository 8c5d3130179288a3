/**
 * What is a message, and which sequences of them are valid?
 *
 * <p>Classes in reading order:
 * <ul>
 *   <li>{@link Message} with {@link Role} and {@link ToolCall}: one message, free of any framework. {@link Entry}: a
 *       message at its place in a transcript.
 *   <li>{@link MessageCodec}: messages as JSON, for stores and exports.
 *   <li>{@link Contents}: what is wrong with one message by itself. {@link CallIds}: ids of calls and results. {@link
 *       Repair}: the order of messages. {@link LateResults}: results that came behind other messages. {@link
 *       OpenCalls}: the calls that wait for results, which all of these ask.
 *   <li>{@link RetainedMessages}: which messages stay when older ones leave. {@link ViewPart}: where a message of a
 *       view is from.
 *   <li>{@link MessageRules}: an application's rules for messages of its framework.
 * </ul>
 *
 * <p>Providers refuse a chat for good once it holds one message that they do not accept, so everything here makes views
 * valid and leaves transcripts as they are. What comes out for a message depends on the messages before it alone: views
 * grow by appending, and a provider's cache stays warm.
 *
 * <p>The package never counts tokens, never drops a message of a transcript, and knows no provider by name.
 */
@NullMarked
package io.github.sessioncompression.message;

import org.jspecify.annotations.NullMarked;
