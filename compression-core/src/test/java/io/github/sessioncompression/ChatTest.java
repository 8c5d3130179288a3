package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.MessageTokens;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Everything that one process keeps of a conversation follows what is stored. */
class ChatTest {
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(8_000);
    private static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");
    private static final Message SYSTEM = Message.system("You run a pottery.");
    private static final Message ASKED = Message.user("Is the kiln hot?");
    private static final Message SAID = Message.assistant("It is.");

    private final SessionStore store = SessionStore.inMemory();
    private final AtomicInteger ids = new AtomicInteger();
    private final Chat here = process(POLICY);
    private final Chat there = process(POLICY);

    private Chat process(CompressionPolicy policy) {
        ContextRules rules = new ContextRules(policy, MessageTokens.of(policy.tokens()));
        return new Chat("chat", rules, new StoredChat("chat", rules, store, () -> "id " + ids.incrementAndGet()));
    }

    private static List<Message> shown(Chat chat) {
        return chat.shown().context().snapshot();
    }

    private static List<Message> stored(Chat chat) {
        return chat.stored().active().stream().map(Entry::message).toList();
    }

    @Test
    void showsAddedMessages() {
        here.add(List.of(ASKED, SAID));

        assertThat(shown(here)).endsWith(ASKED, SAID);
        assertThat(here.shown().size()).isPositive();
    }

    @Test
    void appendsAfterMessagesAddedElsewhere() {
        here.add(List.of(ASKED));
        there.add(List.of(SAID));

        assertThat(stored(there)).containsExactly(ASKED, SAID);
        assertThat(here.tryAdd(List.of(ASKED), here.tokens(List.of(ASKED)))).isFalse();
        assertThat(here.tryReplaceAfter(0, List.of(ASKED))).isFalse();
        here.sync();
        assertThat(here.tryAdd(List.of(ASKED), here.tokens(List.of(ASKED)))).isTrue();
        assertThat(shown(here)).endsWith(ASKED, SAID, ASKED);
    }

    @Test
    void replacedMessagesAreNeitherShownNorRemembered() {
        here.add(List.of(ASKED, SAID, ASKED));
        here.views().view(here.shown().context(), true);

        assertThat(here.tryReplaceAfter(1, List.of(Message.assistant("No.")))).isTrue();

        assertThat(shown(here)).endsWith(ASKED, Message.assistant("No."));
        assertThat(here.views().shownViews().all(here.shown().context()).get(1).validThrough())
                .isEqualTo(1);
    }

    @Test
    void viewsOfAnotherLifeAreForgotten() {
        here.add(List.of(ASKED));
        here.views().view(here.shown().context(), true);
        here.sync();
        assertThat(here.views().shownViews().all(Contexts.of(List.of()))).hasSize(2);

        there.sync();
        there.delete();
        there.add(List.of(SAID));
        here.sync();

        assertThat(shown(here)).endsWith(SAID).doesNotContain(ASKED);
        assertThat(here.views().shownViews().all(Contexts.of(List.of())))
                .filteredOn(each -> !each.isOutdated())
                .hasSize(1);
    }

    @Test
    void aSwitchIsKeptWithTheConversation() {
        here.add(List.of(ASKED));
        assertThat(here.isEnabled()).isTrue();

        here.enable(false, NOW);
        here.enable(false, NOW);

        assertThat(here.isEnabled()).isFalse();
        assertThat(here.stored().record().version()).isEqualTo(1);
        assertThat(here.stored().record().createdAt()).isEqualTo(NOW);
        there.sync();
        assertThat(there.isEnabled()).isFalse();
        there.enable(true, NOW);
        assertThat(there.isEnabled()).isTrue();
    }

    @Test
    void aSwitchBeforeTheFirstMessageIsKeptOnceThereIsOne() {
        here.enable(false, NOW);
        assertThat(here.isEnabled()).isFalse();
        assertThat(store.head("chat")).isEmpty();
        here.add(List.of(ASKED));

        here.keepSwitch(() -> NOW);
        here.keepSwitch(() -> NOW);

        assertThat(here.stored().record().enabled()).isFalse();
        assertThat(here.stored().record().version()).isEqualTo(1);
        here.enable(true, NOW);
        assertThat(here.isEnabled()).isTrue();
    }

    @Test
    void showsDisabledChatUnchanged() {
        here.add(List.of(SYSTEM, ASKED));
        assertThat(shown(here)).doesNotContain(SYSTEM);

        here.enable(false, NOW);
        assertThat(shown(here)).containsExactly(SYSTEM, ASKED);
        here.enable(true, NOW);
        assertThat(shown(here)).doesNotContain(SYSTEM);

        Chat off = process(POLICY.withEnabled(false));
        off.sync();
        assertThat(off.isEnabled()).isFalse();
        assertThat(shown(off)).containsExactly(SYSTEM, ASKED);
    }

    @Test
    void disabledChatKeepsItsState() {
        here.add(List.of(SYSTEM, ASKED, SAID));
        here.commit(here.stored()
                .record()
                .replaced(3, List.of(1L), List.of(), StateDocument.ofTexts(Contexts.STATE.texts()), NOW));

        here.enable(false, NOW);

        assertThat(shown(here)).doesNotContain(SYSTEM);
        assertThat(here.shown().context().stateMessage()).isNotNull();
    }

    @Test
    void afterAVainAttemptTheContextMustGrowAFiftiethOfItsBase() {
        here.add(List.of(ASKED));
        assertThat(here.backoff().holds(here.shown())).isFalse();
        here.backoff().vain(here.shown());
        int before = here.shown().size();
        int enough = POLICY.baseTokens() / 50;
        assertThat(here.backoff().holds(here.shown())).isTrue();

        here.shown().meter().overhead(enough - 1);
        assertThat(here.shown().size()).isEqualTo(before + enough - 1);
        assertThat(here.backoff().holds(here.shown())).isTrue();
        here.shown().meter().overhead(enough);
        assertThat(here.backoff().holds(here.shown())).isFalse();

        here.backoff().vain(here.shown());
        here.backoff().reset();
        assertThat(here.backoff().holds(here.shown())).isFalse();
    }

    @Test
    void aDeletedChatBeginsAnew() {
        here.add(List.of(ASKED));
        here.enable(false, NOW);
        here.backoff().vain(here.shown());
        here.views().view(here.shown().steady(), true);

        here.delete();

        assertThat(here.backoff().holds(here.shown())).isFalse();
        assertThat(here.isEnabled()).isTrue();
        assertThat(here.views().lastTokens()).isZero();
        assertThat(here.stored().isEmpty()).isTrue();
        assertThat(here.shown().steady()).isSameAs(here.shown().context());
        assertThat(store.head("chat")).isEmpty();
    }

    @Test
    void deletingEmptyChatForgetsItsSwitch() {
        here.enable(false, NOW);
        here.delete();

        assertThat(here.isEnabled()).isTrue();
    }

    @Test
    void aModelWithoutANameChangesNothing() {
        assertThat(here.model()).isEmpty();
        here.model("m");
        here.model("");
        assertThat(here.model()).isEqualTo("m");
    }

    @Test
    void aThousandRefusalsAreEnough() {
        here.refuseAfter(999);
        assertThatIllegalStateException()
                .isThrownBy(() -> here.refuseAfter(1_000))
                .withMessageContaining("'chat' 1000 times");
    }
}
