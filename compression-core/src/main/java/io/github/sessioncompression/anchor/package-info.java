/** What must never be compressed away: promises, rules, decisions and values, found by rules; and whether a state holds them. */
@NullMarked
package io.github.sessioncompression.anchor;

import org.jspecify.annotations.NullMarked;
