package io.github.sessioncompression.spring.boot;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Names the user of a chat, whose facts are kept over all their chats: a bean of this type is asked with the conversation's id.
 *
 * <p>{@code null} keeps nothing. Called by many threads at once, so it must be quick and always give the same user for the same id.
 */
@FunctionalInterface
public interface UserIds extends Function<String, @Nullable String> {}
