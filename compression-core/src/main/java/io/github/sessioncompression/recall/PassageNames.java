package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Message;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;

/**
 * The names under which passages stand in a meaning store: digests, so that no sign of a conversation's id gets into a filter, and
 * everyone comes to the same.
 */
final class PassageNames {
    private static final int GROUP_BYTES = 16;

    private PassageNames() {}

    /** The group of the entries that say how far a conversation is in the store. */
    static String marks(String conversationId) {
        return group("marks", conversationId);
    }

    /** The group of a conversation's passages that was begun under this incarnation. */
    static String life(String conversationId, String incarnation) {
        return group("life", conversationId, incarnation);
    }

    /** The id of a message's passage. */
    static String id(String group, long sequence, int place) {
        return id(group, "passage", Long.toString(sequence), Integer.toString(place));
    }

    /** The id of an entry in {@code marks}. */
    static String markId(String marks, String life, long through) {
        return id(marks, "mark", life, Long.toString(through));
    }

    /** What tells one message from another: who says what. */
    static long print(Message message) {
        String name = message.name();
        return ByteBuffer.wrap(digest(message.role().name(), name == null ? "" : "." + name, SearchedText.of(message)))
                .getLong();
    }

    private static String group(String... parts) {
        return HexFormat.of().formatHex(digest(parts), 0, GROUP_BYTES);
    }

    /** A UUID of version 8, for those are free in what they are made of. */
    private static String id(String... parts) {
        ByteBuffer bytes = ByteBuffer.wrap(digest(parts));
        long most = (bytes.getLong() & ~0xf000L) | 0x8000L;
        long least = (bytes.getLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
        return new UUID(most, least).toString();
    }

    private static byte[] digest(String... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : parts) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                digest.update(
                        ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
                digest.update(bytes);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
