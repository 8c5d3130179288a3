/**
 * Answers: what can be set, and in which range?
 *
 * <p>In reading order: {@link io.github.sessioncompression.policy.CompressionPolicy} has all settings, with
 * {@link io.github.sessioncompression.policy.Execution}, {@link io.github.sessioncompression.policy.TriggerPoint},
 * {@link io.github.sessioncompression.policy.KeepRecent} and {@link io.github.sessioncompression.policy.Preset} as values.
 * {@code PolicyValues} holds the values and the sizes in tokens that follow from them, {@code Window} the window and what is reserved of it,
 * {@code Contradictions} finds values that do not fit together. {@code PolicyReader} reads properties by {@code Knobs}, the table of all
 * keys, of which {@code knobs.txt} has keys and descriptions; each default and range is at its option.
 *
 * <p>A policy never changes, and an invalid one is never made: what is unknown, out of range or contradictory is an
 * {@link IllegalArgumentException} with key, value and range.
 */
@NullMarked
package io.github.sessioncompression.policy;

import org.jspecify.annotations.NullMarked;
