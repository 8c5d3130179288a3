/** Places at which a chat may be cut, and messages that stay before a cut; pure functions of entries. */
@NullMarked
package io.github.sessioncompression.cut;

import org.jspecify.annotations.NullMarked;
