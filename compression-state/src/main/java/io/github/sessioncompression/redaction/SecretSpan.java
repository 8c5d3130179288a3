package io.github.sessioncompression.redaction;

/**
 * Position of a secret in a text.
 *
 * @param start index of the first character
 * @param end index after the last character
 */
record SecretSpan(int start, int end) {}
