/**
 * Answers: where may a chat be cut, and what stays of the part before a cut?
 *
 * <p>In reading order: {@link io.github.sessioncompression.cut.Pins} divides the messages before a place into those that stay and those that are
 * covered, and its {@code Turns} finds out how far a turn has come; {@link io.github.sessioncompression.cut.CutPlanner} chooses the place by a size,
 * and never within a group of calls and results.
 *
 * <p>Pure functions of entries: nothing here knows a store, a record or a policy's triggers, and nothing changes a chat. Not for applications.
 */
@NullMarked
package io.github.sessioncompression.cut;

import org.jspecify.annotations.NullMarked;
