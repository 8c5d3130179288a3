package io.github.sessioncompression.offline;

import static io.github.sessioncompression.offline.Chats.COMPILER;
import static io.github.sessioncompression.offline.Chats.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.survival.Readings;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the room of a state is shared: between facts and the rest, and with what is added to it later. */
class OfflineRoomTest {
    private static final int CAP = 600;
    private static final int RESERVE = 120;

    private static CompileRequest request(List<Message> chat, int cap) {
        return new CompileRequest(StateSchema.session(), Entries.of(chat), null, null, cap);
    }

    private static StateDocument compile(int reserve, ToIntFunction<StateDocument> needed) {
        return COMPILER.compile(request(Chats.random(5, 120), CAP), reserve, needed, new Readings());
    }

    @Test
    void takesBackTheRoomThatNobodyNeeded() {
        StateDocument all = COMPILER.compile(request(Chats.random(5, 120), CAP));
        StateDocument none = compile(RESERVE, state -> 0);
        StateDocument whole = compile(RESERVE, state -> RESERVE);

        assertThat(tokens(whole)).isLessThanOrEqualTo(CAP - RESERVE);
        assertThat(tokens(none)).isGreaterThan(CAP - RESERVE).isLessThanOrEqualTo(CAP);
        assertThat(tokens(none)).isGreaterThanOrEqualTo((int) (0.95 * tokens(all)));
    }

    @ParameterizedTest
    @ValueSource(ints = {-50, 0, 1, 40, 119, 120, 5_000})
    void leavesAsMuchAsIsNeededAndNoMoreThanTheReserve(int needed) {
        int left = Math.max(0, Math.min(RESERVE, needed));

        assertThat(tokens(compile(RESERVE, state -> needed))).isLessThanOrEqualTo(CAP - left);
    }

    @Test
    void asksOnceAndOfAStateThatLeavesTheReserve() {
        AtomicInteger asked = new AtomicInteger();

        compile(RESERVE, state -> {
            asked.incrementAndGet();
            assertThat(tokens(state)).isLessThanOrEqualTo(CAP - RESERVE);
            return 30;
        });

        assertThat(asked).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, CAP, CAP + 1})
    void refusesAReserveThatLeavesNothing(int reserve) {
        assertThatThrownBy(() -> compile(reserve, state -> 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(String.valueOf(reserve))
                .hasMessageContaining(String.valueOf(CAP));
    }

    private static List<Message> goalAndFacts(int facts) {
        Random random = new Random(7);
        List<Message> chat = new ArrayList<>();
        chat.add(Message.user("I need a caterer for the garden party in the old brewery by the canal."));
        chat.add(Message.assistant("We decided to take the blue tent with the wooden floor."));
        for (int i = 0; i < facts; i++) {
            chat.add(Message.user("Crate " + (100 + i) + " holds " + random.nextInt(10_000) + " lanterns of type K-"
                    + random.nextInt(10_000) + "!"));
            chat.add(
                    Message.assistant("Crate " + (100 + i) + " stands in row " + random.nextInt(10_000) + ", thanks!"));
        }
        return chat;
    }

    private static int besideFacts(StateDocument state) {
        return String.join(" ", state.texts("pathos")).length()
                + String.join(" ", state.texts("abstract")).length()
                + state.text("conversation_summary").length();
    }

    @Test
    void givesWhatIsNoFactLessOfATightStateThanOfAnAmpleOne() {
        StateDocument ample = COMPILER.compile(request(goalAndFacts(20), 1_000));
        StateDocument tight = COMPILER.compile(request(goalAndFacts(300), 1_000));
        StateDocument tightest = COMPILER.compile(request(goalAndFacts(300), 400));

        assertThat(besideFacts(ample)).isPositive();
        assertThat(besideFacts(tight)).isPositive().isLessThan(besideFacts(ample));
        assertThat(besideFacts(tightest)).isLessThan(besideFacts(tight));
    }

    /** A summary that only repeats the last note would cost a value its place. */
    @Test
    void tellsNothingTwiceInTheSmallestStates() {
        List<Message> chat = new ArrayList<>(goalAndFacts(200).subList(2, 402));

        StateDocument small = COMPILER.compile(request(chat, 300));

        assertThat(small.text("conversation_summary")).isEmpty();
        assertThat(small.texts("logos")).isNotEmpty();
    }
}
