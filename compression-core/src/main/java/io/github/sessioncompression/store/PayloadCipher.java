package io.github.sessioncompression.store;

import java.security.GeneralSecurityException;
import java.util.Map;
import javax.crypto.SecretKey;

/**
 * Makes unreadable what a store keeps of messages and states, and readable again.
 *
 * <p>Implementations are safe for use by many threads.
 */
public interface PayloadCipher {
    /**
     * AES in Galois/Counter Mode, as the JDK has it: whoever changes a sealed payload, or puts it into another place, is found out.
     *
     * <p>A payload says which key it was sealed with, so that keys can be changed: what is there stays readable as long as its key is
     * given. One key seals up to four billion payloads; change it before.
     *
     * @param keyId the key that seals, 1 to 255 characters of ASCII; it stands in each payload for anyone to read
     * @param keys all keys by their ids
     * @throws IllegalArgumentException if there is no key {@code keyId}, an id has another length, or a key is not one for AES
     */
    static PayloadCipher aesGcm(String keyId, Map<String, SecretKey> keys) {
        return new AesGcmCipher(keyId, keys);
    }

    /**
     * Seals a payload.
     *
     * @param place where it is kept; not part of the result, but {@link #open} has to be given the same
     */
    byte[] seal(byte[] payload, byte[] place) throws GeneralSecurityException;

    /**
     * The payload that was sealed.
     *
     * @throws GeneralSecurityException if it is damaged, was sealed for another place, or its key isn't there; the message repeats
     *     nothing of the payload
     */
    byte[] open(byte[] sealed, byte[] place) throws GeneralSecurityException;
}
