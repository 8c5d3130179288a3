package io.github.sessioncompression.recall.vector;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.model.Sleeper;
import io.github.sessioncompression.recall.vector.MeaningStore.Found;
import io.github.sessioncompression.search.MessageSearch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Searches with a meaning store that fails, is slow, or returns wrong results. */
class MeaningStoreInTroubleTest extends MeaningStoreFixture {
    @Test
    void ignoresResultsOfOtherGroupsAndMessages() {
        chat();
        find("soup");
        String group = PassageSync.group("chat");
        List<Found> foreign = List.of(
                new Found(PassageSync.group("other"), "3", 9),
                new Found("", "3", 9),
                new Found(group, "", 9),
                new Found(group, "session", 9),
                new Found(group, "99", 9),
                new Found(group, "3", Double.NaN),
                new Found(group, "3", Double.POSITIVE_INFINITY));
        store.answer(() -> foreign);

        assertThat(find("soup")).isEmpty();
        assertThat(find("owl")).startsWith(1L);
    }

    @Test
    void searchesByWordsAndWarnsOnceIfTheStoreThrows() {
        chat();
        store.before(() -> {
            throw new IllegalStateException("quota for owl exceeded");
        });
        try (Warnings warnings = new Warnings()) {
            assertThat(find("owl")).startsWith(1L);
            assertThat(find("owl")).startsWith(1L);
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("by their words alone", "IllegalStateException")
                    .doesNotContain("quota");
        }
        store.before(() -> {});
        assertThat(find("bird")).startsWith(1L);
    }

    @Test
    void searchesByWordsIfTheStoreReturnsNull() {
        chat();
        find("soup");
        store.answer(() -> null);
        try (Warnings warnings = new Warnings()) {
            assertThat(find("owl")).startsWith(1L);
            assertThat(warnings.lines()).singleElement().asString().contains("NullPointerException");
        }
        store.answer(() -> Collections.nCopies(3, null));
        assertThat(find("owl")).startsWith(1L);
    }

    @Test
    void removesMessagesErasedDuringTheirAddition() {
        chat();
        store.before(() -> transcripts.erase("chat", 3));

        assertThat(find("soup")).doesNotContain(3L);

        assertThat(store.texts()).contains("Delicious.").doesNotContain("We cooked a stew for nine.");
    }

    @Test
    void removesAChatClearedDuringItsAddition() {
        chat();
        store.before(() -> transcripts.delete("chat"));

        assertThat(find("soup")).isEmpty();

        store.before(() -> {});
        search.cleared("chat");
        assertThat(store.size()).isZero();
    }

    @Test
    void repeatsAFailedRemovalAtTheNextSearch() {
        chat();
        find("soup");
        transcripts.erase("chat", 3);
        store.before(() -> {
            throw new IllegalStateException("away, says the owl");
        });
        try (Warnings warnings = new Warnings()) {
            search.erased("chat", List.of(3L));
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("conversation chat", "IllegalStateException")
                    .doesNotContain("owl");
        }
        store.before(() -> {});
        assertThat(store.texts()).contains("We cooked a stew for nine.");

        assertThat(find("soup")).doesNotContain(3L);

        assertThat(store.texts()).hasSize(3).doesNotContain("We cooked a stew for nine.");
    }

    @Test
    void warnsOfAFailedClearAndNamesTheChat() {
        chat();
        find("soup");
        transcripts.delete("chat");
        store.before(() -> {
            throw new IllegalStateException("away, says the owl");
        });
        try (Warnings warnings = new Warnings()) {
            search.cleared("chat");
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("conversation chat", "IllegalStateException")
                    .doesNotContain("owl");
        }
        store.before(() -> {});
        sayIn("second life", "Good morning.");
        find("bird");

        assertThat(store.texts()).containsExactly("Good morning.");
    }

    @Test
    void logsIdOfFailedClearOnOneLine() {
        store.before(() -> {
            throw new IllegalStateException();
        });
        try (Warnings warnings = new Warnings()) {
            search.cleared("two\nlines");
            assertThat(warnings.lines()).singleElement().asString().contains("conversation two?lines:");
        }
    }

    @Test
    void goesOnAfterAFailure() {
        say(rows(0, 1_000));
        store.before(() -> {
            if (store.size() >= 500) {
                throw new IllegalStateException();
            }
        });
        find("soup");
        assertThat(store.texts()).hasSizeBetween(400, 600);

        store.before(() -> {});
        MessageSearch restarted = new MessageSearch(transcripts, options);
        find(restarted, "soup");

        assertThat(store.texts()).hasSize(1_000);
        assertThat(store.takeAdded()).hasSizeLessThan(1_000 + 65);
    }

    /** Runs nothing by itself, and has no patience. */
    private static final class Patience implements Executor, Sleeper {
        private final Deque<Runnable> waiting = new ArrayDeque<>();
        private boolean gone;

        @Override
        public void execute(Runnable command) {
            waiting.add(command);
        }

        void runAll() {
            for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
                next.run();
            }
        }

        @Override
        public <T> T await(Future<T> call, Duration limit)
                throws InterruptedException, ExecutionException, TimeoutException {
            if (gone) {
                throw new TimeoutException();
            }
            waiting.removeLast().run();
            return call.get();
        }

        @Override
        public void pause(Duration length) {
            throw new IllegalStateException("nothing is paused for");
        }
    }

    @Test
    void pausesCallsAfterATimeout() {
        chat();
        AtomicLong nanos = new AtomicLong();
        Patience patience = new Patience();
        MessageSearch waiting = new MessageSearch(transcripts, options, patience, patience, nanos::get);
        patience.gone = true;
        try (Warnings warnings = new Warnings()) {
            assertThat(find(waiting, "owl")).startsWith(1L);
            assertThat(find(waiting, "bird")).isEmpty();
            assertThat(warnings.lines()).singleElement().asString().contains("did not answer within PT3S");
        }
        assertThat(patience.waiting).as("asked once").hasSize(1);
        patience.gone = false;
        assertThat(find(waiting, "bird")).isEmpty();
        nanos.addAndGet(Duration.ofSeconds(31).toNanos());
        patience.waiting.clear();

        assertThat(find(waiting, "bird")).startsWith(1L);
    }

    @Test
    void addsALongChatInTheBackground() {
        say("The owl sat on the roof.");
        say(rows(0, 300));
        Patience patience = new Patience();
        MessageSearch waiting = new MessageSearch(transcripts, options, patience, patience, System::nanoTime);

        assertThat(find(waiting, "bird")).isEmpty();
        assertThat(find(waiting, "owl")).startsWith(1L);
        assertThat(store.takeAdded()).isEmpty();
        patience.runAll();

        assertThat(find(waiting, "bird")).startsWith(1L);
        assertThat(store.takeAdded()).hasSize(301).doesNotHaveDuplicates();
    }

    @Test
    void warnsOfASlowRemovalAndFinishesIt() {
        chat();
        Patience patience = new Patience();
        MessageSearch waiting = new MessageSearch(transcripts, options, patience, patience, System::nanoTime);
        find(waiting, "bird");
        patience.gone = true;
        transcripts.erase("chat", 1);
        try (Warnings warnings = new Warnings()) {
            waiting.erased("chat", List.of(1L));
            assertThat(warnings.lines()).singleElement().asString().contains("conversation chat", "PT3S");
        }
        assertThat(store.texts()).contains("The owl sat on the roof.");

        patience.runAll();

        assertThat(store.texts()).doesNotContain("The owl sat on the roof.");
    }
}
