package io.github.sessioncompression.replay;

/** Halves of UTF-16 pairs: JSON can say them by escapes, UTF-8 can't hold them. */
final class LoneSurrogates {
    private LoneSurrogates() {}

    /** JSON text that says the same and can be written as UTF-8 without loss; {@code json} itself if it can already. */
    static String escaped(String json) {
        StringBuilder escaped = null;
        int copied = 0;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            if (Character.isHighSurrogate(c) && i + 1 < json.length() && Character.isLowSurrogate(json.charAt(i + 1))) {
                i++;
                continue;
            }
            if (escaped == null) {
                escaped = new StringBuilder(json.length() + 16);
            }
            escaped.append(json, copied, i).append(String.format("\\u%04x", (int) c));
            copied = i + 1;
        }
        return escaped == null
                ? json
                : escaped.append(json, copied, json.length()).toString();
    }
}
