package io.github.sessioncompression.store.redis;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The names of the keys.
 *
 * <p>All keys of a conversation have the same hash tag, so that a cluster keeps them in one place and a script may use them together. The
 * tag is the prefix with the conversation's id behind it: never empty, and without a brace of the id's own, for its bytes stand there as a URL
 * would have them.
 */
record Keys(String prefix) {
    /** The keys of a conversation in the order in which scripts are given them. */
    String[] of(String conversationId) {
        String tag = tag(conversationId);
        return new String[] {tag + "head", tag + "messages", tag + "appends", tag + "records", tag + "segments"};
    }

    /** The same for a script that deletes the conversation, with that of a text: the call that deleted it last. */
    String[] toDelete(String conversationId) {
        String[] keys = Arrays.copyOf(of(conversationId), 6);
        keys[5] = tag(conversationId) + "deleted";
        return keys;
    }

    /** A hash: where the conversation stands, its lease, its counters. */
    String head(String conversationId) {
        return tag(conversationId) + "head";
    }

    /** A sorted set: the transcript. */
    String messages(String conversationId) {
        return tag(conversationId) + "messages";
    }

    /** A hash: records, and which segments each names. */
    String records(String conversationId) {
        return tag(conversationId) + "records";
    }

    /** A hash: the states that records name. */
    String segments(String conversationId) {
        return tag(conversationId) + "segments";
    }

    /** A sorted set: the ids of all conversations. */
    String conversations() {
        return "{" + prefix + "}:conversations";
    }

    /** The version of all this. */
    String version() {
        return "{" + prefix + "}:version";
    }

    private String tag(String conversationId) {
        StringBuilder tag = new StringBuilder("{").append(prefix).append(':');
        for (byte b : conversationId.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) Byte.toUnsignedInt(b);
            if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "-_.~@".indexOf(c) >= 0) {
                tag.append(c);
            } else {
                tag.append('%').append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 15, 16));
            }
        }
        return tag.append("}:").toString();
    }
}
