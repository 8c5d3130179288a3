package io.github.sessioncompression.recall;

import io.github.sessioncompression.option.Bounds;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The options of one search. Immutable.
 *
 * <pre>{@code
 * SearchOptions options = SearchOptions.defaults().withLimit(5).withScope(SearchOptions.Scope.ALL);
 * }</pre>
 */
public final class SearchOptions {
    /** The messages that are searched. */
    public enum Scope {
        /** Those that no view shows in full: the default. */
        ARCHIVED,
        /** All messages of the conversation. */
        ALL
    }

    /** The default of {@link #limit()}. */
    public static final int DEFAULT_LIMIT = 10;

    /** The greatest {@link #limit()}. */
    public static final int MAX_LIMIT = 100;

    /** The default of {@link #excerptChars()}: a long paragraph. */
    public static final int DEFAULT_EXCERPT_CHARS = 600;

    private static final int MIN_EXCERPT_CHARS = 20;
    private static final int MAX_EXCERPT_CHARS = 100_000;
    private static final SearchOptions DEFAULTS =
            new SearchOptions(DEFAULT_LIMIT, DEFAULT_EXCERPT_CHARS, Scope.ARCHIVED);

    private final int limit;
    private final int excerptChars;
    private final Scope scope;

    private SearchOptions(int limit, int excerptChars, Scope scope) {
        this.limit = Bounds.within("limit", limit, 1, MAX_LIMIT);
        this.excerptChars = Bounds.within("excerptChars", excerptChars, MIN_EXCERPT_CHARS, MAX_EXCERPT_CHARS);
        this.scope = Objects.requireNonNull(scope, "scope");
    }

    /** Ten hits of at most {@value #DEFAULT_EXCERPT_CHARS} characters each among the archived messages. */
    public static SearchOptions defaults() {
        return DEFAULTS;
    }

    /** The most hits, 1 to {@value #MAX_LIMIT}, default {@value #DEFAULT_LIMIT}. */
    public int limit() {
        return limit;
    }

    /** The longest excerpt, in UTF-16 units, 20 to 100,000, default {@value #DEFAULT_EXCERPT_CHARS}. */
    public int excerptChars() {
        return excerptChars;
    }

    /** The messages that are searched; default {@code ARCHIVED}. */
    public Scope scope() {
        return scope;
    }

    /**
     * The same with another {@link #limit()}.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public SearchOptions withLimit(int newLimit) {
        return new SearchOptions(newLimit, excerptChars, scope);
    }

    /**
     * The same with another {@link #excerptChars()}.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public SearchOptions withExcerptChars(int newExcerptChars) {
        return new SearchOptions(limit, newExcerptChars, scope);
    }

    /** The same with another {@link #scope()}. */
    public SearchOptions withScope(Scope newScope) {
        return new SearchOptions(limit, excerptChars, newScope);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other == this
                || (other instanceof SearchOptions that
                        && limit == that.limit
                        && excerptChars == that.excerptChars
                        && scope == that.scope);
    }

    @Override
    public int hashCode() {
        return Objects.hash(limit, excerptChars, scope);
    }

    /** All values by name. */
    @Override
    public String toString() {
        return "SearchOptions{limit=" + limit + ", excerptChars=" + excerptChars + ", scope=" + scope + '}';
    }
}
