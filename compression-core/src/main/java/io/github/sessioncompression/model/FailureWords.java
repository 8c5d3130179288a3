package io.github.sessioncompression.model;

import java.util.Arrays;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Describes the failure of a call in words that may be logged.
 *
 * <p>Classes and status hold nothing of a chat. A provider's answer is cut to {@value #MOST_CHARACTERS} characters, and what may be
 * contents or a key is taken out of it: text that is in the request too, longer quotations, and words that look like a
 * key. A client's own text, without a status, is left out, because it may hold anything. Takes linear time.
 *
 * <p>Such a clause reads: {@code the model threw com.acme.HttpException (status 404: The model gpt-9 does not exist)}.
 */
final class FailureWords {
    /** Most of a provider's words that are kept, in code points. */
    static final int MOST_CHARACTERS = 200;

    /** Most classes of a chain of causes. */
    private static final int MOST_CAUSES = 4;
    /** Characters of the provider's answer that are read. */
    private static final int MOST_LOOKED_AT = 2_000;
    /** Length from which a text that is also in the request may come from it. */
    private static final int SHARED_CHARACTERS = 12;

    private static final String GONE = "…";
    /** The field of an error's JSON body that holds its message: {@code message} with most providers, else FastAPI's or Ollama's. */
    private static final Pattern MESSAGE =
            Pattern.compile("\"(?:message|detail|error)\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)++)");
    /** Forty characters or more between quotation marks: providers quote the input that they refuse. */
    private static final Pattern LONG_QUOTATION = Pattern.compile("([\"'`«“])[^\"'`»”]{40,}+([\"'`»”]?)");
    /** A word of sixteen characters or more with a digit, or one that begins like a key of OpenAI. */
    private static final Pattern KEY = Pattern.compile("\\b(?=[\\w-]{0,80}\\d)[A-Za-z0-9_*-]{16,}+|\\bsk-[\\w*-]++");

    private FailureWords() {}

    /**
     * The clause about a failure.
     *
     * @param thrown the exception of the client, of which the classes are named
     * @param failure the status and words that the adapter has read in it
     * @param request the request that failed, whose text is taken out of the words
     */
    static String of(Throwable thrown, ProviderFailure failure, ModelRequest request) {
        String said = failure.status() == 0 ? "" : said(failure.words(), request);
        String status = failure.status() == 0
                ? ""
                : " (status " + failure.status() + (said.isEmpty() ? ")" : ": " + said + ")");
        return "the model threw " + classes(thrown) + status;
    }

    /** The classes of a failure and its causes; their messages may hold contents or keys. */
    private static String classes(Throwable thrown) {
        return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
                .limit(MOST_CAUSES)
                .map(each -> each.getClass().getName())
                .collect(Collectors.joining(", caused by "));
    }

    /** The provider's message, or the first line if its answer has no such field, on one line and without anything of the chat. */
    private static String said(String words, ModelRequest request) {
        String looked = words.substring(0, Math.min(words.length(), MOST_LOOKED_AT));
        Matcher message = MESSAGE.matcher(looked);
        String said =
                (message.find() ? message.group(1) : looked.lines().findFirst().orElse("")).strip();
        said = CodePoints.cut(CodePoints.clean(said.replaceAll("\\s+", " ")), MOST_CHARACTERS);
        said = said.replace('\n', ' '); // around the note on what was cut
        said = withoutShared(said, request);
        said = LONG_QUOTATION.matcher(said).replaceAll("$1" + GONE + "$2");
        return KEY.matcher(said).replaceAll(GONE);
    }

    /** A text in which each stretch that the request has, too, is an ellipsis. */
    private static String withoutShared(String said, ModelRequest request) {
        boolean[] hidden = new boolean[said.length()];
        for (int i = 0; i + SHARED_CHARACTERS <= said.length(); i++) {
            String shared = said.substring(i, i + SHARED_CHARACTERS);
            if (request.prompt().contains(shared) || request.instructions().contains(shared)) {
                Arrays.fill(hidden, i, i + SHARED_CHARACTERS, true);
            }
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < hidden.length; i++) {
            if (!hidden[i]) {
                out.append(said.charAt(i));
            } else if (i == 0 || !hidden[i - 1]) {
                out.append(GONE);
            }
        }
        return out.toString();
    }
}
