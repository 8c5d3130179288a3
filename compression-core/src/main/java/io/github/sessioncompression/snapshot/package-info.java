/** Lists that grow and are shared without a copy; not for applications. */
@NullMarked
package io.github.sessioncompression.snapshot;

import org.jspecify.annotations.NullMarked;
