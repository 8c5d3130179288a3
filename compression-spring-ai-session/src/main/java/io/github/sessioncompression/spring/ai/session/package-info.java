/** Session Compression as the compaction strategy of the community Spring AI Session project. */
@NullMarked
package io.github.sessioncompression.spring.ai.session;

import org.jspecify.annotations.NullMarked;
