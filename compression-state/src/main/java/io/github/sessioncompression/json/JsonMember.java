package io.github.sessioncompression.json;

/**
 * A name in an object, and a text, number or other simple value under it or in an array under it.
 *
 * @param key the name in the innermost object
 * @param text a string's contents; of a number, {@code true}, {@code false} or {@code null} the characters
 */
public record JsonMember(String key, String text) {}
