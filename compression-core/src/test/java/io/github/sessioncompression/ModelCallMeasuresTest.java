package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.model.ProviderFailure.ContextLengthExceeded;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Token counts of a model call, limits learned from it, and its end when nothing can be cut. */
class ModelCallMeasuresTest {
    private static final CompressionPolicy POLICY =
            Policies.early(4_000).withState(StateOptions.defaults().withMaxTokens(1_000));
    private static final Message OWN = Message.system("Answer in verse.");

    @AutoClose
    private final Warnings warnings = new Warnings();

    @AutoClose
    private final SessionCompressor compressor =
            SessionCompressor.builder().policy(POLICY).executor(Runnable::run).build();

    private final Conversation chat = compressor.conversation("chat");

    private static void talk(Conversation chat, int turns) {
        chat.append(Message.system(Chats.SYSTEM));
        for (int i = 0; i < turns; i++) {
            chat.append(Chats.turn(i, 30));
        }
    }

    private static List<Message> shown(Conversation chat) {
        return chat.framework().steadyView().messages();
    }

    private static ModelCall call(Conversation chat, List<Message> request, int tools) {
        return chat.framework().call(new ModelCall.Request("m", request, new ModelCall.Tools(Set.of(), tools), 0));
    }

    private int tokens(Message... messages) {
        return chat.tokens(List.of(messages));
    }

    private int tokens(ModelCall call) {
        return chat.tokens(call.messages());
    }

    private static ContextLengthExceeded limit(int tokens) {
        return new ContextLengthExceeded(OptionalInt.of(tokens), OptionalInt.empty());
    }

    @Test
    void isAsGivenOnlyForUnchangedRequest() {
        talk(chat, 3);
        List<Message> request = new ArrayList<>(shown(chat));
        request.add(Message.user("And now?"));
        List<Message> unanswered = new ArrayList<>(request);
        unanswered.add(Message.assistant("", List.of(new ToolCall("a", "stock", "{}"))));
        List<Message> pasted = new ArrayList<>(shown(chat));
        pasted.add(Message.user("rose ".repeat(9_000)));

        assertThat(call(chat, request, 0).isAsGiven()).isTrue();
        assertThat(call(chat, unanswered, 0).isAsGiven()).as("longer").isFalse();
        ModelCall cut = call(chat, pasted, 0);
        assertThat(cut.messages()).as("of the same length").hasSameSizeAs(pasted);
        assertThat(cut.isAsGiven()).isFalse();
    }

    @Test
    void countsTokensBesideContext() {
        talk(chat, 3);
        int context = chat.view().tokens();
        List<Message> request = new ArrayList<>(shown(chat));
        request.add(0, OWN);

        call(chat, request, 300);

        assertThat(chat.status().contextTokens()).isEqualTo(context + 300 + tokens(OWN));
    }

    @Test
    void excludesMissingSystemMessages() {
        talk(chat, 3);
        int context = chat.view().tokens();
        List<Message> system = shown(chat).stream()
                .filter(message -> message.role() == Role.SYSTEM)
                .toList();
        List<Message> request = new ArrayList<>(shown(chat));
        request.removeAll(system);

        call(chat, request, 300);

        assertThat(chat.status().contextTokens()).isEqualTo(context + 300 - chat.tokens(system));
    }

    @Test
    void shrinksRequestForToolsAndPagesButKeepsView() {
        talk(chat, 21);
        Message page = Message.user("rose ".repeat(420));
        List<Message> request = new ArrayList<>(shown(chat));
        request.add(page);
        assertThat(chat.tokens(request) + 500).isGreaterThan(POLICY.hardLimitTokens());

        ModelCall call = call(chat, request, 500);

        assertThat(tokens(call) + 500).isLessThanOrEqualTo(POLICY.hardLimitTokens());
        assertThat(call.messages()).endsWith(page);
        assertThat(chat.tokens(shown(chat)))
                .as("the chat as it is shown without them")
                .isGreaterThan(POLICY.targetTokens() / 2);
    }

    @Test
    void cutsOversizedMessageToRoomBesideTools() {
        talk(chat, 0);
        Message pasted = Message.user("first " + "rose ".repeat(9_000) + " last");
        List<Message> request = new ArrayList<>(shown(chat));
        request.add(pasted);

        ModelCall call = call(chat, request, 700);

        int room = POLICY.baseTokens() - 700;
        assertThat(tokens(call)).isBetween((int) (0.8 * room), room);
        assertThat(call.refused(Calls.refusal(POLICY.contextWindow(), POLICY.contextWindow() + 1)))
                .isTrue();
        assertThat(tokens(call)).isBetween(room / 2, (int) (0.8 * room));
    }

    @Test
    void aLimitAloneSaysHowMuchTheModelTakes() {
        talk(chat, 14);
        ModelCall call = call(chat, shown(chat), 0);
        assertThat(tokens(call)).isGreaterThan(1_500);

        assertThat(call.refused(limit(1_200))).isTrue();

        assertThat(chat.status().contextWindow()).isEqualTo(1_200);
        assertThat(tokens(call)).isLessThanOrEqualTo(1_200);
        assertThat(warnings.lines()).filteredOn(line -> line.contains("1200")).hasSize(1);
    }

    @Test
    void refusalAtKnownWindowAdjustsCalibration() {
        talk(chat, 14);
        ModelCall call = call(chat, shown(chat), 0);
        int before = tokens(call);
        int window = POLICY.contextWindow();

        assertThat(call.refused(Calls.refusal(window, before * 3))).isTrue();

        assertThat(chat.status().contextWindow()).isEqualTo(window);
        assertThat(warnings.lines()).isEmpty();
        assertThat(tokens(call)).isLessThanOrEqualTo(window / 3);
        assertThat(chat.status().contextTokens()).isGreaterThan(tokens(call) * 2);
    }

    @Test
    void refusalBelowLimitAdjustsCalibration() {
        talk(chat, 20);
        ModelCall call = call(chat, shown(chat), 0);
        int before = tokens(call);
        assertThat(before).isLessThan(POLICY.contextWindow() * 3 / 4);

        assertThat(call.refused(limit(POLICY.contextWindow()))).isTrue();

        assertThat(chat.status().contextWindow()).isEqualTo(POLICY.contextWindow());
        assertThat(warnings.lines()).isEmpty();
        assertThat(tokens(call)).isLessThan((int) (before * 0.8));
        assertThat(chat.status().contextTokens()).isGreaterThan(tokens(call) + 100);
    }

    @Test
    void returnsFalseIfNothingIsLeftToCut() {
        chat.append(Message.user("And now?"));
        ModelCall call = call(chat, shown(chat), 0);
        List<Message> before = call.messages();

        assertThat(call.refused(new ContextLengthExceeded(OptionalInt.empty(), OptionalInt.empty())))
                .isFalse();

        assertThat(call.messages()).isEqualTo(before);
    }

    @Test
    void itIsTriedAgainEightTimesAtMost() {
        talk(chat, 0);
        List<Message> request = new ArrayList<>(shown(chat));
        request.add(Message.user("rose ".repeat(9_000)));
        ModelCall call = call(chat, request, 0);
        int tries = 1;
        while (call.refused(new ContextLengthExceeded(OptionalInt.empty(), OptionalInt.empty()))) {
            tries++;
            ValidSequence.check(call.messages());
        }
        assertThat(tries).isEqualTo(8);
    }

    @Test
    void howTheModelCountsHoldsForItsOtherChatsToo() {
        for (int i = 0; i < 12; i++) {
            chat.append(Chats.question(i, 30));
            ModelCall call = call(chat, shown(chat), 0);
            call.answered(Usage.of(Math.round(tokens(call) * 1.5f), 10));
            chat.append(Chats.answer(i, 30));
        }
        Conversation other = compressor.conversation("other");
        talk(other, 10);
        int counted = other.view().tokens();

        call(other, shown(other), 0);
        other.view();

        assertThat(other.status().contextTokens()).isBetween((int) (counted * 1.4), (int) (counted * 1.6));
    }
}
