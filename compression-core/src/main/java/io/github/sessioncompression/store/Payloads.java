package io.github.sessioncompression.store;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.json.JsonFields.JsonFormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Messages, records and segments as the text that a lasting store keeps, and back; for implementations of stores.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>A record or segment is JSON; from 1,000 characters on it is deflated, in Base64 behind {@code deflated:}.
 *   <li>With a cipher that text is sealed, bound to its {@link Place}, in Base64 behind {@code sealed:}. Text without either prefix is read as it is, so
 *       rows from before there was a cipher stay readable.
 * </ol>
 *
 * <p>The text holds no NUL and no half of a surrogate pair, and any encoding keeps it. <b>Threads:</b> safe for use by many. <b>On failure</b> a current
 * record throws {@link UnreadableRecordException}, earlier records and segments are left out, and a message throws {@link SealedException}.
 *
 * @param cipher seals the text; {@code null} to keep it in the clear
 */
public record Payloads(@Nullable PayloadCipher cipher) {
    /** No JSON begins with this, nor with the other. */
    private static final String SEALED = "sealed:";

    private static final String DEFLATED = "deflated:";
    /** Shorter JSON is kept as it is, so that it can be read by eye. */
    private static final int LEAST_DEFLATED = 1_000;

    private static final String RECORD = "record";
    private static final String SEGMENT = "segment";

    /** True if there is a cipher; then a row can't be moved to another place as it is, and nothing of it may be kept in the clear. */
    public boolean areSealed() {
        return cipher != null;
    }

    /** The place of a payload: its kind, and its number within a conversation. A sealed payload can't be opened in another place. */
    public record Place(String kind, String conversation, long number) {
        private byte[] bytes() {
            return (kind + "/" + number + "/" + conversation).getBytes(StandardCharsets.UTF_8);
        }
    }

    /** A payload can't be opened; the message repeats nothing of it. */
    public static final class SealedException extends Exception {
        private static final long serialVersionUID = 1L;

        SealedException(String why) {
            super(why);
        }
    }

    /**
     * JSON as it is kept.
     *
     * @throws IllegalStateException if the cipher fails; it names the failure's type and nothing of the payload
     */
    public String write(Place place, String json) {
        if (cipher == null) {
            return json;
        }
        try {
            byte[] sealed = cipher.seal(json.getBytes(StandardCharsets.UTF_8), place.bytes());
            return SEALED + Base64.getEncoder().encodeToString(sealed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    "could not seal a payload: " + e.getClass().getSimpleName());
        }
    }

    /**
     * The JSON that was written; text that is not sealed is returned unchanged.
     *
     * @param place the place that it was written for
     * @throws SealedException if there is no cipher, or it can't open the text at this place
     */
    public String read(Place place, String stored) throws SealedException {
        if (!stored.startsWith(SEALED)) {
            return stored;
        }
        if (cipher == null) {
            throw new SealedException("it is sealed, and the store was given no cipher");
        }
        try {
            byte[] sealed = Base64.getDecoder().decode(stored.substring(SEALED.length()));
            return new String(cipher.open(sealed, place.bytes()), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new SealedException("what is sealed of it is damaged");
        } catch (GeneralSecurityException e) {
            throw new SealedException("it can't be opened: " + e.getMessage());
        }
    }

    /** JSON of a state, which takes about a third of the room then. */
    private static String deflated(Map<String, Object> state) {
        String json = Json.writeEscaped(state);
        if (json.length() < LEAST_DEFLATED) {
            return json;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(bytes)) {
            deflater.write(json.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return DEFLATED + Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /** The JSON that was deflated; what earlier versions wrote is JSON. */
    private static String inflated(String stored) {
        if (!stored.startsWith(DEFLATED)) {
            return stored;
        }
        byte[] bytes = Base64.getDecoder().decode(stored.substring(DEFLATED.length()));
        try (InflaterInputStream inflater = new InflaterInputStream(new ByteArrayInputStream(bytes))) {
            return new String(inflater.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalArgumentException("what is deflated is damaged", e);
        }
    }

    /** A record as it is kept. */
    public String write(String conversationId, CompressionRecord record) {
        return write(new Place(RECORD, conversationId, record.version()), deflated(StoreJson.write(record)));
    }

    /**
     * The record that is kept.
     *
     * @param stored the result of {@link #write(String, CompressionRecord)}; {@code null} or empty if it is missing
     * @throws UnreadableRecordException if it isn't there, is damaged, of a newer version, or can't be opened
     */
    public CompressionRecord readRecord(String conversationId, long version, @Nullable String stored) {
        if (stored == null || stored.isEmpty()) {
            throw new UnreadableRecordException(conversationId, version, "its row is missing");
        }
        try {
            CompressionRecord record = StoreJson.readRecord(
                    JsonFields.parse(RECORD, inflated(read(new Place(RECORD, conversationId, version), stored))));
            if (record.version() != version) {
                throw new UnreadableRecordException(conversationId, version, "it is another version");
            }
            return record;
        } catch (JsonFormatException | SealedException e) {
            throw new UnreadableRecordException(conversationId, version, String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            throw new UnreadableRecordException(conversationId, version, "it contradicts itself");
        }
    }

    /** The record that is kept, if it can be read; as {@link SessionStore#history} shows them. */
    public Optional<CompressionRecord> readableRecord(String conversationId, long version, @Nullable String stored) {
        try {
            return Optional.of(readRecord(conversationId, version, stored));
        } catch (UnreadableRecordException leftOut) {
            return Optional.empty();
        }
    }

    /** A segment as it is kept. */
    public String write(String conversationId, SegmentState segment) {
        return write(new Place(SEGMENT, conversationId, segment.id()), deflated(StoreJson.write(segment)));
    }

    /** The segment that is kept, if it can be read; as {@link SessionStore#segments} shows them. */
    public Optional<SegmentState> readableSegment(String conversationId, long id, String stored) {
        try {
            SegmentState segment = StoreJson.readSegment(
                    JsonFields.parse(SEGMENT, inflated(read(new Place(SEGMENT, conversationId, id), stored))));
            return segment.id() == id ? Optional.of(segment) : Optional.empty();
        } catch (IllegalArgumentException | SealedException unreadable) {
            return Optional.empty();
        }
    }
}
