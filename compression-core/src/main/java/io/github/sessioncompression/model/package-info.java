/**
 * Answers: how does a model write a state, when is its answer accepted, and what do providers refuse?
 *
 * <p>In reading order:
 * <ol>
 *   <li>{@link io.github.sessioncompression.model.StructuredModel} is the port that adapters implement: one request, one answer.
 *       {@code RequestLadder} and {@code RequestForm} help an adapter to ask in the fullest form that its provider takes, and
 *       {@code ProviderFailure} reads what a provider refused.
 *   <li>{@link io.github.sessioncompression.model.ModelStateCompiler} is the door: messages and the former state in, a
 *       {@link io.github.sessioncompression.model.Compilation} out. {@code Breaker} skips a model that keeps failing.
 *   <li>{@code ModelCompilation} divides the input into as many calls as the window needs. {@code RenderedSpan} and {@code MessageRenderer} write
 *       the messages, {@code Requests} and {@code PromptTemplate} the prompts, {@code ModelCalls} asks with time limit and retries.
 *   <li>{@code AnswerReader} accepts or refuses an answer; {@code Attribution} names the source messages of each entry;
 *       {@code SegmentField} and {@code UserFacts} read what is asked beside the state.
 *   <li>{@link io.github.sessioncompression.model.StateJudge}, if there is one, checks the meaning. A former state that is too large
 *       is cut by {@link io.github.sessioncompression.extract.StateCut}.
 * </ol>
 *
 * <p>Nothing here stores anything, holds a lock during a call, or throws because of a model. Secrets never reach a prompt, and no log line
 * holds contents of a chat.
 */
@NullMarked
package io.github.sessioncompression.model;

import org.jspecify.annotations.NullMarked;
