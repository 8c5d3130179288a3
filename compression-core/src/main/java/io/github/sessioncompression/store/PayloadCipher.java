package io.github.sessioncompression.store;

import java.security.GeneralSecurityException;
import java.util.Map;
import javax.crypto.SecretKey;

/**
 * Encrypts the messages and states that a store keeps.
 *
 * <p>Implementations are safe for use by many threads.
 */
public interface PayloadCipher {
    /**
     * AES in Galois/Counter Mode of the JDK, which detects payloads that were changed or moved to another place.
     *
     * <p>A payload names its key, so that keys can be changed: existing ones stay readable while their key is given. One key seals up
     * to four billion payloads; change it before.
     *
     * @param keyId the key that seals, 1 to 255 characters of ASCII; it is readable in each payload
     * @param keys all keys by their ids
     * @throws IllegalArgumentException if there is no key {@code keyId}, an id has another length, or a key is not one for AES
     */
    static PayloadCipher aesGcm(String keyId, Map<String, SecretKey> keys) {
        return new AesGcmCipher(keyId, keys);
    }

    /** Seals a payload; {@link #open} needs the same place, which is not part of the result. */
    byte[] seal(byte[] payload, byte[] place) throws GeneralSecurityException;

    /**
     * Opens a sealed payload.
     *
     * @throws GeneralSecurityException if it is damaged, was sealed for another place, or its key is missing, with nothing of the payload
     */
    byte[] open(byte[] sealed, byte[] place) throws GeneralSecurityException;
}
