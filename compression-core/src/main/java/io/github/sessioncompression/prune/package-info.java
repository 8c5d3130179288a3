/**
 * Answers: which old tool results and media are placeholders, and which old calls are shown shorter?
 *
 * <p>In reading order: {@link io.github.sessioncompression.prune.PruneOptions} has the settings,
 * {@link io.github.sessioncompression.prune.Pruner} decides and shows, {@link io.github.sessioncompression.prune.Pruned} is what it has
 * decided so far, {@code Repeats} finds results that a later call replaces, {@code Placeholder}, {@code PlaceholderCosts} and
 * {@code CallArguments} write what is shown instead. {@link io.github.sessioncompression.prune.MessageForm} is independent of the settings:
 * it gives each message a form that every provider takes, and cuts one that no request could hold. {@code TextShortener} takes the middle out of a
 * text for all of them.
 *
 * <p>Only views change, never the transcript. What a message becomes depends on it and on fixed numbers alone, so views stay prefixes of
 * each other between two steps.
 */
@NullMarked
package io.github.sessioncompression.prune;

import org.jspecify.annotations.NullMarked;
