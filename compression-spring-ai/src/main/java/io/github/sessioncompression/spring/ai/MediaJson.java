package io.github.sessioncompression.spring.ai;

import java.net.URI;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.content.Media;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeTypeUtils;

/** Media as values for JSON: bytes in base64, all else as a URI. */
final class MediaJson {
    /** Limit for the media of one message, ids, names and URIs included; less than the longest text that JSON is read with. */
    static final int MAX_BYTES = 32 * 1024 * 1024;

    private static final String TYPE = "type";
    private static final String ID = "id";
    private static final String NAME = "name";
    private static final String BYTES = "bytes";
    private static final String URI_TEXT = "uri";

    private MediaJson() {}

    /** The media that can be kept, in order. */
    static List<Object> write(List<Media> all, LeftOut leftOut) {
        List<Object> written = new ArrayList<>();
        long room = MAX_BYTES;
        for (Media media : all) {
            Object data = media.getData();
            Map<String, Object> json = new LinkedHashMap<>();
            long size = put(json, TYPE, media.getMimeType().toString())
                    + put(json, ID, media.getId())
                    + put(json, NAME, media.getName());
            size += data instanceof byte[] bytes
                    ? bytes.length
                    : data.toString().length();
            if (size > room) {
                leftOut.tell(Media.class, "a message's media are larger than " + MAX_BYTES + " bytes");
            } else if (data instanceof byte[] bytes) {
                room -= size;
                json.put(BYTES, Base64.getEncoder().encodeToString(bytes));
                written.add(json);
            } else if (data instanceof String text && isUri(text)) {
                room -= size;
                json.put(URI_TEXT, text);
                written.add(json);
            } else {
                leftOut.tell(data.getClass(), "its media are neither bytes nor a URI");
            }
        }
        return written;
    }

    private static long put(Map<String, Object> json, String field, @Nullable String text) {
        if (text == null) {
            return 0;
        }
        json.put(field, text);
        return text.length();
    }

    private static boolean isUri(String text) {
        try {
            return !URI.create(text).toString().isEmpty();
        } catch (IllegalArgumentException other) {
            return false;
        }
    }

    /** The media that were written; {@link IllegalArgumentException} if one is damaged. */
    static List<Media> read(@Nullable Object kept) {
        List<Media> read = new ArrayList<>();
        if (kept != null) {
            for (Object json : MetadataJson.as(List.class, kept)) {
                read.add(media(MetadataJson.as(Map.class, json)));
            }
        }
        return read;
    }

    private static Media media(Map<?, ?> json) {
        Media.Builder media =
                Media.builder().mimeType(MimeTypeUtils.parseMimeType(MetadataJson.as(String.class, json.get(TYPE))));
        if (json.containsKey(ID)) {
            media.id(MetadataJson.as(String.class, json.get(ID)));
        }
        if (json.containsKey(NAME)) {
            media.name(MetadataJson.as(String.class, json.get(NAME)));
        }
        // Of the builder's methods for data, these two are in every version of Spring AI.
        if (json.containsKey(BYTES)) {
            media.data(
                    new ByteArrayResource(Base64.getDecoder().decode(MetadataJson.as(String.class, json.get(BYTES)))));
        } else {
            media.data(URI.create(MetadataJson.as(String.class, json.get(URI_TEXT))));
        }
        return media.build();
    }
}
