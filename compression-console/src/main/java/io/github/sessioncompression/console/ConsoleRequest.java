package io.github.sessioncompression.console;

import java.security.Principal;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request to the console, in the terms of any HTTP server.
 *
 * @param method in capitals
 * @param path behind the console's own path, undecoded: empty, or beginning with a slash
 * @param query undecoded; {@code null} if there is none
 * @param headers the first value of a header by its name; {@code null} if there is none
 * @param body at most {@value #MAX_BODY} bytes and one more, by which too large a body is recognised
 * @param caller the caller as the server knows them; {@code null} if nobody has logged in
 * @param csrf token that the server itself asks for with each write; called only if the page may write; {@code null} if it asks for none
 */
@SuppressWarnings("ArrayRecordComponent") // read once, never compared
public record ConsoleRequest(
        String method,
        String path,
        @Nullable String query,
        Function<String, @Nullable String> headers,
        byte[] body,
        @Nullable Principal caller,
        Supplier<@Nullable Csrf> csrf) {
    /** The largest body, in bytes. */
    public static final int MAX_BODY = 16 * 1024;

    /** Checks that all but query and caller are there. */
    public ConsoleRequest {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(headers, "headers");
        Objects.requireNonNull(body, "body");
        Objects.requireNonNull(csrf, "csrf");
    }

    /**
     * A token against forged requests, such as Spring Security's.
     *
     * @param header name of the header that has it
     * @param token its value
     */
    public record Csrf(String header, String token) {}

    @Nullable
    String header(String name) {
        return headers.apply(name);
    }

    boolean isApi() {
        return path.startsWith("/api/");
    }
}
