/** Anchors, which must not be lost: promises, rules and decisions by the cues of ten languages, values as they are written. */
@NullMarked
package io.github.sessioncompression.anchor;

import org.jspecify.annotations.NullMarked;
