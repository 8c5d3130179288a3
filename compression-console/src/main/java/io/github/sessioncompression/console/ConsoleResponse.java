package io.github.sessioncompression.console;

import io.github.sessioncompression.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer of the console, for any HTTP server.
 *
 * @param status the HTTP status
 * @param headers all headers but the length
 * @param body the whole body; empty with {@code events}
 * @param events the events to send until it ends, which the server closes; {@code null} for an ordinary answer
 */
@SuppressWarnings("ArrayRecordComponent") // written out once, never compared
public record ConsoleResponse(int status, Map<String, String> headers, byte[] body, @Nullable ConsoleEvents events) {
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final Map<String, String> ALWAYS = Map.of(
            "Content-Security-Policy", POLICY,
            "X-Content-Type-Options", "nosniff",
            "X-Frame-Options", "DENY",
            "Referrer-Policy", "no-referrer",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Cache-Control", "no-store");

    /** Copies the headers. */
    public ConsoleResponse {
        headers = Map.copyOf(headers);
    }

    static ConsoleResponse bytes(int status, String type, byte[] body) {
        return of(status, Map.of("Content-Type", type), body, null);
    }

    static ConsoleResponse json(int status, Map<String, ?> json) {
        byte[] body = Json.writeEscaped(json).getBytes(StandardCharsets.UTF_8);
        return bytes(status, "application/json", body);
    }

    static ConsoleResponse download(String json) {
        Map<String, String> own = Map.of(
                "Content-Type",
                "application/json",
                "Content-Disposition",
                "attachment; filename=\"conversation.json\"");
        return of(200, own, json.getBytes(StandardCharsets.UTF_8), null);
    }

    static ConsoleResponse redirect(String location) {
        return of(302, Map.of("Location", location), new byte[0], null);
    }

    static ConsoleResponse events(ConsoleEvents events) {
        Map<String, String> own = Map.of("Content-Type", "text/event-stream;charset=UTF-8", "X-Accel-Buffering", "no");
        return of(200, own, new byte[0], events);
    }

    private static ConsoleResponse of(
            int status, Map<String, String> own, byte[] body, @Nullable ConsoleEvents events) {
        Map<String, String> all = new LinkedHashMap<>(ALWAYS);
        all.putAll(own);
        return new ConsoleResponse(status, all, body, events);
    }
}
