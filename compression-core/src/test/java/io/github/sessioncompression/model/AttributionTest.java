package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateItem.Kind;
import io.github.sessioncompression.state.StateItem.Origin;
import io.github.sessioncompression.state.StateItem.Writer;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AttributionTest {
    private static final List<Message> SPAN = List.of(
            Message.user("I would like to book a table for 6 people on the 14th of March at Chez Louise."),
            Message.assistant("Certainly! Shall I look for a free table?"),
            Message.user("Yes, and my nephew is allergic to peanuts."),
            Message.assistant("", List.of(new ToolCall("c1", "reserve", "{\"restaurant\":\"Chez Louise\"}"))),
            Message.toolResult("c1", "reserve", "{\"confirmation\":\"LX-4471\"}"),
            Message.assistant("It is done, I will tell them about it."));

    private static List<StateItem> items(@Nullable StateDocument previous, String... texts) {
        CompileRequest request = new CompileRequest(StateSchema.session(), Entries.of(11, SPAN), previous, null, 1_000);
        StateDocument state = request.schema().document(Map.of("logos", List.of(texts)), Writer.MODEL);
        return Attribution.of(state, request).items();
    }

    @Test
    void attributesItemToMessageWithItsWords() {
        List<StateItem> items = items(
                null,
                "Nephew has a peanut allergy",
                "Reservation LX-4471 is confirmed",
                "Party of six people, 14 March");

        assertThat(items.get(0).sources()).containsExactly(13L);
        assertThat(items.get(0).origin()).isEqualTo(Origin.USER);
        assertThat(items.get(1).sources()).containsExactly(15L);
        assertThat(items.get(1).origin()).isEqualTo(Origin.TOOL);
        assertThat(items.get(2).sources()).contains(11L);
        assertThat(items).extracting(StateItem::writer).containsOnly(Writer.MODEL);
    }

    @Test
    void attributesFoundTextToNobodyInTheChat() {
        Message asked = Message.user("When do I plant tulips? Context: Opened seed bags are never returned.")
                .withParts(new Message.Parts("When do I plant tulips?", "Opened seed bags are never returned."));
        CompileRequest request =
                new CompileRequest(StateSchema.session(), Entries.of(7, List.of(asked)), null, null, 1_000);
        StateDocument state = request.schema()
                .document(
                        Map.of(
                                "logos",
                                List.of("Opened seed bags are never returned", "The question is when to plant tulips")),
                        Writer.MODEL);

        List<StateItem> items = Attribution.of(state, request).items();

        assertThat(items).extracting(StateItem::origin).containsExactly(Origin.OUTSIDE, Origin.USER);
        assertThat(items.get(0).sources()).containsExactly(7L);
    }

    @Test
    void namesNoSourceForInventedItem() {
        StateItem invented = items(null, "Zebras gallop").get(0);

        assertThat(invented.sources()).isEmpty();
        assertThat(invented.origin()).isEqualTo(Origin.UNKNOWN);
    }

    @Test
    void takesOverTheSourcesOfTheStateBefore() {
        StateDocument previous = new StateDocument(Map.of(
                "logos",
                List.of(new StateItem("Budget is 900 EUR", Kind.FACT, List.of(2L, 5L), Origin.USER, Writer.MODEL))));

        StateItem kept = items(previous, "The budget: 900 EUR").get(0);

        assertThat(kept.sources()).containsExactly(2L, 5L);
        assertThat(kept.origin()).isEqualTo(Origin.USER);
    }

    @Test
    void ignoresWordsOfMostMessages() {
        List<Message> span = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            span.add(Message.user("The kayak number " + i + " leaks."));
        }
        CompileRequest request = new CompileRequest(StateSchema.session(), Entries.of(span), null, null, 1_000);
        StateDocument state =
                request.schema().document(Map.of("logos", List.of("All kayaks leak", "Kayak 77 leaks")), Writer.MODEL);

        List<StateItem> items = Attribution.of(state, request).items();

        assertThat(items.get(0).sources()).isEmpty();
        assertThat(items.get(1).sources()).containsExactly(78L);
    }

    @Test
    void attributesItemsOfModelAnswer() {
        CompilerFixture fixture = new CompilerFixture();
        fixture.model.otherwise(
                request -> new ModelAnswer(CompilerFixture.answer("Budget: 4,200 euros"), FinishReason.STOP, null));

        Compilation outcome = fixture.compile(CompilerFixture.span(), null);

        assertThat(outcome).isInstanceOf(Compilation.Compiled.class);
        StateItem budget =
                ((Compilation.Compiled) outcome).state().items("logos").get(0);
        assertThat(budget.sources()).containsExactly(1L);
        assertThat(budget.origin()).isEqualTo(Origin.USER);
        assertThat(budget.writer()).isEqualTo(Writer.MODEL);
    }

    private static List<Long> sources(String item, List<String> said) {
        CompileRequest request = new CompileRequest(
                StateSchema.session(),
                Entries.of(said.stream().map(Message::user).toList()),
                null,
                null,
                1_000);
        StateDocument state = request.schema().document(Map.of("logos", List.of(item)), Writer.MODEL);
        return Attribution.of(state, request).items().get(0).sources();
    }

    @Test
    void believesAValueMoreThanAWord() {
        assertThat(sources("heron quay 4471", List.of("The heron sleeps.", "Number 4471 rings.")))
                .containsExactly(2L);
    }

    @Test
    void believesAWordTheMoreTheFewerMessagesHaveIt() {
        assertThat(sources(
                        "trellis lantern",
                        List.of("A lantern.", "One lantern.", "Red lantern.", "Lantern again.", "My trellis.")))
                .containsExactly(5L);
    }

    @Test
    void namesMessagesWithHalfOfBestScore() {
        assertThat(sources("heron trellis", List.of("The heron and the trellis.", "Nothing.")))
                .containsExactly(1L);
        assertThat(sources("heron trellis anvil", List.of("Anvil.", "Heron, trellis.", "Nothing.")))
                .containsExactlyInAnyOrder(1L, 2L);
        assertThat(sources("heron trellis anvil bugle", List.of("Anvil.", "Heron, trellis, bugle.", "Nothing.")))
                .containsExactly(2L);
    }

    @Test
    void countsWordJustBelowFrequencyLimit() {
        List<String> said = new ArrayList<>(Collections.nCopies(64, "The kayak leaks."));
        assertThat(sources("kayak", said)).containsExactly(57L, 58L, 59L, 60L, 61L, 62L, 63L, 64L);
        said.add("The kayak leaks.");
        assertThat(sources("kayak", said)).isEmpty();
    }

    @Test
    void tellsTheLanguageByMoreThanTheFirstMessage() {
        List<String> said = new ArrayList<>();
        said.add("OK.");
        said.add("Ich habe gestern mit dem Nachbarn über den Zaun gesprochen, weil er nicht mehr gerade steht.");
        said.add("Das ist schade, aber wir werden ihn bestimmt bald wieder aufrichten und neu streichen.");

        assertThat(sources("Wir werden das nicht", said)).isEmpty();
        assertThat(sources("Der Zaun", said)).containsExactly(2L);
    }
}
