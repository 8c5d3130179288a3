package io.github.sessioncompression.settings;

import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.store.SessionStore;
import java.util.Optional;

/**
 * Makes a framework's own store of chats a {@link SessionStore}: a bean of this type for each framework there is.
 *
 * <p>It is asked when all beans are known.
 */
public interface FrameworkStore {
    /** The framework's type, to be named in messages. */
    Class<?> type();

    /**
     * True if the application has chosen the one there is; {@code false} for one that the framework sets up by itself if nothing is
     * chosen, and which keeps nothing beyond the process, and if there is none.
     */
    boolean isTheApplications();

    /** True if the one there is keeps chats in this process's memory, as a framework's own does if nothing is chosen. */
    default boolean isInMemory() {
        return !isTheApplications();
    }

    /**
     * The one there is, as a store.
     *
     * @param side where what it can't hold is kept
     */
    Optional<SessionStore> find(SideStore side);
}
