package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Step.Proposal;
import io.github.sessioncompression.Steps.ResizeState;
import io.github.sessioncompression.extract.StateFitter;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.CompressionRecord.Bridge;
import io.github.sessioncompression.store.MadeRecord;
import io.github.sessioncompression.store.SegmentState;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Shown part of a state: less if a turn needs the room, more afterwards. */
class ShownShareTest {
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(16_000);

    private final MutableTime time = new MutableTime();

    @AutoClose
    private final SessionCompressor compressor =
            SessionCompressor.builder().policy(POLICY).clock(time).build();

    private final ConversationParts workings = ConversationParts.of("chat", compressor.settings(), compressor.shared());
    private final StateFitter fitter = compressor.settings().writer().fitter();

    /** A state of so many items, some ten tokens each. */
    private static StateDocument state(int items) {
        return StateDocument.ofTexts(Map.of(
                "logos",
                IntStream.range(0, items)
                        .mapToObj(i -> "crate QX-" + (4_100 + 7 * i) + " is full")
                        .toList()));
    }

    /** A chat with a state of so many items, of which so many are shown. */
    private void chat(int items, int shown) {
        workings.chats().run(chat -> {
            chat.add(List.of(Message.user("Is it full?"), Message.assistant("It is."), Message.user("And now?")));
            long id = SegmentState.id(1, 0);
            assertThat(chat.commit(
                            MadeRecord.of(1, 2)
                                    .schema(chat.rules().schema().name())
                                    .segments(List.of(id))
                                    .shown(state(shown))
                                    .at(time.instant()),
                            List.of(new SegmentState(id, 2, state(items), time.instant()))))
                    .isTrue();
        });
    }

    private void carries(int beside) {
        workings.chats().run(chat -> chat.shown().meter().overhead(beside));
    }

    private int stateTokens() {
        return workings.chats()
                .get(chat -> chat.rules().stateTokens(chat.shown().state()));
    }

    private int size() {
        return workings.chats().get(chat -> chat.shown().size());
    }

    private long version() {
        return workings.chats().get(chat -> chat.stored().record().version());
    }

    private @Nullable Outcome make(Step step) {
        return workings.chats().get(chat -> {
            int before = chat.shown().size();
            Proposal.Ready ready = (Proposal.Ready) step.propose(chat);
            return ready != null && ready.change().test(chat) ? ready.outcome().apply(chat, before) : null;
        });
    }

    private @Nullable Outcome condense() {
        return make(new ResizeState(fitter, time, false));
    }

    private @Nullable Outcome widen() {
        return make(new ResizeState(fitter, time, true));
    }

    @Test
    void halvesStateRoomLeftByTurn() {
        chat(60, 60);
        int beside = 400;
        carries(POLICY.hardLimitTokens()
                - workings.chats().get(chat -> chat.shown().context().tokens())
                + stateTokens()
                - beside);
        int before = size();

        Outcome outcome = condense();

        // The acknowledgement is part of what the context spends on the state.
        assertThat(stateTokens()).isBetween(beside / 2 - 40, beside / 2 + 10);
        assertThat(outcome).isEqualTo(new Outcome.Condensed(before, size()));
        assertThat(version()).isEqualTo(2);
        assertThat(workings.chats().get(chat -> chat.stored().record().cause()).name())
                .isEqualTo("RESIZED");
        assertThat(workings.chats()
                        .get(chat -> chat.stored().record().createdAt())
                        .equals(time.instant()))
                .isTrue();
    }

    @Test
    void aStateGetsSmallerThoughItHasItsRoom() {
        chat(60, 60);
        int before = stateTokens();

        assertThat(condense()).isInstanceOf(Outcome.Condensed.class);

        assertThat(stateTokens()).isBetween(before - 60, before - 1);
    }

    @Test
    void nothingIsCondensedOfNothing() {
        workings.chats().run(chat -> chat.add(List.of(Message.user("Is it full?"))));

        assertThat(condense()).isNull();
        assertThat(widen()).isNull();
    }

    @Test
    void condensesBridgeStateWithoutCommit() {
        chat(60, 60);
        workings.chats().run(chat -> chat.shown().leaveOut(new Bridge(3, state(60), state(60))));
        int before = stateTokens();

        assertThat(condense()).isInstanceOf(Outcome.Condensed.class);

        assertThat(stateTokens()).isLessThan(before).isPositive();
        assertThat(version()).isEqualTo(1);
        assertThat(workings.chats().get(chat -> chat.shown().leftOutThrough()).longValue())
                .isEqualTo(3);
    }

    @Test
    void showsWholeStateIfRoomAllows() {
        chat(60, 10);
        int before = size();

        assertThat(widen()).isEqualTo(new Outcome.Condensed(before, size()));

        assertThat(stateTokens())
                .isEqualTo(workings.chats()
                        .get(chat -> chat.rules().stateTokens(state(60)))
                        .intValue());
        assertThat(version()).isEqualTo(2);
        assertThat(widen()).as("nothing more to show").isNull();
    }

    @Test
    void aStateIsShownAsFarAsTheTargetLeavesRoom() {
        chat(60, 10);
        int room = 400;
        carries(POLICY.targetTokens() - size() + stateTokens() - room);

        assertThat(widen()).isInstanceOf(Outcome.Condensed.class);

        assertThat(stateTokens()).isBetween(room - 40, room + 10);
    }

    @Test
    void keepsStateIfItCannotDouble() {
        chat(60, 30);
        int now = stateTokens();
        carries(POLICY.targetTokens() - size() + now - 2 * now + 20);
        assertThat(widen()).isNull();

        carries(0);
        chatWith(40, 30);
        assertThat(widen()).isNull();
        assertThat(version()).isEqualTo(3);
    }

    private void chatWith(int items, int shown) {
        workings.chats().run(chat -> {
            CompressionRecord now = chat.stored().record();
            long id = SegmentState.id(now.version() + 1, 0);
            assertThat(chat.commit(
                            now.replaced(2, List.of(), List.of(id), state(items), time.instant()),
                            List.of(new SegmentState(id, 2, state(items), time.instant()))))
                    .isTrue();
            assertThat(chat.commit(chat.stored().record().resized(state(shown), time.instant())))
                    .isTrue();
        });
    }
}
