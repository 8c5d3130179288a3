package io.github.sessioncompression.model;

import io.github.sessioncompression.text.Letters;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Failure of a provider as its adapter met it: the status, and the words of the provider and of its client.
 *
 * <p>The words may hold contents of the chat or a key, so nothing of them is logged; {@link #toString()} leaves them out. Immutable,
 * so safe for use by many threads.
 *
 * <p>Design note: there is no common code for a refusal of a request as too long, or because of thinking that it was sent back. The words of
 * the providers' own messages are looked for, in small letters, one table for all, because gateways pass on those of others. Reading takes
 * linear time.
 *
 * @param status the HTTP status, or what the client takes for it; 0 if there is none
 * @param words the error's text, of which at most 20,000 characters are read
 */
public record ProviderFailure(int status, String words) {
    /** Most of the words that is read. */
    private static final int MOST_CHARACTERS = 20_000;

    /** Most exceptions of a chain of causes, which may be a circle. */
    private static final int MOST_CAUSES = 16;

    private static final int TOO_MANY_REQUESTS = 429;
    /** The status that many clients write at the beginning of their message. */
    private static final Pattern STATUS = Pattern.compile("(?:HTTP )?([1-5]\\d{2})\\b");

    private static final WordLists WORDS = WordLists.REFUSALS;
    private static final String NUMBER = "(\\d[\\d,]{0,14})";
    private static final List<Pattern> LIMITS = WORDS.patterns("limit", NUMBER);
    private static final List<Pattern> REQUESTED = WORDS.patterns("requested", NUMBER);
    private static final List<Pattern> REQUESTED_IN_PARTS = WORDS.patterns("requested-in-parts", NUMBER);
    private static final List<Pattern> EXCESS = WORDS.patterns("excess", NUMBER);

    /** Cuts the words off when they get too long. */
    public ProviderFailure {
        Objects.requireNonNull(words, "words");
        words = words.length() <= MOST_CHARACTERS ? words : words.substring(0, MOST_CHARACTERS);
    }

    /**
     * Refusal of a request as longer than the model's window, with the numbers that the provider's message claims.
     *
     * @param limitTokens the model's limit in tokens; empty if the message has none
     * @param requestedTokens the request's size in tokens, with some providers the output limit included; empty if the message has none
     */
    public record ContextLengthExceeded(OptionalInt limitTokens, OptionalInt requestedTokens) {}

    /** Reads the exceptions of an adapter's framework, one by one. Safe for use by many threads. */
    @FunctionalInterface
    public interface Reader {
        /** The status that this exception has as a field; 0 if it has none. */
        int status(Throwable thrown);

        /** The provider's words that are not in the exception's message; {@code null} if there are none. */
        default @Nullable String body(Throwable thrown) {
            return null;
        }
    }

    /**
     * Reads a failure and its causes, the first 16.
     *
     * <p>The status is the first that one of them has, else the first that one's message begins with; the words are those of all.
     */
    public static ProviderFailure of(Throwable failure, Reader reader) {
        List<Throwable> causes = Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(MOST_CAUSES)
                .toList();
        int status = IntStream.concat(
                        causes.stream().mapToInt(reader::status),
                        causes.stream().mapToInt(thrown -> status(thrown.getMessage())))
                .filter(told -> told != 0)
                .findFirst()
                .orElse(0);
        String words = causes.stream()
                .flatMap(thrown ->
                        Stream.concat(Stream.ofNullable(thrown.getMessage()), Stream.ofNullable(reader.body(thrown))))
                .map(said -> Letters.start(said, MOST_CHARACTERS) + "\n")
                .collect(Collectors.joining());
        return new ProviderFailure(status, words);
    }

    private static int status(@Nullable String message) {
        if (message == null) {
            return 0;
        }
        Matcher matcher = STATUS.matcher(message);
        return matcher.lookingAt() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    /** True if the same request would fail again: status 400, 401, 403, 404 or 422, or one that is too long. */
    public boolean isLasting() {
        return switch (status) {
            case 400, 401, 403, 404, 422 -> true;
            default -> contextLengthExceeded().isPresent();
        };
    }

    /** True if the request itself was refused: status 400 or 422. */
    public boolean isRefusal() {
        return status == 400 || status == 422;
    }

    /**
     * Reads a refusal of the request as too long; empty for any other failure.
     *
     * <p>A refusal for having asked too much in a minute, or for an output limit beyond what the model writes, is another failure.
     */
    public Optional<ContextLengthExceeded> contextLengthExceeded() {
        String text = words.toLowerCase(Locale.ROOT);
        if (status == TOO_MANY_REQUESTS || !WORDS.isIn(text, "too-long") || WORDS.isIn(text, "output-limit")) {
            return Optional.empty();
        }
        OptionalInt limit = first(LIMITS, text, 0);
        return Optional.of(new ContextLengthExceeded(limit, requested(text, limit)));
    }

    /** Size of the request: the sum of the parts that the words name, or the limit and the excess over it, or one number. */
    private static OptionalInt requested(String text, OptionalInt limit) {
        OptionalInt parts = first(REQUESTED_IN_PARTS, text, 0);
        if (parts.isPresent()) {
            return parts;
        }
        OptionalInt excess = first(EXCESS, text, 0);
        return excess.isPresent() && limit.isPresent()
                ? first(EXCESS, text, limit.getAsInt())
                : first(REQUESTED, text, 0);
    }

    /** The sum of {@code more} and of the groups of the first pattern that fits; empty if that is no possible number. */
    private static OptionalInt first(List<Pattern> patterns, String text, long more) {
        for (Pattern pattern : patterns) {
            Matcher matcher = pattern.matcher(text);
            if (matcher.find()) {
                long sum = more;
                for (int group = 1; group <= matcher.groupCount(); group++) {
                    sum += Long.parseLong(matcher.group(group).replace(",", ""));
                }
                return sum >= 1 && sum <= Integer.MAX_VALUE ? OptionalInt.of((int) sum) : OptionalInt.empty();
            }
        }
        return OptionalInt.empty();
    }

    /**
     * True if the provider refused thinking of an earlier answer, as one does that binds it to everything before it. The same request
     * without thinking may be accepted.
     */
    public boolean refusesThinking() {
        return status != TOO_MANY_REQUESTS && WORDS.isIn(words.toLowerCase(Locale.ROOT), "thinking");
    }

    /** True if the provider refused a tool loop because thinking of its calls is missing. The same request with it may be accepted. */
    public boolean missesThinking() {
        return status != TOO_MANY_REQUESTS && WORDS.isIn(words.toLowerCase(Locale.ROOT), "missing-thinking");
    }

    /** The status and the length of the words. */
    @Override
    public String toString() {
        return "ProviderFailure[status=" + status + ", " + words.length() + " characters]";
    }
}
