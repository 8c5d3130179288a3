package io.github.sessioncompression.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.MessageForm;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestCutTest {
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(100_000);

    private final MessageTokens tokens = MessageTokens.of(POLICY.tokens());
    private final RequestCut cut = new RequestCut(new MessageForm(tokens, POLICY.hardLimitTokens()));

    private RequestMatch.Piece piece(Message message, boolean own, boolean state) {
        return new RequestMatch.Piece(message, tokens.count(message), own, state);
    }

    private RequestMatch.Piece words(int count) {
        return piece(Message.user("heron ".repeat(count)), true, false);
    }

    private static long sum(List<RequestMatch.Piece> pieces) {
        return pieces.stream().mapToLong(RequestMatch.Piece::tokens).sum();
    }

    @Test
    void keepsFittingRequestUnchanged() {
        List<RequestMatch.Piece> pieces = List.of(words(100), words(300));

        assertThat(cut.within(pieces, sum(pieces)).pieces()).isEqualTo(pieces);
        assertThat(cut.within(pieces, sum(pieces) - 1).pieces()).isNotEqualTo(pieces);
    }

    @Test
    void countsCutMessagesAndTheirTokens() {
        List<RequestMatch.Piece> pieces = List.of(words(100), words(900));

        RequestCut.Cut done = cut.within(pieces, 700);

        assertThat(done.messages()).isEqualTo(1);
        assertThat(done.before()).isEqualTo(pieces.get(1).tokens());
        assertThat(done.after()).isEqualTo(done.pieces().get(1).tokens());
    }

    @Test
    void keepsResultsAtTheEndWholeWhileTheyFit() {
        List<RequestMatch.Piece> pieces = List.of(
                words(100),
                piece(
                        Message.assistant(
                                "", List.of(new ToolCall("a", "read", "{}"), new ToolCall("b", "read", "{}"))),
                        true,
                        false),
                piece(Message.toolResult("a", "read", "heron ".repeat(700)), true, false),
                piece(Message.assistant("", List.of(new ToolCall("c", "read", "{}"))), true, false),
                piece(Message.toolResult("c", "read", "heron ".repeat(600)), true, false));

        List<RequestMatch.Piece> within = cut.within(pieces, 2_000).pieces();

        assertThat(within.get(4)).isEqualTo(pieces.get(4));
        assertThat(sum(within)).isLessThanOrEqualTo(2_000);
        assertThat(sum(cut.within(pieces, 1_100).pieces())).isLessThanOrEqualTo(1_100);
    }

    @Test
    void shortensOnlyTheLargestAllToTheSameSize() {
        List<RequestMatch.Piece> pieces = List.of(words(450), words(50), words(750), words(100));
        long room = 1_100;

        List<RequestMatch.Piece> within = cut.within(pieces, room).pieces();

        assertThat(within.get(1)).isSameAs(pieces.get(1));
        assertThat(within.get(3)).isSameAs(pieces.get(3));
        assertThat(sum(within)).isBetween(room - 60, room);
        assertThat(within.get(0).tokens())
                .isBetween(within.get(2).tokens() - 30, within.get(2).tokens() + 30);
        assertThat(within.get(0).message().text()).startsWith("heron").contains("left out");
        assertThat(within.get(0).own()).isTrue();
    }

    @Test
    void neverShortensSystemPromptAndState() {
        RequestMatch.Piece system = piece(Message.system("heron ".repeat(400)), true, false);
        RequestMatch.Piece state = piece(Message.user("heron ".repeat(400)), false, true);
        List<RequestMatch.Piece> pieces = List.of(system, state, words(600));

        List<RequestMatch.Piece> within =
                cut.within(pieces, system.tokens() + state.tokens() + 200).pieces();

        assertThat(within.subList(0, 2)).containsExactly(system, state);
        assertThat(within.get(2).tokens()).isBetween(150, 200);
    }

    @Test
    void keepsPartOfEachMessageWithoutRoom() {
        List<RequestMatch.Piece> pieces = new ArrayList<>(List.of(words(450), words(15), words(450)));

        List<RequestMatch.Piece> within = cut.within(pieces, 10).pieces();

        assertThat(within.get(1)).isSameAs(pieces.get(1));
        assertThat(within).allSatisfy(piece -> assertThat(piece.tokens()).isBetween(20, 48));
    }
}
