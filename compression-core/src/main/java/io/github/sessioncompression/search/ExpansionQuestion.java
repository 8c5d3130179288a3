package io.github.sessioncompression.search;

import java.util.function.LongPredicate;

/**
 * A user's message that messages may come back with.
 *
 * @param sequence only messages before this one come back
 * @param before the assistant's message before it; empty if there is none
 * @param shown selects the messages that the context shows in full
 * @param excerptChars the longest excerpt, in UTF-16 units
 */
public record ExpansionQuestion(long sequence, String text, String before, LongPredicate shown, int excerptChars) {}
