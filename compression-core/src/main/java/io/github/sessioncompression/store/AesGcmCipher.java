package io.github.sessioncompression.store;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Objects;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * AES-GCM with a random nonce for each payload: NIST SP 800-38D, section 8.2.2, allows 2^32 of these under one key.
 *
 * <p>A sealed payload is a byte for the format, the length of the key's id, the id, the nonce, and the ciphertext with its tag. The place is authenticated
 * and not stored: a row that is copied to another conversation or number can't be opened there.
 *
 * <p><b>Threads:</b> safe for use by many; each call makes a {@link Cipher} of its own, which is not. <b>On failure</b> {@link #open} throws and returns
 * nothing of the payload.
 */
final class AesGcmCipher implements PayloadCipher {
    private static final byte FORMAT = 1;

    /** The one length for which GCM needs no hash of the nonce. */
    private static final int NONCE_BYTES = 12;

    private static final int TAG_BITS = 128;

    /** The length of an id is one byte. */
    private static final int MAX_ID_LENGTH = 255;

    private final SecureRandom random = new SecureRandom();
    private final String keyId;
    private final Map<String, SecretKey> keys;

    AesGcmCipher(String keyId, Map<String, SecretKey> keys) {
        this.keyId = Objects.requireNonNull(keyId, "keyId");
        this.keys = Map.copyOf(Objects.requireNonNull(keys, "keys"));
        if (!keys.containsKey(keyId)) {
            throw new IllegalArgumentException(
                    "keys must have the key that seals, keyId '" + keyId + "', but has it not");
        }
        this.keys.forEach((id, key) -> {
            if (id.isEmpty()
                    || id.length() > MAX_ID_LENGTH
                    || !StandardCharsets.US_ASCII.newEncoder().canEncode(id)) {
                throw new IllegalArgumentException("a key's id must have 1 to " + MAX_ID_LENGTH
                        + " characters of ASCII, but '" + id + "' has not");
            }
            if (!"AES".equals(key.getAlgorithm())) {
                throw new IllegalArgumentException(
                        "key '" + id + "' must be one for AES, but is for " + key.getAlgorithm());
            }
        });
    }

    @Override
    public byte[] seal(byte[] payload, byte[] place) throws GeneralSecurityException {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] hidden = cipher(Cipher.ENCRYPT_MODE, keyId, nonce, place).doFinal(payload);
        byte[] id = keyId.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(2 + id.length + NONCE_BYTES + hidden.length)
                .put(FORMAT)
                .put((byte) id.length)
                .put(id)
                .put(nonce)
                .put(hidden)
                .array();
    }

    @Override
    public byte[] open(byte[] sealed, byte[] place) throws GeneralSecurityException {
        ByteBuffer parts = ByteBuffer.wrap(sealed);
        try {
            byte format = parts.get();
            if (format != FORMAT) {
                throw new GeneralSecurityException(
                        "it was sealed in the format " + format + ", which is not known here");
            }
            byte[] id = new byte[Byte.toUnsignedInt(parts.get())];
            byte[] nonce = new byte[NONCE_BYTES];
            parts.get(id).get(nonce);
            if (parts.remaining() < TAG_BITS / Byte.SIZE) {
                throw new GeneralSecurityException("it is too short");
            }
            byte[] hidden = new byte[parts.remaining()];
            parts.get(hidden);
            return cipher(Cipher.DECRYPT_MODE, new String(id, StandardCharsets.US_ASCII), nonce, place)
                    .doFinal(hidden);
        } catch (BufferUnderflowException e) {
            throw new GeneralSecurityException("it is too short", e);
        }
    }

    private Cipher cipher(int mode, String id, byte[] nonce, byte[] place) throws GeneralSecurityException {
        SecretKey key = keys.get(id);
        if (key == null) {
            throw new GeneralSecurityException("there is no key with the id it was sealed with");
        }
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(place);
        return cipher;
    }
}
