package io.github.sessioncompression.anchor;

/**
 * A value in a text.
 *
 * @param type one of the atoms
 * @param text as it is written
 * @param start where it starts in the text
 * @param end where it ends, exclusive
 * @param weak whether it says too little to be held on to: a bare number of one digit
 */
public record Atom(AnchorType type, String text, int start, int end, boolean weak) {}
