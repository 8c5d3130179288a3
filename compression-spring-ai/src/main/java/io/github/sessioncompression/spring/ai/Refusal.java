package io.github.sessioncompression.spring.ai;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A provider's answer that it does not take a request of this form: status 400 or 422.
 *
 * <p>Every client of Spring AI has its own exceptions, so it is told by their status accessors, else by the status at the start
 * of the message, where Spring AI's own puts it. Nothing of a message is kept.
 *
 * @param namesLimit whether it is about the output limit
 * @param namesCompletionLimit whether it says to use OpenAI's newer name of the limit
 */
record Refusal(boolean namesLimit, boolean namesCompletionLimit) {
    private static final int MOST_CAUSES = 8;
    private static final int MOST_CHARACTERS = 4_000;
    private static final Pattern STATUS = Pattern.compile("^(?:HTTP )?(\\d{3})\\b");
    private static final Pattern LIMIT =
            Pattern.compile("max_(?:completion_|output_)?tokens|max(?:imum)?_?output_?tokens|maxtokens|budget_tokens");

    /** The refusal in {@code failure} or its causes; {@code null} if it is another failure. */
    static @Nullable Refusal in(Throwable failure) {
        Throwable thrown = failure;
        for (int i = 0; thrown != null && i < MOST_CAUSES; i++) {
            Optional<Integer> status = status(thrown);
            if (status.isPresent()) {
                return status.get() == 400 || status.get() == 422 ? read(thrown) : null;
            }
            thrown = thrown.getCause();
        }
        return null;
    }

    private static Refusal read(Throwable thrown) {
        String message = message(thrown).toLowerCase(Locale.ROOT);
        return new Refusal(LIMIT.matcher(message).find(), message.contains("max_completion_tokens"));
    }

    private static Optional<Integer> status(Throwable thrown) {
        for (String accessor : new String[] {"statusCode", "getStatusCode", "code"}) {
            Object status = Accessor.read(thrown, accessor);
            if (status != null && !(status instanceof Integer)) {
                status = Accessor.read(status, "value");
            }
            if (status instanceof Integer code) {
                return Optional.of(code);
            }
        }
        Matcher matcher = STATUS.matcher(message(thrown));
        return matcher.find() ? Optional.of(Integer.valueOf(matcher.group(1))) : Optional.empty();
    }

    private static String message(Throwable thrown) {
        String message = thrown.getMessage();
        if (message == null) {
            return "";
        }
        return message.length() <= MOST_CHARACTERS ? message : message.substring(0, MOST_CHARACTERS);
    }
}
