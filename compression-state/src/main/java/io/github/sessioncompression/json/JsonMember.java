package io.github.sessioncompression.json;

/** A name in an object, and a text, number or other simple value under it or in an array under it. */
public record JsonMember(String key, String text) {}
