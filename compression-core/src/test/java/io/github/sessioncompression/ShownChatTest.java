package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.MessageTokens;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The shown context follows the stored chat and stays the same within a turn. */
class ShownChatTest {
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(8_000);
    private static final Message SYSTEM = Message.system("You run a pottery.");
    private static final Message OTHER = Message.system("You run a forge.");
    private static final Message ASKED = Message.user("Is the kiln hot?");
    private static final Message SAID = Message.assistant("It is.");
    private static final Message CALLS = Message.assistant("", List.of(new ToolCall("g1", "glazes", "{}")));
    private static final Message RESULT = Message.toolResult("g1", "glazes", "the green one");

    private final ContextRules rules = new ContextRules(POLICY, MessageTokens.of(POLICY.tokens()));
    private final AtomicInteger ids = new AtomicInteger();
    private final Chat chat = new Chat(
            "chat", rules, new StoredChat("chat", rules, SessionStore.inMemory(), () -> "id " + ids.incrementAndGet()));
    private final ShownChat shown = chat.shown();

    private void add(Message... messages) {
        chat.add(List.of(messages));
    }

    private List<Message> messages() {
        return shown.context().snapshot();
    }

    /** The state covers everything up to {@code boundary}. */
    private void cover(long boundary, Long... pinned) {
        CompressionRecord record = chat.stored().record();
        assertThat(chat.commit(record.replaced(boundary, List.of(pinned), List.of(), Contexts.STATE, Instant.EPOCH)))
                .isTrue();
    }

    @Test
    void addedMessagesExtendContext() {
        add(SYSTEM, ASKED);
        Context before = shown.context();

        add(SAID, ASKED);

        assertThat(shown.context()).isSameAs(before);
        assertThat(messages().subList(1, 4)).containsExactly(ASKED, SAID, ASKED);
        assertThat(messages().get(0).text()).startsWith(SYSTEM.text());
    }

    @Test
    void rebuildsPlannerOnlyAfterChange() {
        add(SYSTEM, ASKED, SAID, ASKED);
        CutPlanner planner = shown.planner();
        chat.sync();
        assertThat(shown.planner()).isSameAs(planner);

        add(SAID);
        assertThat(shown.planner()).isNotSameAs(planner);
        planner = shown.planner();
        cover(3);
        assertThat(shown.planner()).isNotSameAs(planner);
        planner = shown.planner();
        shown.leaveOut(4, Contexts.STATE, List.of(Contexts.STATE));
        assertThat(shown.planner()).isNotSameAs(planner);
        planner = shown.planner();
        shown.follow(new ContextRules(CompressionPolicy.forWindow(9_000), MessageTokens.of(POLICY.tokens())));
        assertThat(shown.planner()).isNotSameAs(planner);
    }

    @Test
    void aSystemMessageBeforeAllOthersGoesToTheFront() {
        add(SYSTEM);
        add(OTHER);
        add(ASKED);

        assertThat(messages().get(0).text()).startsWith(SYSTEM.text());
        assertThat(messages().subList(1, 3)).containsExactly(OTHER, ASKED);
        add(SYSTEM);
        assertThat(messages()).hasSize(4).endsWith(SYSTEM);
    }

    @Test
    void showsOnlyLatestSystemMessageIfConfigured() {
        add(SYSTEM, ASKED, OTHER, SAID);
        shown.onlyLatestSystem();
        Context before = shown.context();
        shown.onlyLatestSystem();

        assertThat(shown.context()).isSameAs(before);
        assertThat(shown.showsOnlyLatestSystem()).isTrue();
        assertThat(messages()).hasSize(3).endsWith(ASKED, SAID);
        assertThat(messages().get(0).text()).startsWith(OTHER.text());
        assertThat(shown.keepsSystem(Contexts.entry(1, SYSTEM))).isFalse();
        assertThat(shown.keepsSystem(Contexts.entry(3, OTHER))).isTrue();

        add(SYSTEM);
        assertThat(messages()).hasSize(3);
        assertThat(messages().get(0).text()).startsWith(SYSTEM.text());
    }

    @Test
    void everySystemMessageIsKeptOtherwise() {
        add(SYSTEM, ASKED, OTHER);

        assertThat(shown.keepsSystem(Contexts.entry(1, SYSTEM))).isTrue();
        assertThat(shown.showsOnlyLatestSystem()).isFalse();
    }

    @Test
    void aCompressionShowsTheStateThenThePinsThenTheRest() {
        add(SYSTEM, ASKED, SAID, ASKED.withPinned(true), SAID, ASKED);

        cover(5, 1L, 4L);

        assertThat(shown.context().basis().headThrough()).isEqualTo(5);
        assertThat(shown.state()).isEqualTo(Contexts.STATE);
        assertThat(shown.context().parts())
                .extracting(View.Part::kind)
                .contains(View.Kind.SYSTEM, View.Kind.STATE, View.Kind.PINNED, View.Kind.ORIGINAL);
        assertThat(shown.context().parts())
                .extracting(View.Part::sequence)
                .filteredOn(sequence -> sequence > 0)
                .containsExactly(1L, 4L, 6L);
    }

    @Test
    void restoresLeftOutMessagesAfterCompression() {
        add(SYSTEM, ASKED, SAID, ASKED, SAID, ASKED);

        shown.leaveOut(3, Contexts.STATE, List.of(Contexts.STATE));

        assertThat(shown.context().leftOut()).isEqualTo(2);
        assertThat(shown.leftOutThrough()).isEqualTo(3);
        assertThat(shown.context().basis().headThrough()).isEqualTo(3);
        assertThat(shown.state()).isEqualTo(Contexts.STATE);
        assertThat(shown.states()).containsExactly(Contexts.STATE);
        assertThat(shown.isOverTrigger()).isTrue();
        add(SAID);
        assertThat(messages()).endsWith(ASKED, SAID, ASKED, SAID);

        cover(5, 1L);
        assertThat(shown.context().leftOut()).isZero();
        assertThat(shown.leftOutThrough()).isZero();
        assertThat(shown.states()).isEmpty();
        assertThat(shown.isOverTrigger()).isFalse();
    }

    @Test
    void keepsMessagesLeftOutWithoutCompression() {
        add(ASKED, SAID, ASKED, SAID, ASKED);
        shown.leaveOut(2, StateDocument.EMPTY, List.of());

        chat.commit(chat.stored().record().pruned(Pruned.through(1), Instant.EPOCH));

        assertThat(shown.leftOutThrough()).isEqualTo(2);
        assertThat(shown.context().leftOut()).isEqualTo(2);
    }

    @Test
    void turnKeepsItsContext() {
        add(ASKED, SAID, ASKED);
        Context steady = shown.steady();
        cover(2);
        assertThat(shown.context()).isNotSameAs(steady);

        add(CALLS, RESULT);

        assertThat(shown.steady()).isSameAs(steady);
        assertThat(steady.snapshot()).endsWith(ASKED, SAID, ASKED, CALLS, RESULT);
        assertThat(messages()).endsWith(ASKED, CALLS, RESULT).doesNotContain(SAID);
        add(SAID);
        assertThat(shown.steady()).isSameAs(shown.context());
    }

    @Test
    void turnReleasesItsContextAboveLimit() {
        add(ASKED, SAID, ASKED);
        Context steady = shown.steady();
        cover(2);
        shown.meter().overhead(POLICY.hardLimitTokens() - steady.tokens());
        assertThat(shown.steady()).isSameAs(steady);

        shown.meter().overhead(POLICY.hardLimitTokens() - steady.tokens() + 1);

        assertThat(shown.steady()).isSameAs(shown.context());
    }

    @Test
    void releaseShowsChangesAtOnce() {
        add(ASKED, SAID, ASKED);
        Context steady = shown.steady();
        cover(2);

        shown.release();

        assertThat(shown.steady()).isSameAs(shown.context()).isNotSameAs(steady);
    }

    @Test
    void aHeldContextSaysHowMuchItLeavesOut() {
        add(ASKED, SAID, ASKED, SAID, ASKED);
        shown.leaveOut(2, StateDocument.EMPTY, List.of());
        shown.steady();
        shown.leaveOut(4, StateDocument.EMPTY, List.of());

        assertThat(shown.steady().leftOut()).isEqualTo(2);
        assertThat(shown.context().leftOut()).isEqualTo(4);
        shown.release();
        assertThat(shown.steady().leftOut()).isEqualTo(4);
    }

    @Test
    void replacementReleasesContextOfTurn() {
        add(ASKED, SAID, ASKED);
        Context steady = shown.steady();
        add(CALLS, RESULT);
        assertThat(shown.steady()).isSameAs(steady);

        chat.tryReplaceAfter(1, List.of(SAID));

        assertThat(shown.steady()).isSameAs(shown.context()).isNotSameAs(steady);
    }

    @Test
    void anotherWindowOrNoCompressionMakesTheContextAnew() {
        add(SYSTEM, ASKED);
        Context before = shown.context();
        shown.follow(rules);
        shown.plain(false);
        assertThat(shown.context()).isSameAs(before);

        ContextRules smaller = rules.within(5_000);
        shown.follow(smaller);
        assertThat(shown.context()).isNotSameAs(before);
        assertThat(shown.rules()).isSameAs(smaller);
        shown.plain(true);
        assertThat(messages()).containsExactly(SYSTEM, ASKED);
    }

    @Test
    void theLimitsAreThePolicys() {
        add(ASKED);
        shown.meter().overhead(POLICY.triggerTokens() - shown.size());
        assertThat(shown.isOverTrigger()).isFalse();
        shown.meter().overhead(POLICY.triggerTokens() - shown.context().tokens() + 1);
        assertThat(shown.isOverTrigger()).isTrue();
        assertThat(shown.isOverHardLimit()).isFalse();
        shown.meter().overhead(POLICY.hardLimitTokens() - shown.context().tokens());
        assertThat(shown.isOverHardLimit()).isFalse();
        shown.meter().overhead(POLICY.hardLimitTokens() - shown.context().tokens() + 1);
        assertThat(shown.isOverHardLimit()).isTrue();
    }
}
