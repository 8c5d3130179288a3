package io.github.sessioncompression.store.jdbc;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** JSON as the payload columns hold it: as it is, or sealed. */
final class Payloads {
    /** What no JSON begins with. */
    private static final String SEALED = "sealed:";

    private final @Nullable PayloadCipher cipher;

    Payloads(@Nullable PayloadCipher cipher) {
        this.cipher = cipher;
    }

    boolean areSealed() {
        return cipher != null;
    }

    /** Where a payload is kept. */
    record Place(String table, String conversation, long number) {
        private byte[] bytes() {
            return (table + "/" + number + "/" + conversation).getBytes(StandardCharsets.UTF_8);
        }
    }

    /** A payload that can't be opened. */
    static final class SealedException extends Exception {
        private static final long serialVersionUID = 1L;

        SealedException(String why) {
            super(why);
        }
    }

    String write(Place place, String json) {
        if (cipher == null) {
            return json;
        }
        try {
            byte[] sealed = cipher.seal(json.getBytes(StandardCharsets.UTF_8), place.bytes());
            return SEALED + Base64.getEncoder().encodeToString(sealed);
        } catch (GeneralSecurityException e) {
            throw new JdbcStoreException(
                    "could not seal a payload: " + e.getClass().getSimpleName());
        }
    }

    /** What {@link #write} was given; what stands there unsealed is taken as it is. */
    String read(Place place, String stored) throws SealedException {
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
}
