package io.github.sessioncompression.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.state.StateItem.Kind;
import io.github.sessioncompression.state.StateItem.Origin;
import io.github.sessioncompression.state.StateItem.Writer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StateDocumentTest {
    private static final StateSchema SESSION = StateSchema.session();

    private static StateItem fact(String text, List<Long> sources) {
        return new StateItem(text, Kind.FACT, sources, Origin.USER, Writer.MODEL);
    }

    private static StateDocument logos(StateItem... items) {
        return new StateDocument(Map.of("logos", List.of(items)));
    }

    @Test
    void leavesOutBlankTexts() {
        StateDocument state = StateDocument.ofTexts(Map.of("logos", List.of(" ", "kept", "")));

        assertThat(state.texts("logos")).containsExactly("kept");
        assertThat(StateDocument.ofTexts(Map.of("logos", List.of(" "))).isEmpty())
                .isTrue();
    }

    @Test
    void takesKindsFromTheSchemasFields() {
        StateDocument state = SESSION.document(Map.of("pathos", List.of("dry"), "other", List.of("x")), Writer.MODEL);

        assertThat(state.items())
                .containsExactly(new StateItem("dry", Kind.TONE, List.of(), Origin.UNKNOWN, Writer.MODEL));
        assertThat(state.fields()).containsOnlyKeys("logos", "pathos", "abstract", "conversation_summary");
    }

    @Test
    void showsSameAsIgnoresMetadata() {
        StateDocument known = logos(fact("a", List.of(1L)));
        StateDocument found = StateDocument.ofTexts(Map.of("logos", List.of("a")));

        assertThat(known.showsSameAs(found)).isTrue();
        assertThat(known).isNotEqualTo(found);
        assertThat(known.showsSameAs(logos(fact("b", List.of(1L))))).isFalse();
        assertThat(StateEnvelope.wrap(SESSION, known)).isEqualTo(StateEnvelope.wrap(SESSION, found));
    }

    @Test
    void withoutDropsItemsOfErasedMessages() {
        StateDocument state = logos(fact("a", List.of(1L, 4L)), fact("b", List.of(2L)), fact("c", List.of()));

        assertThat(state.without(List.of(4L)).texts("logos")).containsExactly("b", "c");
        assertThat(state.without(List.of(3L))).isEqualTo(state);
        assertThat(state.without(List.of())).isEqualTo(state);
    }

    @Test
    void withoutDropsItemWithTruncatedSources() {
        StateDocument state =
                logos(fact("a", LongStream.rangeClosed(10, 99).boxed().toList()));

        assertThat(state.without(List.of(50L)).isEmpty()).isTrue();
        assertThat(state.without(List.of(9L, 100L))).isEqualTo(state);
    }

    @Test
    void roundTripsRandomDocuments() {
        Random random = new Random(11);
        for (int round = 0; round < 200; round++) {
            StateDocument state = random(random);

            assertThat(StateJson.readItems(StateJson.writeItems(state))).isEqualTo(state);
        }
    }

    private static StateDocument random(Random random) {
        Map<String, List<StateItem>> fields = new LinkedHashMap<>();
        for (int field = random.nextInt(4); field >= 0; field--) {
            List<StateItem> items = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                items.add(new StateItem(
                        "t" + random.nextInt() + "\"</session_state>\n é 漢",
                        any(random, Kind.values()),
                        sources(random),
                        any(random, Origin.values()),
                        any(random, Writer.values()),
                        random.nextBoolean() ? List.of() : List.of(sources(random), sources(random)),
                        random.nextBoolean() ? List.of() : List.of(random.nextInt(), random.nextInt(500))));
            }
            fields.put("field_" + field, items);
        }
        return new StateDocument(fields);
    }

    private static List<Long> sources(Random random) {
        return random.longs(random.nextInt(40), 1, Long.MAX_VALUE).boxed().toList();
    }

    private static <T> T any(Random random, T[] values) {
        return values[random.nextInt(values.length)];
    }

    @Test
    void ignoresUnknownFieldsAndValues() {
        StateDocument read = StateJson.readItems(
                "{\"version\":1,\"more\":[],\"fields\":{\"logos\":[{\"text\":\"a\","
                        + "\"kind\":\"omen\",\"origin\":\"oracle\",\"writer\":null,\"sources\":[3,1],\"x\":{}},{\"text\":\" \"}]}}");

        assertThat(read)
                .isEqualTo(logos(new StateItem("a", Kind.FACT, List.of(1L, 3L), Origin.UNKNOWN, Writer.UNKNOWN)));
    }

    @Test
    void rejectsForeignJsonWithoutQuotingIt() {
        for (String json : List.of(
                "secret",
                "[\"secret\"]",
                "{\"version\":2,\"fields\":{},\"secret\":1}",
                "{\"fields\":{\"secret\":[]}}",
                "{\"version\":1,\"fields\":[\"secret\"]}",
                "{\"version\":1,\"fields\":{\"secret\":\"secret\"}}",
                "{\"version\":1,\"fields\":{\"secret\":[\"secret\"]}}",
                "{\"version\":1,\"fields\":{\"secret\":[{\"text\":7}]}}",
                "{\"version\":1,\"fields\":{\"f\":[{\"text\":\"secret\",\"sources\":\"secret\"}]}}",
                "{\"version\":1,\"fields\":{\"f\":[{\"text\":\"secret\",\"sources\":[0]}]}}",
                "{\"version\":1,\"fields\":{\"f\":[{\"text\":\"secret\",\"sources\":[1.5]}]}}",
                "{\"version\":1,\"fields\":{\"f\":[{\"text\":\"secret\",\"notes\":[7]}]}}",
                "{\"version\":1,\"fields\":{\"f\":[{\"text\":\"secret\",\"worths\":7}]}}",
                "{\"version\":1,\"fields\":{\"f\":[{\"text\":\"secret\",\"worths\":[\"secret\"]}]}}")) {
            assertThatIllegalArgumentException()
                    .as(json)
                    .isThrownBy(() -> StateJson.readItems(json))
                    .withMessageNotContaining("secret");
        }
    }

    @Test
    void refusesMoreThanAnyStateHolds() {
        String item = "{\"text\":\"a\"}";
        String tooMany =
                "{\"version\":1,\"fields\":{\"logos\":[" + String.join(",", Collections.nCopies(10_001, item)) + "]}}";

        assertThatIllegalArgumentException()
                .isThrownBy(() -> StateJson.readItems(tooMany))
                .withMessage("a state must have at most 10000 items");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StateJson.readItems(" ".repeat(32_000_001)))
                .withMessageContaining("at most 32000000 characters");
    }
}
