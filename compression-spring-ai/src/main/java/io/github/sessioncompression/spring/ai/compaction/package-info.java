/** What a compaction of sessions comes to, whichever session API keeps their events. */
@NullMarked
package io.github.sessioncompression.spring.ai.compaction;

import org.jspecify.annotations.NullMarked;
