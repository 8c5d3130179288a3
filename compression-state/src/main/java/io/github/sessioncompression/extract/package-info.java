/**
 * How is a state made of what was said, without a model?
 *
 * <p>A state is a selection of whole sentences of the chat, each under its speaker and day. The package reads a span of
 * messages once, ties sentences that are unclear alone, gives each a worth, chooses under a cap of tokens, and writes
 * the choice in the order of the chat.
 *
 * <p>Classes, in the order in which a compression meets them:
 * <ul>
 *   <li>{@link ExtractCompiler}: the entry; its doc has the algorithm as a whole. {@link Extract}: one span, read once,
 *       for states of several sizes.
 *   <li>Reading: {@link Units} with {@link Unit} and {@link Vocabulary} (sentences and their terms), {@link Heads}
 *       (lists and tables), {@link ToolFacts} with {@link ToolData} (results of tools), {@link PriorState} (the state
 *       before).
 *   <li>Calls: {@link ToolAction} (what one call does), {@link AnsweredCall} (a call with its result), {@link Trail}
 *       (what was done, for a state), {@link ToolCalls} (the same as data, {@link
 *       io.github.sessioncompression.state.Artefacts}).
 *   <li>Tying: {@link Ties} and {@link Exchanges}.
 *   <li>Choosing: {@link Salience} with {@link Feature} (worth), {@link UsersFirst}, {@link Selection}.
 *   <li>Writing: {@link EntryWriter} with {@link TokenEstimate}, {@link Summary}, {@link Tone}.
 *   <li>{@link StateFitter} with {@link StateCut}: a finished state, of a model or an extract, in less room.
 * </ul>
 *
 * <p>Input: a {@link io.github.sessioncompression.state.CompileRequest} and a counter of tokens. Output: a {@link
 * io.github.sessioncompression.state.StateDocument} whose envelope has at most as many tokens as asked for.
 *
 * <p>The package never changes a word of a sentence, never asks a model, a store or a clock, and never returns other
 * results for equal input.
 */
@NullMarked
package io.github.sessioncompression.extract;

import org.jspecify.annotations.NullMarked;
