package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionStore.Lease;
import io.github.sessioncompression.store.StoreBuilder.RetryDelay;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections that are lost after a commit was sent, before its answer is there. */
abstract class JdbcLostAnswerContract extends JdbcTextContract {
    final List<Duration> pauses = new ArrayList<>();
    final AtomicLong nanos = new AtomicLong();

    @AfterEach
    void mend() {
        pool().fault(null);
    }

    /** A store for which time passes at once. */
    JdbcSessionStore retrying(Duration time) {
        dropTables();
        return builder()
                .retryDelay(new RetryDelay(time, new PassingTime(pauses, nanos), nanos::get))
                .build();
    }

    JdbcSessionStore retrying() {
        return retrying(Duration.ofSeconds(10));
    }

    static List<Entry> one(long sequence) {
        return List.of(entry(sequence, "message " + sequence));
    }

    /** The next commit is made, but the connection is lost before its answer is there. */
    private void loseTheAnswerOfTheNextCommit() {
        AtomicInteger commits = new AtomicInteger();
        pool().fault((real, method) -> {
            if (method.equals("commit") && commits.getAndIncrement() == 0) {
                real.commit();
                real.close();
                throw new SQLException("connection lost", "08006");
            }
            return false;
        });
    }

    @Test
    void commitsOnceDespiteLostAnswer() {
        JdbcSessionStore store = retrying();
        afterALostAnswer(() -> store.append(CHAT, "life", 0, "a", one(1)), Append.ADDED);
        afterALostAnswer(() -> store.append(CHAT, "life", 1, "b", one(2)), Append.ADDED);
        assertThat(store.append(CHAT, "life", 1, "b", one(2))).isEqualTo(Append.ALREADY_THERE);
        assertThat(store.load(CHAT, 0, 10)).extracting(Entry::sequence).containsExactly(1L, 2L);
        Commit commit = commit(1, "state");
        afterALostAnswer(() -> store.commit(CHAT, commit), true);
        assertThat(store.history(CHAT)).containsExactly(commit.record());
        afterALostAnswer(() -> store.tryLease(CHAT, "run", Duration.ofMinutes(1)), Optional.of(new Lease("run", 1)));
        afterALostAnswer(() -> store.erase(CHAT, 1), true);
        assertThat(store.head(CHAT).orElseThrow().messages()).isEqualTo(1);
        assertThat(store.head(CHAT).orElseThrow().revision()).isEqualTo(1);
        afterALostAnswer(() -> store.replaceAfter(CHAT, new Head("life", 2, 1, 1, 1), 0, "life-2", one(3)), true);
        assertThat(store.load(CHAT, 0, 10)).extracting(Entry::sequence).containsExactly(3L);
        afterALostAnswer(() -> store.delete(CHAT), true);
        assertThat(store.delete(CHAT)).isFalse();
    }

    private <T> void afterALostAnswer(Supplier<T> call, T result) {
        loseTheAnswerOfTheNextCommit();
        assertThat(call.get()).isEqualTo(result);
        mend();
    }

    @Test
    void tellsForeignCommitFromItsOwn() {
        JdbcSessionStore store = retrying();
        begin(store, CHAT, "one");
        AtomicInteger commits = new AtomicInteger();
        pool().fault((real, method) -> {
            if (method.equals("commit") && commits.getAndIncrement() == 0) {
                real.rollback();
                real.close();
                mend();
                assertThat(store.commit(CHAT, commit(1, "theirs"))).isTrue();
                throw new SQLException("connection lost", "08006");
            }
            return false;
        });
        assertThat(store.commit(CHAT, commit(1, "mine"))).isFalse();
        assertThat(store.current(CHAT)).contains(commit(1, "theirs").record());
    }

    @Test
    void countsNothingTwiceAfterLostAnswer() {
        JdbcSessionStore store = retrying();
        begin(store, CHAT, "one");
        Counters delta = Counters.of(Counters.Field.COMPRESSIONS, 1);
        loseTheAnswerOfTheNextCommit();
        assertThatThrownBy(() -> store.count(CHAT, delta))
                .isInstanceOf(JdbcStoreException.class)
                .hasMessageContaining("may have happened")
                .hasMessageContaining("08006");
        mend();
        assertThat(store.counters(CHAT)).isEqualTo(delta);
    }
}
