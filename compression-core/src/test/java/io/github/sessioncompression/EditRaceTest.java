package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A message is erased by one process while another one edits the chat, as a framework does: by handing its list back. Whichever of the editor's calls of the store the erasure comes before, the message is gone, and the state has nothing of it.
 */
class EditRaceTest extends TalkFixture {
    private static final String CODE = "918273";
    /** The editor has erased it itself before. */
    private static final int BY_ITSELF = -1;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private int calls;
    private int at = Integer.MAX_VALUE;
    private Runnable erasure = () -> {};

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private @Nullable Object editor(WatchedStore.Call call) throws Throwable {
        if (calls++ == at) {
            threads.submit(erasure).get(1, TimeUnit.MINUTES);
        }
        return call.proceed();
    }

    private Conversation chat(SessionStore over) {
        return open.open(SessionCompressor.builder().policy(POLICY).store(over).executor(Runnable::run))
                .conversation("chat");
    }

    private static void erase(Conversation chat, List<String> erased) {
        for (Entry entry : chat.entries()) {
            if (entry.message().text().contains(CODE) && chat.erase(entry.sequence())) {
                erased.add(entry.message().text());
            }
        }
    }

    /** Runs one case; returns the number of store calls made by the editor. */
    private int run(int before, SoftAssertions traces) {
        SessionStore over = SessionStore.inMemory();
        at = Integer.MAX_VALUE;
        Conversation own = chat(WatchedStore.of(over, this::editor));
        talk(own, 6);
        own.compress();
        own.append(Chats.turn(20, 30));
        List<Message> view = new ArrayList<>(own.view().messages());
        view.remove(view.size() - 2);
        Conversation elsewhere = chat(over);
        List<String> erased = new ArrayList<>();
        erasure = () -> erase(elsewhere, erased);
        calls = 0;
        at = before;
        if (before == BY_ITSELF) {
            erase(own, erased);
        }
        own.framework().set(view);
        int made = calls;
        at = Integer.MAX_VALUE;
        String where = "erased before call " + before + " of " + made;
        if (erased.size() == 2) {
            String left = text(own.view())
                    + own.entries()
                    + own.history()
                    + text(chat(over).view());
            traces.assertThat(left.contains(CODE)).as(where).isFalse();
        }
        return made;
    }

    @Test
    void editDoesNotRestoreConcurrentlyErasedMessage() {
        SoftAssertions traces = new SoftAssertions();
        int made = 1;
        for (int before = BY_ITSELF; before < made; before++) {
            made = run(before, traces);
        }
        traces.assertAll();
    }
}
