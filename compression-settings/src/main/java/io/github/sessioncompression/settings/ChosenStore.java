package io.github.sessioncompression.settings;

import io.github.sessioncompression.store.SessionStore;
import java.util.Optional;

/**
 * Store of the chats.
 *
 * @param store empty for this process's memory
 * @param description for the log, behind "chats are kept in"
 * @param closing run when the application ends
 */
public record ChosenStore(Optional<SessionStore> store, String description, Runnable closing) implements AutoCloseable {
    /** One that is not ours to close. */
    static ChosenStore of(SessionStore store, String description) {
        return new ChosenStore(Optional.of(store), description, () -> {});
    }

    /** This process's memory. */
    static ChosenStore memory() {
        return new ChosenStore(Optional.empty(), "this process's memory, and are gone when it ends", () -> {});
    }

    @Override
    public void close() {
        closing.run();
    }
}
