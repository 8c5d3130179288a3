package io.github.sessioncompression.console;

import java.security.Principal;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may see which chat in the console. Safe for use by many threads.
 *
 * <p>Asked for each chat of a list, so it should answer from memory. If it throws, the request fails and shows nothing.
 */
@FunctionalInterface
public interface ConsoleAccess {
    /**
     * True if the caller may see the chat and, where actions are on, change it.
     *
     * @param caller the caller as the application's own security knows them; {@code null} if nobody has logged in
     * @param chatId the chat's id; for an earlier session that of its chat
     */
    boolean allows(@Nullable Principal caller, String chatId);
}
