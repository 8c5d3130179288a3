package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.context.Context;
import io.github.sessioncompression.context.ShownViews;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.request.RequestMatch;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestMatchTest {
    private static final Message SYSTEM = Message.system("You run a pottery.");
    private static final Message OLD = Message.user("Is the kiln hot?");
    private static final Message OLD_ANSWER = Message.assistant("It is.");
    private static final Message QUESTION = Message.user("Which glaze is dry?");
    private static final Message CALLS = Message.assistant("", List.of(new ToolCall("g1", "glazes", "{}")));
    private static final Message RESULT = Message.toolResult("g1", "glazes", "the green one");
    private static final Message RETRIEVED = Message.user("Glazes dry in two days, says the handbook.");

    private static final int PROMPT = Contexts.tokens(SYSTEM);

    private static final Context FULL = Contexts.of(Contexts.entries(1, SYSTEM, OLD, OLD_ANSWER, QUESTION));
    /** The same once the first turn is covered. */
    private static final Context COVERED =
            Contexts.of(Contexts.STATE, 3, List.of(Contexts.entry(1, SYSTEM), Contexts.entry(4, QUESTION)));

    private static List<Message> messages(List<RequestMatch.Piece> pieces) {
        return pieces.stream().map(RequestMatch.Piece::message).toList();
    }

    private static List<Message> own(List<RequestMatch.Piece> pieces) {
        return pieces.stream()
                .filter(RequestMatch.Piece::own)
                .map(RequestMatch.Piece::message)
                .toList();
    }

    private static RequestMatch match(List<Message> request, Context shown) {
        return new RequestMatch(request, ShownViews.request(shown));
    }

    private static List<RequestMatch.Piece> with(Context then, Context now, Message... request) {
        return match(List.of(request), then).with(ShownViews.request(now), message -> 7);
    }

    @Test
    void tellsTheContextsMessagesFromTheRequestsOwn() {
        List<RequestMatch.Piece> pieces = match(
                        List.of(RETRIEVED, SYSTEM, OLD, OLD_ANSWER, QUESTION, CALLS, RESULT), FULL)
                .asItIs(null, message -> 7);

        assertThat(messages(pieces)).containsExactly(RETRIEVED, SYSTEM, OLD, OLD_ANSWER, QUESTION, CALLS, RESULT);
        assertThat(own(pieces)).containsExactly(RETRIEVED, CALLS, RESULT);
        assertThat(pieces).extracting(RequestMatch.Piece::tokens).containsExactly(7, PROMPT, 14, 12, 14, 7, 7);
        assertThat(pieces).noneMatch(RequestMatch.Piece::state);
    }

    @Test
    void marksPiecesCarryingState() {
        List<Message> request = COVERED.snapshot();
        assertThat(request).hasSize(4);

        List<RequestMatch.Piece> pieces = match(request, COVERED).asItIs(null, message -> 7);

        assertThat(pieces).extracting(RequestMatch.Piece::state).containsExactly(false, true, true, false);
        assertThat(pieces).noneMatch(RequestMatch.Piece::own);
    }

    @Test
    void sumsContextTokens() {
        RequestMatch match = match(List.of(OLD), FULL);

        assertThat(match.contextTokens()).isEqualTo(FULL.tokens()).isEqualTo(PROMPT + 14 + 12 + 14);
        assertThat(match.matched()).isEqualTo(1);
    }

    @Test
    void sumsTokensOfReplacedSystemMessages() {
        assertThat(match(List.of(OLD, QUESTION), FULL).absentSystem()).isEqualTo(PROMPT);
        assertThat(match(List.of(SYSTEM, QUESTION), FULL).absentSystem()).isZero();
    }

    @Test
    void replacesCoveredMessagesWithState() {
        List<RequestMatch.Piece> pieces =
                with(FULL, COVERED, SYSTEM, OLD, OLD_ANSWER, RETRIEVED, QUESTION, CALLS, RESULT);

        List<Message> shown = new ArrayList<>(COVERED.snapshot());
        shown.add(3, RETRIEVED);
        shown.addAll(List.of(CALLS, RESULT));
        assertThat(messages(pieces)).isEqualTo(shown);
        assertThat(own(pieces)).containsExactly(RETRIEVED, CALLS, RESULT);
        assertThat(pieces.get(1).state()).isTrue();
        assertThat(pieces.get(2).state()).isTrue();
        assertThat(pieces.get(0).tokens()).isEqualTo(PROMPT);
        assertThat(pieces.get(4).tokens()).isEqualTo(14);
        assertThat(pieces.get(5).tokens()).isEqualTo(7);
    }

    @Test
    void addsNoSystemMessageToRequestWithItsOwn() {
        Message other = Message.system("You are a poet.");

        assertThat(messages(with(FULL, COVERED, other, OLD, OLD_ANSWER, QUESTION)))
                .isEqualTo(List.of(
                        other, COVERED.snapshot().get(1), COVERED.snapshot().get(2), QUESTION));
    }

    @Test
    void keepsAugmentedTextOfMessage() {
        Message augmented = Message.user("Which glaze is dry? Glazes dry in two days.");

        List<RequestMatch.Piece> pieces = with(FULL, COVERED, SYSTEM, OLD, OLD_ANSWER, augmented);

        assertThat(messages(pieces)).endsWith(augmented).doesNotContain(QUESTION);
        assertThat(pieces.get(3)).isEqualTo(new RequestMatch.Piece(augmented, 7, true, false));
    }

    @Test
    void takesAResultForAnotherVersionOnlyOfTheSameCall() {
        Context then = Contexts.of(Contexts.entries(1, QUESTION, CALLS, RESULT));
        Message shorter = Message.toolResult("g1", "glazes", "green");
        Message stranger = Message.toolResult("x9", "kilns", "hot");

        assertThat(messages(with(then, then, QUESTION, CALLS, shorter))).containsExactly(QUESTION, CALLS, shorter);
        assertThat(messages(with(then, then, QUESTION, CALLS, stranger))).containsExactly(QUESTION, CALLS, stranger);
        assertThat(messages(with(then, then, QUESTION, shorter, stranger)))
                .containsExactly(QUESTION, shorter, stranger);
    }

    @Test
    void dropsReplacementWithItsMessageButKeepsNotes() {
        Context then = Contexts.of(Contexts.entries(1, SYSTEM, OLD, CALLS, RESULT, OLD_ANSWER, QUESTION));
        Context now = Contexts.of(Contexts.STATE, 5, List.of(Contexts.entry(1, SYSTEM), Contexts.entry(6, QUESTION)));
        Message augmented = Message.user("Is the kiln hot? It is on.");
        Message shorter = Message.toolResult("g1", "glazes", "green");
        Message stranger = Message.toolResult("x9", "kilns", "hot");
        Message note = Message.assistant("I was not asked.");

        assertThat(own(with(then, now, SYSTEM, augmented, CALLS, shorter, OLD_ANSWER, QUESTION)))
                .isEmpty();
        assertThat(own(with(then, now, SYSTEM, OLD, CALLS, stranger, OLD_ANSWER, QUESTION)))
                .containsExactly(stranger);
        assertThat(own(with(then, now, SYSTEM, OLD, CALLS, augmented, OLD_ANSWER, QUESTION)))
                .containsExactly(augmented);
        assertThat(own(with(then, now, SYSTEM, note, CALLS, RESULT, OLD_ANSWER, QUESTION)))
                .containsExactly(note);
        assertThat(own(with(then, now, SYSTEM, OLD, CALLS, RESULT, note, QUESTION)))
                .containsExactly(note);
    }

    @Test
    void doesNotAddMessagesOmittedFromRequest() {
        Context now = Contexts.of(Contexts.entries(1, SYSTEM, OLD, OLD_ANSWER, QUESTION, CALLS));

        assertThat(messages(with(FULL, now, SYSTEM, OLD, QUESTION))).containsExactly(SYSTEM, OLD, QUESTION);
    }

    @Test
    void doesNotAddMessagesAfterRequest() {
        Context now = Contexts.of(Contexts.entries(1, SYSTEM, OLD, OLD_ANSWER, QUESTION, CALLS, RESULT));

        assertThat(messages(with(FULL, now, SYSTEM, OLD, OLD_ANSWER, QUESTION)))
                .containsExactly(SYSTEM, OLD, OLD_ANSWER, QUESTION);
    }

    @Test
    void keepsCoveredQuestion() {
        Context now = Contexts.of(Contexts.STATE, 4, List.of(Contexts.entry(1, SYSTEM)));

        List<RequestMatch.Piece> pieces = with(FULL, now, SYSTEM, OLD, OLD_ANSWER, QUESTION);

        assertThat(messages(pieces)).hasSize(4).endsWith(QUESTION).doesNotContain(OLD);
        assertThat(own(pieces)).containsExactly(QUESTION);
    }

    @Test
    void keepsCallsOfLastResults() {
        Context then = Contexts.of(Contexts.entries(
                1,
                SYSTEM,
                QUESTION,
                Message.assistant("", List.of(new ToolCall("a", "glazes", "{}"))),
                Message.toolResult("a", "glazes", "none"),
                CALLS,
                RESULT));
        Context now = Contexts.of(Contexts.STATE, 6, List.of(Contexts.entry(1, SYSTEM)));

        List<RequestMatch.Piece> pieces = with(then, now, then.snapshot().toArray(new Message[0]));

        assertThat(messages(pieces).subList(3, pieces.size())).containsExactly(QUESTION, CALLS, RESULT);
        assertThat(own(pieces)).containsExactly(QUESTION, CALLS, RESULT);
    }

    @Test
    void dropsAnsweredCalls() {
        Context then = Contexts.of(Contexts.entries(1, QUESTION, CALLS, RESULT, Message.assistant("The green one.")));
        Context now = Contexts.of(Contexts.STATE, 4, List.of());

        assertThat(own(with(then, now, then.snapshot().toArray(new Message[0]))))
                .containsExactly(QUESTION);
    }

    @Test
    void findsPositionDespiteFewMissingMessages() {
        List<Message> chat = IntStream.range(0, 40)
                .mapToObj(i -> i % 2 == 0 ? Message.user("say " + i) : Message.assistant("said " + i))
                .toList();
        Context context = Contexts.of(Contexts.entries(1, chat.toArray(new Message[0])));

        assertThat(match(chat.subList(15, 40), context).matched()).isEqualTo(25);
        assertThat(match(chat.subList(30, 40), context).matched()).isZero();
    }

    @Test
    void ignoresSimilarMessages() {
        assertThat(match(
                                List.of(
                                        Message.assistant(QUESTION.text()),
                                        Message.assistant("", List.of(new ToolCall("g1", "glazes", "{\"a\":1}"))),
                                        Message.toolResult("g2", "glazes", RESULT.text())),
                                Contexts.of(Contexts.entries(1, QUESTION, CALLS, RESULT)))
                        .matched())
                .isZero();
    }
}
