package io.github.sessioncompression.samples.springai;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;

/** Says in one line why there is no answer, and what could be done about it. */
final class Failures {
    private static final int MAX_CHARACTERS = 200;
    private static final int MAX_CAUSES = 20;

    private Failures() {}

    static String line(Throwable failure) {
        Throwable cause = failure;
        String message = "";
        for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
            if (cause instanceof ConnectException || cause instanceof UnknownHostException) {
                return "The provider can't be reached: check the network and the base URL.";
            }
            if (cause instanceof TimeoutException || cause instanceof java.io.InterruptedIOException) {
                return "The provider took too long to answer: try again.";
            }
            String said = cause.getMessage();
            message = said == null || said.isBlank() ? message : said;
            String known = byStatus(said == null ? "" : said);
            if (!known.isEmpty()) {
                return known;
            }
            cause = cause.getCause();
        }
        String line = message.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return line.isEmpty()
                ? "No answer (" + failure.getClass().getSimpleName() + ")."
                : "No answer: " + (line.length() <= MAX_CHARACTERS ? line : line.substring(0, MAX_CHARACTERS) + "…");
    }

    /** The clients of all providers begin their messages with the status. */
    private static String byStatus(String message) {
        if (message.startsWith("401") || message.startsWith("403")) {
            return "The provider refused the key: check it and start again.";
        } else if (message.startsWith("404")) {
            return "The provider has no such model, or the base URL is wrong.";
        } else if (message.startsWith("429")) {
            return "The provider refuses more calls for now: wait a while, or check the account.";
        }
        return message.matches("(?s)5\\d\\d\\b.*") ? "The provider has a problem of its own: try again later." : "";
    }
}
