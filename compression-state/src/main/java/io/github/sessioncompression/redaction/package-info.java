/**
 * What must neither a model nor a state show?
 *
 * <p>Keys, tokens and passwords are found by a table of patterns and are always hidden. What else is confidential the
 * application names through {@link Redactor}.
 *
 * <p>Classes in reading order:
 * <ul>
 *   <li>{@link Redactor}: the application's port. {@link Redaction}: hides what it and the table name, in messages,
 *       requests and states, and restores values.
 *   <li>{@link SeenMessage}: what was read of a message, once for each instance.
 *   <li>{@link Secrets}: the secrets of a text. {@link SecretTable} reads {@code patterns.txt}, {@link SecretScanner}
 *       searches with it, {@link SecretPattern} is one row and {@link SecretSpan} one find.
 *   <li>{@link RepeatedStates}: takes states out of answers in which the chat's model has repeated them.
 * </ul>
 *
 * <p>Input: texts of messages and states. Output: the texts with placeholders, or the same instance if nothing is
 * hidden.
 *
 * <p>The package never logs a text, never keeps a hidden value longer than the message that holds it or the {@link
 * Redaction} that hid it, and never sends anything anywhere.
 */
@NullMarked
package io.github.sessioncompression.redaction;

import org.jspecify.annotations.NullMarked;
