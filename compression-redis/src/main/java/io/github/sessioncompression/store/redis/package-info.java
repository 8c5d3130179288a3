/** A store in Redis, by Lettuce. */
@NullMarked
package io.github.sessioncompression.store.redis;

import org.jspecify.annotations.NullMarked;
