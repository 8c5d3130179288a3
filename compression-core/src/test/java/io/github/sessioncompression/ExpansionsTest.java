package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lifetime of expansions in a context. */
class ExpansionsTest {
    private final AtomicInteger ids = new AtomicInteger();
    private final StoredChat chat =
            new StoredChat("chat", Contexts.RULES, SessionStore.inMemory(), () -> "id " + ids.incrementAndGet());
    private final Expansions expansions = new Expansions();
    private final Expansion answered = backFor(3);
    private final Expansion open = backFor(5);

    private static Expansion backFor(long question) {
        Entry asked = Contexts.entry(question, Message.user("What was " + question + "?"));
        return new Expansion(
                asked, List.of(Message.user("a quotation"), Message.assistant("(Read.)")), 7, Set.of(1L), List.of("x"));
    }

    private void say(Message... messages) {
        int[] tokens = new int[messages.length];
        Objects.requireNonNull(chat.append(List.of(messages), tokens, "key " + ids.incrementAndGet()), "refused");
    }

    private void commit(CompressionRecord next) {
        assertThat(chat.commit(next, List.of())).isNotNull();
    }

    @BeforeEach
    void somethingCameBack() {
        say(Message.user("one"), Message.assistant("two"), Message.user("three"), Message.assistant("four"));
        say(Message.user("five"));
        expansions.follow(chat, 5);
        expansions.add(answered);
        expansions.add(open);
        expansions.settle(5);
    }

    @Test
    void itStaysWhileTheChatOnlyGrows() {
        say(Message.assistant("six"), Message.user("seven"));
        expansions.follow(chat, 7);

        assertThat(expansions.of(answered.question())).isEqualTo(answered);
        assertThat(expansions.of(open.question())).isEqualTo(open);
        assertThat(expansions.isSettled(5)).isTrue();
        assertThat(expansions.isSettled(7)).isFalse();
    }

    @Test
    void openQuestionKeepsExpansionThroughCompression() {
        commit(chat.record().replaced(2, List.of(), List.of(), Contexts.STATE, Instant.EPOCH));
        expansions.follow(chat, 5);

        assertThat(expansions.of(answered.question())).isNull();
        assertThat(expansions.last()).isEqualTo(open);
        assertThat(expansions.isSettled(5)).isTrue();
    }

    @Test
    void openQuestionKeepsExpansionThroughPruning() {
        commit(chat.record().pruned(Pruned.through(2), Instant.EPOCH));
        expansions.follow(chat, 5);

        assertThat(expansions.of(answered.question())).isNull();
        assertThat(expansions.last()).isEqualTo(open);
    }

    @Test
    void nothingOutlivesAnErasureAndNothingComesBackAnew() {
        assertThat(chat.asked().erase(1)).isTrue();
        chat.sync();
        expansions.follow(chat, 5);

        assertThat(expansions.last()).isNull();
        assertThat(expansions.isSettled(5)).isTrue();
    }

    @Test
    void inANewLifeOfTheConversationNothingIsSettled() {
        chat.asked().delete();
        chat.sync();
        say(Message.user("one"));
        expansions.follow(chat, 5);

        assertThat(expansions.last()).isNull();
        assertThat(expansions.isSettled(1)).isFalse();
    }
}
