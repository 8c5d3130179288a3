package io.github.sessioncompression;

import org.jspecify.annotations.Nullable;

/** One way to make room in a context: looks at the chat and proposes a change. Changes nothing itself, so a plan may ask it, too. */
interface Step {
    /** What it would do now; {@code null} if nothing would be gained. */
    @Nullable
    Proposal propose(Chat chat);
}
