/**
 * What does a message cost in tokens, and what did the provider report?
 *
 * <p>Classes in reading order:
 * <ul>
 *   <li>{@link TokenCounter}: counts a text; the bundled one is {@link JTokkitTokenCounter}. {@link MessageTokens} with
 *       {@link MessageCounter}: counts a message. {@link TokenSums}: sums over a growing list. {@link TokenOptions}:
 *       what can be set.
 *   <li>{@link Usage}: what a provider reports of one call.
 *   <li>{@link ContextMeter}: how large a context is, by count and reports. {@link Calibration}: how the two relate.
 *       {@link SilentCut}: a provider that cuts requests without an error.
 *   <li>{@link ModelRegistry} with {@link ModelNames}: windows of known models.
 * </ul>
 *
 * <p>Counts are made once, when a message is appended, and kept with it. The package never calls a provider, and a
 * counter that fails never fails a chat.
 */
@NullMarked
package io.github.sessioncompression.token;

import org.jspecify.annotations.NullMarked;
