/** A store in Redis or Valkey, by Lettuce. */
@NullMarked
package io.github.sessioncompression.store.redis;

import org.jspecify.annotations.NullMarked;
