package io.github.sessioncompression.redaction;

/**
 * Where a secret stands in a text.
 *
 * @param start its first character, from 0
 * @param end behind its last character
 */
public record SecretSpan(int start, int end) {}
