/**
 * Which facts of the chat does a new state lack, and what did a model invent in it?
 *
 * <p>Classes in reading order:
 * <ul>
 *   <li>{@link Grounding}: takes out of a model's state the sentences with values that the model was never given;
 *       {@link NearDates} has the dates that words such as "yesterday" may mean.
 *   <li>{@link SurvivalCheck}: finds what people laid down and a new state does not show, and quotes it in the state's
 *       ledger.
 *   <li>{@link RequiredAnchors}: the sentences that a state has to show, and their order.
 *   <li>{@link ShownTexts}: the texts that a model is shown, and which sentences they cover.
 * </ul>
 *
 * <p>Input: a state, the messages that it covers, the messages that stay visible, and a cap of tokens. Output: a state
 * that is never above the cap, and numbers for events and accounting.
 *
 * <p>The package never judges meaning, which takes a model ({@code StateJudge}); it never throws a state away, never
 * reorders a model's entries, and never calls a model or a store.
 */
@NullMarked
package io.github.sessioncompression.survival;

import org.jspecify.annotations.NullMarked;
