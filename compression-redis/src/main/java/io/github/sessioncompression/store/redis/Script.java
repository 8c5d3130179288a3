package io.github.sessioncompression.store.redis;

import io.lettuce.core.codec.Base16;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The scripts that the server runs, each with no other command in between. The head of each file has its keys, arguments and result; {@code shared.lua} has
 * the rules for all of them.
 */
enum Script {
    APPEND,
    REPLACE,
    COMMIT,
    ERASE,
    CURRENT,
    LEASE,
    RELEASE,
    COUNT,
    KEEP,
    DELETE,
    DELETE_IF,
    SWITCH;

    private final String text = load("shared") + load(name().toLowerCase(Locale.ROOT));
    private final String digest = Base16.digest(text.getBytes(StandardCharsets.UTF_8));

    /** The script itself, behind what it shares with others. */
    String text() {
        return text;
    }

    /** The name under which a server knows it that has run it before. */
    String digest() {
        return digest;
    }

    private static String load(String name) {
        String file = name + ".lua";
        try (InputStream script = Script.class.getResourceAsStream(file)) {
            if (script == null) {
                throw new IllegalStateException("the library lacks its own resource " + file);
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
