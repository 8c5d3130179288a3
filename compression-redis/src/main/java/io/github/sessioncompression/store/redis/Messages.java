package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonFields.JsonFormatException;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.store.Payloads;
import io.github.sessioncompression.store.Payloads.Place;
import io.github.sessioncompression.store.Payloads.SealedException;
import io.github.sessioncompression.text.LogText;
import java.util.List;

/**
 * Transcripts as members of a sorted set: the sequence number in {@value Numbers#DIGITS} digits, the tokens, the message, with spaces between
 * them.
 *
 * <p>All have the same score, so the set has them in the order of their bytes, which is that of their numbers: a range behind the boundary
 * is found at once, and what is erased is gone. (A score can't hold the number itself, being a double; a stream keeps the bytes of what is
 * deleted from it.)
 */
record Messages(MessageCodec codec, Payloads payloads) {
    private static final String MESSAGE = "message";
    /** Behind a number it is above all members with that number. */
    private static final char BEHIND = '~';

    /** The end of the members up to this number. */
    static String behind(long sequence) {
        return Numbers.padded(Math.max(0, sequence)) + BEHIND;
    }

    /** The start of the members with this number, which is the beginning of each. */
    static String from(long sequence) {
        return Numbers.padded(Math.max(0, sequence)) + " ";
    }

    /** The member of a message. */
    String write(String conversationId, Entry entry) {
        String json = Json.writeEscaped(codec.toJson(entry.message()));
        return Numbers.padded(entry.sequence())
                + " "
                + entry.tokens()
                + " "
                + payloads.write(new Place(MESSAGE, conversationId, entry.sequence()), json);
    }

    /**
     * The messages of members.
     *
     * @throws RedisStoreException if one can't be read
     */
    List<Entry> read(String conversationId, List<String> members) {
        return members.stream().map(member -> read(conversationId, member)).toList();
    }

    /** A message's text is nowhere else: if it can't be read, a chat must not continue as if nothing had been said. */
    private Entry read(String conversationId, String member) {
        int space = member.indexOf(' ', Numbers.DIGITS + 1);
        if (space < 0) {
            throw new RedisStoreException(
                    "a message of conversation '" + LogText.name(conversationId) + "' can't be read");
        }
        long sequence = Numbers.parse(conversationId, "sequence", member.substring(0, Numbers.DIGITS));
        long tokens = Numbers.parse(conversationId, "tokens", member.substring(Numbers.DIGITS + 1, space));
        try {
            String json = payloads.read(new Place(MESSAGE, conversationId, sequence), member.substring(space + 1));
            Message message = codec.read(json);
            return new Entry(sequence, message, (int) Math.max(0, Math.min(tokens, Integer.MAX_VALUE)));
        } catch (SealedException | JsonFormatException e) {
            throw new RedisStoreException("message " + sequence + " of conversation '" + LogText.name(conversationId)
                    + "' can't be read: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new RedisStoreException("message " + sequence + " of conversation '" + LogText.name(conversationId)
                    + "' can't be read: it is damaged");
        }
    }
}
