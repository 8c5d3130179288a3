package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.Payloads.Place;
import io.github.sessioncompression.store.Payloads.SealedException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stored payloads, plain and sealed. */
class PayloadsTest {
    private static final Place PLACE = new Place("message", "chat", 7);
    private static final String JSON = "{\"text\":\"the secret of Zoë\"}";
    private static final CompressionRecord RECORD = CompressionRecord.none("session", 3)
            .resized(StateDocument.ofTexts(Map.of("logos", List.of("the secret"))), Instant.EPOCH);
    private static final SegmentState SEGMENT =
            new SegmentState(5, 9, StateDocument.ofTexts(Map.of("logos", List.of("the secret"))), Instant.EPOCH);

    private final Payloads plain = new Payloads(null);
    private final Payloads sealing = new Payloads(PayloadCipher.aesGcm("new", Map.of("old", key(1), "new", key(2))));

    private static SecretKey key(int number) {
        byte[] bytes = new byte[16];
        Arrays.fill(bytes, (byte) number);
        return new SecretKeySpec(bytes, "AES");
    }

    private static byte[] bytes(String sealed) {
        return Base64.getDecoder().decode(sealed.substring("sealed:".length()));
    }

    private static String sealed(byte[] bytes) {
        return "sealed:" + Base64.getEncoder().encodeToString(bytes);
    }

    private void isRefused(Payloads payloads, Place place, String stored) {
        assertThatExceptionOfType(SealedException.class)
                .isThrownBy(() -> payloads.read(place, stored))
                .withMessageNotContaining("secret")
                .withMessageNotContaining("null");
    }

    private static SegmentState large() {
        StateDocument document = StateDocument.ofTexts(Map.of("logos", List.of("the secret of Zoë 😀. ".repeat(200))));
        return new SegmentState(5, 9, document, Instant.EPOCH);
    }

    @Test
    void largeStateTakesAFractionOfItsRoom() {
        String stored = plain.write("chat", large());
        assertThat(stored).startsWith("deflated:").isASCII().hasSizeLessThan(800);
        assertThat(plain.readableSegment("chat", 5, stored)).contains(large());

        String sealed = sealing.write("chat", large());
        assertThat(sealed).startsWith("sealed:").hasSizeLessThan(1_200);
        assertThat(sealing.readableSegment("chat", 5, sealed)).contains(large());
    }

    @Test
    void stateOfEarlierVersionIsReadAsItIs() {
        String earlier = Json.writeEscaped(StoreJson.write(large()));

        assertThat(plain.readableSegment("chat", 5, earlier)).contains(large());
    }

    @ParameterizedTest
    @ValueSource(strings = {"deflated:", "deflated:!", "deflated:eJw=", "deflated:AAAA"})
    void damagedDeflatedStateIsUnreadable(String stored) {
        assertThat(plain.readableSegment("chat", 5, stored)).isEmpty();
        assertThatExceptionOfType(UnreadableRecordException.class)
                .isThrownBy(() -> plain.readRecord("chat", 4, stored));
    }

    @Test
    void unreadableRecordNamesChatOnOneLine() {
        assertThatExceptionOfType(UnreadableRecordException.class)
                .isThrownBy(() -> plain.readRecord("two\nlines", 4, null))
                .withMessageContaining("'two?lines'");
    }

    @Test
    void payloadIsPlainWithoutCipher() throws SealedException {
        assertThat(plain.areSealed()).isFalse();
        assertThat(plain.write(PLACE, JSON)).isEqualTo(JSON);
        assertThat(plain.read(PLACE, JSON)).isEqualTo(JSON);
        isRefused(plain, PLACE, sealing.write(PLACE, JSON));
    }

    @Test
    void sealedPayloadHidesTextAndIsReadable() throws SealedException {
        String stored = sealing.write(PLACE, JSON);

        assertThat(sealing.areSealed()).isTrue();
        assertThat(stored).startsWith("sealed:").doesNotContain("secret");
        assertThat(new String(bytes(stored), StandardCharsets.ISO_8859_1)).doesNotContain("secret");
        assertThat(sealing.read(PLACE, stored)).isEqualTo(JSON);
        assertThat(sealing.read(PLACE, JSON)).isEqualTo(JSON);
    }

    @Test
    void thePayloadsOfOneTextAreNotAlike() {
        assertThat(sealing.write(PLACE, JSON)).isNotEqualTo(sealing.write(PLACE, JSON));
    }

    @Test
    void sealedPayloadIsBoundToItsPlace() {
        String stored = sealing.write(PLACE, JSON);

        isRefused(sealing, new Place("record", "chat", 7), stored);
        isRefused(sealing, new Place("message", "chat2", 7), stored);
        isRefused(sealing, new Place("message", "chat", 8), stored);
    }

    @Test
    void readsOldKeyAsLongAsItIsConfigured() throws SealedException {
        Payloads before = new Payloads(PayloadCipher.aesGcm("old", Map.of("old", key(1))));
        String old = before.write(PLACE, JSON);

        assertThat(sealing.read(PLACE, old)).isEqualTo(JSON);
        isRefused(before, PLACE, sealing.write(PLACE, JSON));
        isRefused(new Payloads(PayloadCipher.aesGcm("old", Map.of("old", key(3)))), PLACE, old);
    }

    @Test
    void theIdOfAKeyMayBe255Characters() throws SealedException {
        String id = "k".repeat(255);
        Payloads payloads = new Payloads(PayloadCipher.aesGcm(id, Map.of(id, key(1))));

        assertThat(payloads.read(PLACE, payloads.write(PLACE, JSON))).isEqualTo(JSON);
    }

    @Test
    void rejectsDamagedOrTruncatedPayload() {
        byte[] whole = bytes(sealing.write(PLACE, JSON));
        for (int at = 0; at < whole.length; at++) {
            byte[] damaged = whole.clone();
            damaged[at]++;
            isRefused(sealing, PLACE, sealed(damaged));
            isRefused(sealing, PLACE, sealed(Arrays.copyOf(whole, at)));
        }
        isRefused(sealing, PLACE, "sealed:%%%");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "schlüssel"})
    void rejectsUnportableKeyId(String id) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PayloadCipher.aesGcm("a", Map.of("a", key(1), id, key(2))))
                .withMessageContaining("id");
    }

    @Test
    void keysAreCheckedWhenTheyAreGiven() {
        String tooLong = "k".repeat(256);
        SecretKey other = new SecretKeySpec(new byte[16], "DESede");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> PayloadCipher.aesGcm(tooLong, Map.of(tooLong, key(1))))
                .withMessageContaining("255");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PayloadCipher.aesGcm("b", Map.of("a", key(1))))
                .withMessageContaining("'b'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PayloadCipher.aesGcm("a", Map.of("a", other)))
                .withMessageContaining("DESede");
    }

    @Test
    void failingCipherWritesNothing() {
        Payloads failing = new Payloads(new PayloadCipher() {
            @Override
            public byte[] seal(byte[] payload, byte[] place) throws GeneralSecurityException {
                throw new KeyException(new String(payload, StandardCharsets.UTF_8));
            }

            @Override
            public byte[] open(byte[] sealed, byte[] place) throws GeneralSecurityException {
                throw new KeyException("no key");
            }
        });

        assertThatIllegalStateException()
                .isThrownBy(() -> failing.write(PLACE, JSON))
                .withMessageContaining("KeyException")
                .withMessageNotContaining("secret");
    }

    @Test
    void readsRecordOnlyAsItsVersion() {
        for (Payloads payloads : List.of(plain, sealing)) {
            String stored = payloads.write("chat", RECORD);

            assertThat(payloads.readRecord("chat", 4, stored)).isEqualTo(RECORD);
            assertThat(payloads.readableRecord("chat", 4, stored)).contains(RECORD);
            assertThat(payloads.readableRecord("chat", 5, stored)).isEmpty();
        }
    }

    @Test
    void namesUnreadableRecord() {
        String contradictory = plain.write("chat", RECORD).replace("\"required\":0", "\"required\":-1");
        String other = sealing.write("other", RECORD);
        String newer = plain.write("chat", RECORD).replace("\"version\":1,", "\"version\":2,");
        assertThat(newer).contains("\"version\":2,");
        for (String stored : Arrays.asList(null, "", "{}", "[]", newer, contradictory, other)) {
            assertThatExceptionOfType(UnreadableRecordException.class)
                    .isThrownBy(() -> sealing.readRecord("chat", 4, stored))
                    .withMessageContaining("chat")
                    .withMessageNotContaining("secret")
                    .satisfies(unreadable -> {
                        assertThat(unreadable.version()).isEqualTo(4);
                        assertThat(unreadable).hasMessageContaining("'chat'");
                    });
            assertThat(sealing.readableRecord("chat", 4, stored)).isEmpty();
        }
    }

    @Test
    void skipsUnreadableSegment() {
        for (Payloads payloads : List.of(plain, sealing)) {
            String stored = payloads.write("chat", SEGMENT);

            assertThat(payloads.readableSegment("chat", 5, stored)).contains(SEGMENT);
            assertThat(payloads.readableSegment("chat", 6, stored)).isEmpty();
            assertThat(payloads.readableSegment("chat", 5, "{}")).isEmpty();
        }
        String newer = plain.write("chat", SEGMENT).replace("\"version\":1,", "\"version\":2,");
        assertThat(newer).contains("\"version\":2,");
        assertThat(plain.readableSegment("chat", 5, newer)).isEmpty();
        assertThat(sealing.readableSegment("other", 5, sealing.write("chat", SEGMENT)))
                .isEmpty();
    }
}
