package io.github.sessioncompression;

import io.github.sessioncompression.event.Recovery;
import io.github.sessioncompression.event.Stage;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a stage came to its outcome.
 *
 * @param before the context's size before it
 * @param failure what went wrong on the way; {@code null} if nothing did
 * @param instead what happens instead of what failed
 */
record Course(Stage stage, int before, Duration took, WrittenState.@Nullable Failure failure, Recovery instead) {
    Course(Stage stage, int before, Duration took) {
        this(stage, before, took, null, Recovery.KEPT);
    }
}
