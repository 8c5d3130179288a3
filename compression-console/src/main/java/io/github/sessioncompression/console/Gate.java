package io.github.sessioncompression.console;

import io.github.sessioncompression.console.SessionConsole.ConsoleSettings;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks of a request that do not depend on what it asks for.
 *
 * <p>Pages of other sites are refused by what browsers send along and no script can forge: {@code Sec-Fetch-Site}, else {@code Origin}. An
 * action needs the token in a header of its own besides, which makes a browser ask first, and is never allowed then. Where the console has
 * a server of its own, the host must be a name of this machine's loopback, so that a site cannot rebind its own name to it.
 */
final class Gate {
    static final String TOKEN = "X-Session-Compression-Token";
    private static final Set<String> OWN_SITE = Set.of("same-origin", "none");

    private final ConsoleSettings settings;

    Gate(ConsoleSettings settings) {
        this.settings = settings;
    }

    void check(ConsoleRequest request) {
        if (settings.loopback() && !isLoopback(request.header("Host"))) {
            throw new Refusal(403, "host", "The host must be localhost, 127.0.0.1 or [::1]");
        }
        if (request.body().length > ConsoleRequest.MAX_BODY) {
            throw new Refusal(413, "too-large", "The body is larger than " + ConsoleRequest.MAX_BODY + " bytes");
        }
        if (request.isApi() && !isOwnSite(request)) {
            throw new Refusal(403, "cross-site", "Requests of another site's pages are refused");
        }
    }

    private static boolean isLoopback(@Nullable String host) {
        String name = host == null ? "" : host.toLowerCase(Locale.ROOT).replaceFirst(":[0-9]{1,5}$", "");
        return name.equals("localhost") || name.equals("[::1]") || name.matches("127(\\.[0-9]{1,3}){3}");
    }

    private static boolean isOwnSite(ConsoleRequest request) {
        String site = request.header("Sec-Fetch-Site");
        if (site != null) {
            return OWN_SITE.contains(site);
        }
        String origin = request.header("Origin");
        return origin == null || isOf(origin, request.header("Host"));
    }

    private static boolean isOf(String origin, @Nullable String host) {
        try {
            return host != null && host.equalsIgnoreCase(URI.create(origin).getAuthority());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    void requireToken(ConsoleRequest request) {
        String token = settings.token();
        if (token == null) {
            throw new Refusal(
                    403,
                    "writes-off",
                    "The console changes nothing; session-compression.console.writes or SessionConsole.builder().writes permits it");
        }
        String type = request.header("Content-Type");
        if (type == null || !type.toLowerCase(Locale.ROOT).matches("application/json( *;.*)?")) {
            throw new Refusal(415, "content-type", "The body must be application/json");
        }
        String given = request.header(TOKEN);
        if (given == null || !MessageDigest.isEqual(hash(given), hash(token))) {
            throw new Refusal(403, "token", "The header " + TOKEN + " must be the console's token");
        }
    }

    /** Hashes have one length, so that comparing takes the same time for every token. */
    private static byte[] hash(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
