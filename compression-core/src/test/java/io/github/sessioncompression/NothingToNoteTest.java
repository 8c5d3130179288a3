package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ModelOptions.FailurePolicy;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.store.SessionStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Chats whose older part says nothing worth a note: nobody did anything wrong, and nobody is told so. */
class NothingToNoteTest {
    private static final Outcome NOTHING_TO_GAIN = new Outcome.Unchanged(Outcome.Unchanged.Why.NOTHING_TO_GAIN);
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(4_000);
    private static final String SAYS_NOTHING =
            "{\"logos\":[],\"pathos\":[],\"abstract\":[],\"conversation_summary\":\"\"}";

    /** Text without content; the extract compiler notes at most the tone. */
    private static final String BLANK = "  ";

    private final Warnings warnings = new Warnings();
    private final List<CompressionEvent> events = new ArrayList<>();

    @AutoClose
    private final Compressors open = new Compressors();

    @AfterEach
    void close() {
        warnings.close();
    }

    private Conversation chat(SessionCompressor.Builder builder, CompressionPolicy policy) {
        return open.open(builder.policy(policy)
                        .store(SessionStore.inMemory())
                        .executor(Runnable::run)
                        .listener(events::add))
                .conversation("chat");
    }

    private static void talk(Conversation chat, String said, int turns) {
        for (int i = 0; i < turns; i++) {
            chat.append(Message.user(said), Message.assistant(said));
        }
    }

    private void nothingIsSaidToHaveGoneWrong(Conversation chat) {
        assertThat(warnings.lines()).isEmpty();
        assertThat(events)
                .noneMatch(CompressionEvent.StageFailed.class::isInstance)
                .noneMatch(CompressionEvent.LateResultDiscarded.class::isInstance);
        assertThat(chat.status().stats().failures()).isZero();
        assertThat(chat.record()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"...", "?!", "---", "  ", ""})
    void manualCompressionOfBlankTalkGainsNothing(String said) {
        Conversation chat = chat(SessionCompressor.builder(), POLICY.withFailure(FailurePolicy.THROW));
        talk(chat, said, 60);

        assertThat(chat.compress()).isEqualTo(NOTHING_TO_GAIN);
        assertThat(chat.compressAll(Focus.none())).isEqualTo(NOTHING_TO_GAIN);

        nothingIsSaidToHaveGoneWrong(chat);
        assertThat(chat.view().messages()).hasSizeGreaterThanOrEqualTo(120);
    }

    @Test
    void endsEveryStartedStage() {
        Conversation chat = chat(SessionCompressor.builder(), POLICY);
        talk(chat, "...", 60);

        chat.compress();

        assertThat(events).hasSize(2).last().isInstanceOfSatisfying(CompressionEvent.StageFinished.class, finished -> {
            assertThat(finished.affected()).isZero();
            assertThat(finished.savedTokens()).isZero();
        });
        assertThat(chat.status().stats().compressions()).isZero();
    }

    static Stream<CompressionPolicy> everyWayToMakeRoom() {
        return Stream.of(Execution.values()).flatMap(execution -> Stream.of(FailurePolicy.values())
                .map(failure -> POLICY.withExecution(execution).withFailure(failure)));
    }

    @ParameterizedTest
    @MethodSource("everyWayToMakeRoom")
    void roomIsMadeAboveTheHardLimitAllTheSame(CompressionPolicy policy) {
        Conversation chat = chat(SessionCompressor.builder(), policy);
        for (int i = 0; i < 400; i++) {
            chat.append(Message.user(BLANK));
            View view = chat.view();
            ValidSequence.check(view.messages());
            assertThat(view.tokens()).isLessThanOrEqualTo(policy.hardLimitTokens());
            chat.append(Message.assistant(BLANK));
        }

        assertThat(chat.view().leftOut()).isPositive();
        nothingIsSaidToHaveGoneWrong(chat);
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void anAttemptIsNotMadeAgainWithEachTurn(Execution execution) {
        Conversation chat = chat(SessionCompressor.builder(), POLICY.withExecution(execution));
        while (chat.status().contextTokens() < POLICY.triggerTokens()) {
            talk(chat, BLANK, 1);
        }
        events.clear();

        for (int i = 0; i < 10; i++) {
            talk(chat, BLANK, 1);
            chat.view();
        }

        assertThat(events.stream().filter(CompressionEvent.StageStarted.class::isInstance))
                .hasSizeLessThan(4);
    }

    @Test
    void compressesEmptyTalkWithLaterMessages() {
        Conversation chat = chat(SessionCompressor.builder(), POLICY);
        talk(chat, "...", 60);
        chat.compress();
        for (int i = 0; i < 5; i++) {
            chat.append(Chats.turn(i, 30));
        }

        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);

        assertThat(chat.view().messages().get(1).text()).contains("1003");
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void emptyModelAnswerIsFailure() {
        CompressionPolicy policy =
                POLICY.withModel(ModelOptions.defaults().withRetries(0).withContextWindow(100_000));
        Conversation chat = chat(SessionCompressor.builder().model(request -> ModelAnswer.of(SAYS_NOTHING)), policy);
        talk(chat, "...", 60);

        assertThat(chat.compress()).isEqualTo(new Outcome.Failed("EMPTY_STATE"));

        assertThat(warnings.lines()).singleElement().asString().contains("EMPTY_STATE");
        assertThat(chat.status().stats().failures()).isEqualTo(1);
    }

    @Test
    void erasureLeavingNothingToNoteIsNoFailure() {
        Conversation chat = chat(SessionCompressor.builder(), POLICY);
        chat.append(Message.user(
                "The kiln of pot 4711 was sold for 312 euros on 3 May 2024 to the brothers Varga of Szeged."));
        chat.append(Message.assistant(BLANK));
        talk(chat, "...", 60);
        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);

        assertThat(chat.erase(1)).isTrue();

        assertThat(warnings.lines()).isEmpty();
        assertThat(events).noneMatch(CompressionEvent.StageFailed.class::isInstance);
        assertThat(chat.view().messages().toString()).doesNotContain("4711");
    }

    @ParameterizedTest
    @EnumSource(
            value = Execution.class,
            names = {"AUTO", "ASYNC"})
    void aModelIsPaidForItEverMoreSeldom(Execution execution) {
        List<Integer> attempts = new ArrayList<>();
        int[] turn = new int[1];
        MutableTime time = new MutableTime();
        Conversation chat = chat(
                SessionCompressor.builder()
                        .modelCalls(Runnable::run, time)
                        .clock(time)
                        .model(request -> {
                            if (attempts.isEmpty() || attempts.get(attempts.size() - 1) != turn[0]) {
                                attempts.add(turn[0]);
                            }
                            return ModelAnswer.of("");
                        }),
                POLICY.withExecution(execution));

        for (; turn[0] < 1_500; turn[0]++) {
            talk(chat, BLANK, 1);
            // No circuit breaker stays open for so long.
            time.advance(Duration.ofHours(1));
            assertThat(chat.view().tokens()).isLessThanOrEqualTo(POLICY.hardLimitTokens());
        }

        assertThat(attempts).as("at most one in 100 turns").hasSizeBetween(3, 12);
    }
}
