/** What a compaction of sessions comes to, with events of no session API at all. */
@NullMarked
package io.github.sessioncompression.spring.ai.compaction;

import org.jspecify.annotations.NullMarked;
