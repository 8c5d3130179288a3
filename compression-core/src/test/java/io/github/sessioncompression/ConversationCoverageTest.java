package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.Accounting.Coverage;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fact coverage of states from a model that loses, invents or refuses. */
class ConversationCoverageTest {
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(16_000);
    private static final List<String> FACTS = List.of(
            "Never call me before 9:30.",
            "My customer number is KD-48213.",
            "The budget for the terrace is 4,350 euros.",
            "I am allergic to birch pollen.",
            "We decided to use larch for the deck.",
            "The invoice RE-2291 is due on 2026-03-14.",
            "Bitte keine E-Mails an privat@example.org.",
            "Das Treffen ist am 9. M\u00e4rz um 18:00 Uhr.",
            "El pedido 77120 cuesta 312,40 euros.");

    private final List<CompressionEvent> events = new CopyOnWriteArrayList<>();

    @AutoClose
    private final Compressors open = new Compressors();

    private final Warnings warnings = new Warnings();

    @AfterEach
    void close() {
        warnings.close();
    }

    private Conversation chat(CompressionPolicy policy, StructuredModel model, SessionStore store) {
        return open.open(SessionCompressor.builder()
                        .policy(policy)
                        .model(model)
                        .store(store)
                        .executor(Runnable::run)
                        .listener(events::add))
                .conversation("chat");
    }

    private static void tell(Conversation chat) {
        chat.append(Message.system(Chats.SYSTEM));
        for (String fact : FACTS) {
            chat.append(
                    Message.user(fact),
                    Message.assistant(
                            "All right. I have put that down, as you said. " + "Anything else is fine. ".repeat(8)));
        }
        chat.append(Message.user("What is next?"), Message.assistant("The deck."));
    }

    private static String shown(Conversation chat) {
        return chat.view().messages().stream().map(Message::text).collect(Collectors.joining("\n"));
    }

    private static final String STORY =
            "The user and the assistant talked about a deck behind the house. The user told of many matters that"
                    + " have to do with it, some in English, some in German and some in Spanish, and the assistant put all of them down as they"
                    + " were said, without a question of its own. Then the user asked what comes next, and the assistant named the deck. Nothing"
                    + " was ordered, nothing was built, and nobody else took part. Both were friendly and in no hurry, and neither of them made"
                    + " a joke. They left it at that, and they may go on with the deck at any time from where they stand, or with the garden."
                    + " Nothing of this is urgent as far as anybody said, and the assistant has promised nothing beyond its notes. The user"
                    + " never asked for prices, drawings or names, and never sent a picture of the place or of anything else so far.";

    private static ModelAnswer answer(String logos) {
        return ModelAnswer.of("{\"logos\":[" + logos + "],\"pathos\":[\"calm\"],\"abstract\":[\"decks\"],"
                + "\"conversation_summary\":\"" + STORY + "\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"The user wants a deck.\"",
                "\"none\"",
                "\"I am sorry, but I cannot help with that.\"",
                "\"array of strings\"",
            })
    void showsFactsLostByTheModel(String logos) {
        SessionStore store = SessionStore.inMemory();
        Conversation chat = chat(POLICY, request -> answer(logos), store);
        tell(chat);

        Outcome outcome = chat.compress();

        String shown = shown(chat);
        assertThat(shown)
                .contains("9:30", "KD-48213", "4,350", "birch pollen", "larch", "RE-2291", "2026-03-14")
                .contains("privat@example.org", "9. M\u00e4rz", "77120", "312,40")
                .containsIgnoringCase("never call");
        assertThat(outcome).isInstanceOfSatisfying(Outcome.Compressed.class, compressed -> {
            Coverage coverage = compressed.coverage();
            assertThat(coverage.required()).isGreaterThanOrEqualTo(FACTS.size());
            assertThat(coverage.shown()).isEqualTo(coverage.required());
            assertThat(coverage.share()).isEqualTo(1);
            assertThat(coverage.leftOut()).isZero();
        });
        assertThat(store.current("chat").orElseThrow().accounting().coverage())
                .isEqualTo(((Outcome.Compressed) outcome).coverage());
        assertThat(events).noneMatch(CompressionEvent.FactsLeftOut.class::isInstance);
    }

    @Test
    void hidesFactsInventedByModel() {
        Conversation chat = chat(
                POLICY,
                request -> answer("\"The customer number is KD-48213.\",\"The order number is ZX-99871.\","
                        + "\"The user pays 8,888 euros.\""),
                SessionStore.inMemory());
        tell(chat);

        Outcome outcome = chat.compress();

        assertThat(shown(chat)).contains("KD-48213").doesNotContain("ZX-99871", "8,888");
        assertThat(((Outcome.Compressed) outcome).coverage().invented()).isEqualTo(2);
    }

    @Test
    void tellsHowManyFactsFindNoRoom() {
        CompressionPolicy tight = POLICY.withState(StateOptions.defaults().withMaxTokens(120));
        Conversation chat = chat(tight, request -> answer("\"The user wants a deck.\""), SessionStore.inMemory());
        tell(chat);

        Outcome outcome = chat.compress();

        Coverage coverage = ((Outcome.Compressed) outcome).coverage();
        assertThat(coverage.leftOut()).isPositive();
        assertThat(coverage.share()).isBetween(0.1, 0.99);
        assertThat(events)
                .filteredOn(CompressionEvent.FactsLeftOut.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(CompressionEvent.FactsLeftOut.class, event -> assertThat(event.facts())
                        .isEqualTo(coverage.leftOut()));
        assertThat(chat.view().stateTokens()).isLessThanOrEqualTo(140);
    }

    @Test
    void statsSumFactCoverageOverCompressionsAndProcesses() {
        SessionStore store = SessionStore.inMemory();
        StructuredModel inventing = request -> answer("\"The user wants a deck.\",\"The order number is ZX-99871.\"");
        Conversation chat = chat(POLICY, inventing, store);
        tell(chat);
        Coverage first = ((Outcome.Compressed) chat.compress()).coverage();
        assertThat(first.invented()).isEqualTo(1);
        assertThat(first.shown()).isGreaterThan(first.held());
        assertThat(facts(chat)).isEqualTo(added(first, Coverage.NONE));
        open.get(0).close();

        Conversation again = chat(POLICY.withState(StateOptions.defaults().withMaxTokens(120)), inventing, store);
        assertThat(facts(again)).as("kept with the conversation").isEqualTo(added(first, Coverage.NONE));
        assertThat(open.get(1).stats().factCoverage())
                .as("nothing was compressed in this process")
                .isEqualTo(Coverage.NONE);
        tell(again);
        Coverage second = ((Outcome.Compressed) again.compress()).coverage();

        assertThat(second.leftOut()).isPositive();
        assertThat(facts(again)).isEqualTo(added(first, second));
        assertThat(open.get(1).stats().factCoverage()).isEqualTo(added(second, Coverage.NONE));
    }

    private static Coverage facts(Conversation chat) {
        return chat.status().stats().factCoverage();
    }

    private static Coverage added(Coverage one, Coverage other) {
        return new Coverage(
                one.required() + other.required(),
                one.held() + other.held(),
                one.shown() + other.shown(),
                one.leftOut() + other.leftOut(),
                one.invented() + other.invented());
    }

    @ParameterizedTest
    @ValueSource(ints = {1_100, 2_200, 22_000})
    void asksModelWithAnyChatWindow(int window) {
        AtomicInteger asked = new AtomicInteger();
        CompressionPolicy policy = CompressionPolicy.forWindow(window)
                .withState(StateOptions.defaults().withMaxTokens(400));
        Conversation chat = chat(
                policy,
                request -> {
                    asked.incrementAndGet();
                    return ModelAnswer.of(ScriptedModel.state("The user wants a deck.", "A deck."));
                },
                SessionStore.inMemory());
        for (int i = 0; i < 60; i++) {
            chat.append(Chats.turn(i, 20));
        }
        chat.compress();

        assertThat(asked).hasPositiveValue();
        assertThat(chat.history())
                .extracting(CompressionRecord::cause)
                .contains(CompressionRecord.Cause.MODEL)
                .doesNotContain(CompressionRecord.Cause.OFFLINE);
    }

    @Test
    void reportsFailureOfJudge() {
        Conversation chat = open.open(SessionCompressor.builder()
                        .policy(POLICY)
                        .model(request -> answer("\"The user wants a deck.\""))
                        .judge((request, state) -> {
                            throw new IllegalStateException("secret words");
                        })
                        .executor(Runnable::run)
                        .listener(events::add))
                .conversation("chat");
        tell(chat);

        Outcome outcome = chat.compress();

        assertThat(((Outcome.Compressed) outcome).by()).isEqualTo(Outcome.Compressed.By.MODEL);
        assertThat(events)
                .filteredOn(CompressionEvent.StageFailed.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(CompressionEvent.StageFailed.class, failed -> {
                    assertThat(failed.stage()).isEqualTo(Stage.JUDGE);
                    assertThat(failed.failure()).isEqualTo("JUDGE_FAILED");
                });
        assertThat(warnings.lines())
                .singleElement()
                .asString()
                .contains("is used unjudged: the judge threw java.lang.IllegalStateException")
                .doesNotContain("secret words");
    }

    @Test
    void reportsAuthorOfState() {
        SessionStore store = SessionStore.inMemory();
        Conversation chat = chat(POLICY, request -> answer("\"The user wants a deck.\""), store);
        tell(chat);

        Outcome.Compressed compressed = (Outcome.Compressed) chat.compress();

        assertThat(compressed.shares().modelTokens()).isPositive();
        assertThat(compressed.shares().ledgerTokens()).isPositive();
        assertThat(compressed.shares().extractTokens()).isZero();
        assertThat(store.current("chat").orElseThrow().accounting().shares()).isEqualTo(compressed.shares());
        assertThat(events)
                .filteredOn(CompressionEvent.StageFinished.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(CompressionEvent.StageFinished.class, finished -> assertThat(finished.shares())
                        .isEqualTo(compressed.shares()));
    }

    @Test
    void asksModelWithSmallerWindowInSmallerSteps() {
        AtomicInteger refused = new AtomicInteger();
        Conversation chat = chat(
                POLICY.withState(StateOptions.defaults().withMaxTokens(1_000)),
                new StructuredModel() {
                    @Override
                    public ModelAnswer answer(ModelRequest request) {
                        if (ScriptedModel.part(request, "new_messages").length() > 9_000) {
                            refused.incrementAndGet();
                            throw new IllegalStateException(
                                    "This model's maximum context length is 3500 tokens. However, your messages resulted in"
                                            + " 6000 tokens.");
                        }
                        return ModelAnswer.of(ScriptedModel.state("The user wants a deck.", "A deck."));
                    }
                },
                SessionStore.inMemory());
        tell(chat);
        for (int i = 0; i < 60; i++) {
            chat.append(Chats.turn(i, 20));
        }

        Outcome first = chat.compress();
        for (int i = 60; i < 120; i++) {
            chat.append(Chats.turn(i, 20));
        }
        chat.compress();

        assertThat(first).isInstanceOfSatisfying(Outcome.Compressed.class, compressed -> assertThat(compressed.by())
                .isEqualTo(Outcome.Compressed.By.MODEL));
        assertThat(refused).hasValue(1);
        assertThat(warnings.lines())
                .filteredOn(line -> line.contains("going on with a window of 3500"))
                .hasSize(1);
    }
}
