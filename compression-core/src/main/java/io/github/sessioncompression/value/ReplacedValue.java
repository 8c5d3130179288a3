package io.github.sessioncompression.value;

/**
 * A value that is given anew.
 *
 * @param where where the old one was given
 * @param by where the new one is
 * @param value what became of it
 * @param bare whether the new one stands in a sentence that says nothing of what it is of
 */
public record ReplacedValue<T>(T where, T by, OutdatedValue value, boolean bare) {}
