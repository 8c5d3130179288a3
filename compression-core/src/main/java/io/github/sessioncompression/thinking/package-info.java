/**
 * Answers: behind which messages did a model think, and may that thinking be sent again?
 *
 * <p>Providers bind a model's thinking to everything before it, and refuse it behind other messages. A compression changes what precedes an answer,
 * so thinking is stored with a hash of its prefix. In reading order:
 * <ol>
 *   <li>{@link io.github.sessioncompression.thinking.RequestPrefix} is that hash, of messages, system messages and tools.
 *   <li>{@link io.github.sessioncompression.thinking.AnswerPrefixes} finds the prefix of an answer when it comes back to its conversation.
 *   <li>{@link io.github.sessioncompression.thinking.KeptThinking} is the rule by which a context shows thinking;
 *       {@link io.github.sessioncompression.thinking.SentThinking} applies it to a request on its way to the model, and remembers a refusal.
 * </ol>
 *
 * <p>Nothing here reads or changes the thinking itself, and the transcript keeps all of it. Not for applications.
 */
@NullMarked
package io.github.sessioncompression.thinking;

import org.jspecify.annotations.NullMarked;
