package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/** Valid names in a lasting store, and replacement of characters it cannot keep. */
class StoreRulesNamesTest {
    private static final String TRAIN = "\uD83D\uDE82";

    private static void isRefused(String name, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoreRules.requireName("id", name))
                .withMessageStartingWith("id must ")
                .withMessageContaining(why);
    }

    @Test
    void aNameHasUpTo255CharactersHoweverManyUnitsTheyTake() {
        assertThatCode(() -> StoreRules.requireName("id", TRAIN.repeat(255))).doesNotThrowAnyException();
        assertThatCode(() -> StoreRules.requireName("id", "")).doesNotThrowAnyException();
        isRefused("n".repeat(256), "but has 256");
        isRefused(TRAIN.repeat(256), "but has 256");
    }

    @Test
    void rejectsNameInvalidForDatabases() {
        isRefused("chat\u0000", "NUL");
        isRefused("\uD83Dchat", "surrogate pair");
        isRefused("chat\uDE82", "surrogate pair");
        isRefused("chat\uD83D", "surrogate pair");
        isRefused(TRAIN + "\uDE82", "surrogate pair");
    }

    @Test
    void keyHas1To64StorableCharacters() {
        assertThatCode(() -> StoreRules.requireKey("k")).doesNotThrowAnyException();
        assertThatCode(() -> StoreRules.requireKey("k".repeat(64))).doesNotThrowAnyException();
        for (String key : new String[] {"", "k".repeat(65), "k\u0000", "\uD83D"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> StoreRules.requireKey(key))
                    .withMessageStartingWith("key must ");
        }
    }

    @Test
    void storableTextStaysSame() {
        String text = "a " + TRAIN + " to Zürich";

        assertThat(StoreRules.storable(text)).isSameAs(text);
    }

    @Test
    void replacesOnlyUnstorableCharacters() {
        assertThat(StoreRules.storable("a\u0000b" + TRAIN + "c\uD83D")).isEqualTo("a\uFFFDb" + TRAIN + "c\uFFFD");
        assertThat(StoreRules.storable(TRAIN + "\uDE82\uD83D" + TRAIN)).isEqualTo(TRAIN + "\uFFFD\uFFFD" + TRAIN);
        assertThat(StoreRules.storable("\uD83D\uD83D\uDE82")).isEqualTo("\uFFFD" + TRAIN);
    }
}
