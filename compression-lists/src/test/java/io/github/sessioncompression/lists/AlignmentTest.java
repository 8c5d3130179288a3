package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class AlignmentTest {
    private static final Message QUESTION = Message.user("How tall is the hedge?");
    private static final Message CALL = Message.assistant("", List.of(new ToolCall("a", "measure", "{}")));
    private static final Message SAYING_CALL =
            Message.assistant("Let me look.", List.of(new ToolCall("b", "measure", "{}")));
    private static final Message RESULT = Message.toolResult("a", "measure", "2 m");
    private static final Message OTHER_RESULT = Message.toolResult("b", "measure", "3 m");
    private static final Message ANSWER = Message.assistant("It is 2 m tall.");
    private static final Message NEXT = Message.user("And how wide?");

    private static List<NumberedMessage<Message>> known(Message... messages) {
        List<NumberedMessage<Message>> known = new ArrayList<>();
        for (Message message : messages) {
            known.add(NumberedMessage.read(known.size() + 1L, message, message));
        }
        return known;
    }

    private static Alignment of(List<NumberedMessage<Message>> known, Message... read) {
        return Objects.requireNonNull(Alignment.of(known, List.of(read), false), "it is something else");
    }

    private static boolean isSomethingElse(List<NumberedMessage<Message>> known, Message... read) {
        Alignment alignment = Alignment.of(known, List.of(read), false);
        return alignment == null || !alignment.continues();
    }

    @Test
    void fullMatchIsComplete() {
        Alignment whole = of(known(QUESTION, CALL, RESULT, ANSWER), QUESTION, CALL, RESULT, ANSWER, NEXT);
        assertThat(whole.complete()).isTrue();
        assertThat(whole.matched()).isEqualTo(4);
        assertThat(whole.place(2)).isEqualTo(2);
        assertThat(whole.place(4)).isEqualTo(4);
        assertThat(whole.readBefore(2)).isEqualTo(2);
    }

    @Test
    void aStoreMayDropResults() {
        Alignment without = of(known(QUESTION, SAYING_CALL, OTHER_RESULT, ANSWER), QUESTION, SAYING_CALL, ANSWER, NEXT);
        assertThat(without.complete()).isFalse();
        assertThat(without.matched()).isEqualTo(3);
        assertThat(without.place(1)).isEqualTo(1);
        assertThat(without.place(2)).isEqualTo(3);
        assertThat(without.place(3)).isEqualTo(4);
        assertThat(without.readBefore(0)).isZero();
        assertThat(without.readBefore(2)).isEqualTo(2);
        assertThat(without.readBefore(3)).isEqualTo(2);
        assertThat(without.readBefore(4)).isEqualTo(3);
    }

    @Test
    void toleratesDroppedCallsAndEmptyMessages() {
        List<NumberedMessage<Message>> known = known(QUESTION, CALL, RESULT, SAYING_CALL, OTHER_RESULT, ANSWER);
        assertThat(of(known, QUESTION, SAYING_CALL, ANSWER).matched()).isEqualTo(3);
        assertThat(of(known, QUESTION, ANSWER).matched()).isEqualTo(2);
    }

    @Test
    void noStoreDropsOnlySomeOfAKind() {
        List<NumberedMessage<Message>> known = known(QUESTION, CALL, RESULT, SAYING_CALL, OTHER_RESULT, ANSWER);
        assertThat(isSomethingElse(known, QUESTION, CALL, SAYING_CALL, OTHER_RESULT, ANSWER))
                .isTrue();
        assertThat(isSomethingElse(known(QUESTION, CALL, RESULT, ANSWER), QUESTION, ANSWER, RESULT))
                .isTrue();
    }

    @Test
    void rejectsLostResultIfStoreKeepsResults() {
        List<NumberedMessage<Message>> known = known(QUESTION, CALL, RESULT, ANSWER);
        assertThat(Alignment.of(known, List.of(QUESTION, CALL, ANSWER), true)).isNull();
        assertThat(Alignment.of(known, List.of(QUESTION, CALL, RESULT, ANSWER), true))
                .isNotNull();
    }

    @Test
    void anotherRoleTextOrCallIsSomethingElse() {
        List<NumberedMessage<Message>> known = known(QUESTION, ANSWER);
        assertThat(isSomethingElse(known, QUESTION, Message.user(ANSWER.text())))
                .isTrue();
        assertThat(isSomethingElse(known, QUESTION, Message.assistant("It is 3 m tall.")))
                .isTrue();
        assertThat(isSomethingElse(known, QUESTION)).isTrue();
        assertThat(isSomethingElse(known(QUESTION, CALL, RESULT), QUESTION, SAYING_CALL, RESULT))
                .isTrue();
        Message otherCall = Message.assistant("", List.of(new ToolCall("z", "weigh", "{}")));
        assertThat(isSomethingElse(known(QUESTION, CALL), QUESTION, otherCall)).isTrue();
    }

    @Test
    void aStoreMayLoseCallsIdsAndBlanksAtTheEnds() {
        assertThat(of(known(QUESTION, SAYING_CALL), QUESTION, Message.assistant("Let me look."))
                        .matched())
                .isEqualTo(2);
        assertThat(of(known(QUESTION, Message.assistant("Let me look.")), QUESTION, SAYING_CALL)
                        .matched())
                .isEqualTo(2);
        assertThat(of(known(QUESTION), Message.user(" How tall is the hedge?\n"))
                        .matched())
                .isEqualTo(1);
    }

    @Test
    void findsResultByItsCallDespiteNewText() {
        List<NumberedMessage<Message>> known = known(QUESTION, CALL, RESULT);
        Message emptied = Message.toolResult("a", "measure", "(taken out)");
        assertThat(of(known, QUESTION, CALL, emptied).matched()).isEqualTo(3);
        assertThat(of(known, QUESTION, CALL, Message.toolResult("", "measure", "2 m"))
                        .matched())
                .isEqualTo(3);
        assertThat(of(known(QUESTION, CALL, Message.toolResult("", "measure", "2 m")), QUESTION, CALL, RESULT)
                        .matched())
                .isEqualTo(3);
        assertThat(isSomethingElse(known, QUESTION, CALL, OTHER_RESULT)).isTrue();
    }

    @Test
    void takesOverTextsReplacedByApplication() {
        NumberedMessage<Message> line = NumberedMessage.read(3, RESULT, RESULT);
        Message emptied = Message.toolResult("a", "measure", "(taken out)");
        assertThat(line.reread(RESULT, RESULT).message()).isSameAs(RESULT);
        assertThat(line.reread(Message.toolResult("a", "measure", " "), RESULT).message())
                .isSameAs(RESULT);
        assertThat(line.reread(emptied, emptied).message()).isEqualTo(emptied);
        assertThat(line.reread(emptied, emptied).sequence()).isEqualTo(3);
    }

    @Test
    void findsEndOfCutList() {
        List<NumberedMessage<Message>> known = known(QUESTION, CALL, RESULT, ANSWER, NEXT);
        assertThat(of(known, QUESTION, CALL, RESULT).continues()).isFalse();
        assertThat(of(known, QUESTION, CALL, RESULT).end()).isEqualTo(3);
        assertThat(of(known, QUESTION, ANSWER).end()).isEqualTo(4);
        assertThat(Alignment.of(known, List.of(), false)).isNull();
    }
}
