package io.github.sessioncompression.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.settings.InvalidSettingsException;
import io.github.sessioncompression.settings.InvalidSettingsException.Fault;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that are refused, and what is said of them. */
@Tag("once")
class RefusedSettingsTest extends SettingsFixture {
    @Test
    void rejectsToolNameNeedingBrackets() {
        set("session-compression.prune.tools.mcp:grep", "keep");

        assertRefused()
                .hasMessage(
                        "session-compression.prune.tools.mcp:grep has characters that are only read in brackets: write"
                                + " session-compression.prune.tools[mcp:grep]");
    }

    @Test
    void aValueOutOfRangeIsRefusedWithKeyValueAndRange() {
        set("session-compression.trigger-ratio", "95");

        assertRefused()
                .hasMessage(
                        "session-compression.trigger-ratio must be a ratio above 0 and up to 1, such as 0.70, but was"
                                + " '95'");
        assertThat(faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.given()).singleElement().satisfies(given -> {
                    assertThat(given.key()).isEqualTo("session-compression.trigger-ratio");
                    assertThat(given.value()).isEqualTo("95");
                    assertThat(String.valueOf(given.origin())).contains("properties");
                }));
    }

    @Test
    void allFaultsAreToldAtOnceEachWithItsOwnProperties() {
        set("session-compression.target-ratio", "0.9");
        set("session-compression.trigger-ratio", "0.8");
        set("session-compression.model.retries", "-1");
        set("session-compression.actuator.show-contents", "yes");
        set("session-compression.contxt-window", "9000");

        assertThat(faults())
                .extracting(Fault::message)
                .containsExactly(
                        "session-compression.contxt-window is unknown; the nearest known key is"
                                + " session-compression.context-window",
                        "session-compression.model.retries must be a whole number from 0 to 10, but was '-1'",
                        "session-compression.actuator.show-contents must be true or false, but was 'yes'");
    }

    @Test
    void aContradictionNamesBothProperties() {
        set("session-compression.target-ratio", "0.9");
        set("session-compression.trigger-ratio", "0.8");

        assertThat(faults()).singleElement().satisfies(fault -> assertThat(fault.given())
                .extracting(InvalidSettingsException.Given::key)
                .containsExactly("session-compression.target-ratio", "session-compression.trigger-ratio"));
    }

    @ParameterizedTest
    @CsvSource({
        "session-compression.trigger-ration, session-compression.trigger-ratio",
        "session-compression.actuator.show-content, session-compression.actuator.show-contents",
        "session-compression.compressionmodell, session-compression.compression-model",
        "session-compression.model-name[0], session-compression.model-name",
        "session-compression.state, session-compression.store"
    })
    void anUnknownKeyIsRefusedWithTheNearestOne(String key, String nearest) {
        set(key, "1");

        assertRefused().hasMessage(key + " is unknown; the nearest known key is " + nearest);
    }

    @ParameterizedTest
    @CsvSource({
        "structured-output, 'define a StructuredModel bean, StructuredChatModel.of(model, output)'",
        "meaningStore, 'define a MeaningStore bean, EmbeddingStores.meaningStore(model, store) or VectorStores.meaningStore(store)'",
        "pin.tools[0], define a PinnedMessages bean",
        "pin.prefixes, define a PinnedMessages bean",
        "idle_after, set CompressionPolicy.withIdleAfter in code",
        "conversations[support-*].state.awareness, set StateOptions.withAwareness in code"
    })
    void refusesRemovedKeyWithItsCure(String removed, String cure) {
        set("session-compression." + removed, "1");

        assertRefused().hasMessage("session-compression." + removed + " is no property any more: " + cure);
    }

    @Test
    void aMisspeltPrefixIsNotOverlooked() {
        set("session-compresion.trigger-ratio", "0.5");

        assertRefused().hasMessage("session-compresion.trigger-ratio is unknown: keys start with session-compression.");
    }

    @Test
    void aFaultInAConversationsSettingsNamesTheConversation() {
        set("session-compression.conversations[support-*].trigger-ratio", "95");
        set("session-compression.conversations[support-*].preset", "low-cost");
        set("session-compression.conversations[support-*].colour", "red");

        assertThat(faults())
                .extracting(Fault::message)
                .containsExactlyInAnyOrder(
                        "For the conversations support-*: session-compression.trigger-ratio must be a ratio above 0 and up"
                                + " to 1, such as 0.70, but was '95'",
                        "session-compression.conversations[support-*].preset is not a setting that single conversations"
                                + " can have",
                        "session-compression.conversations[support-*].colour is not a setting that single conversations"
                                + " can have");
        assertThat(faults()).allSatisfy(fault -> assertThat(fault.given())
                .singleElement()
                .satisfies(given -> assertThat(given.origin()).isNotNull()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"soon", "30", "PT", "-60s", "1us", "2h", "P1D", "9999999999999999999", "9223372036854775807d"})
    void rejectsInvalidDurationAndNamesRange(String written) {
        set("session-compression.model.timeout", written);

        assertRefused()
                .hasMessageStartingWith(
                        "session-compression.model.timeout must be a duration from 1ms to 1h, its unit ms, s, m or h, but was '");
        assertThat(faults()).singleElement().satisfies(fault -> assertThat(fault.given())
                .singleElement()
                .satisfies(given -> assertThat(given.value()).isEqualTo(written)));
    }
}
