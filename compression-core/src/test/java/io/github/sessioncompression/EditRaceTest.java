package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateEnvelope;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One process edits a chat, as a framework does: by handing its list back. Another process erases a message, or compresses, before any one of the
 * editor's calls of the store: the erased message is gone, and no state has anything of it or of a message that the edit removed.
 */
class EditRaceTest extends TalkFixture {
    private static final String CODE = "918273";
    private static final String REMOVED = "The old shed has number 55501.";
    /** The editor has erased it itself before. */
    private static final int BY_ITSELF = -1;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private int calls;
    private int at = Integer.MAX_VALUE;
    private Runnable others = () -> {};

    /** Lists that the editor hands back; the code is in the state, or in the messages behind the edit. */
    enum Scene {
        CODE_COVERED {
            @Override
            List<Message> edited(Conversation chat) {
                talk(chat, 6);
                chat.compress();
                chat.append(Message.user(REMOVED), Message.assistant("Noted."));
                return chat.view().messages();
            }
        },
        CODE_BEHIND {
            @Override
            List<Message> edited(Conversation chat) {
                chat.append(Message.user(REMOVED), Message.assistant("Noted."));
                talk(chat, 6);
                return chat.view().messages();
            }
        },
        CODE_BEHIND_WITHOUT_STATE {
            @Override
            List<Message> edited(Conversation chat) {
                chat.append(Message.system(Chats.SYSTEM));
                for (int i = 10; i < 16; i++) {
                    chat.append(Chats.turn(i, 30));
                }
                chat.compress();
                chat.append(Message.user(REMOVED), Message.assistant("Noted."));
                talk(chat, 4);
                return chat.view().messages().stream()
                        .filter(message -> !StateEnvelope.holds(message.text()))
                        .toList();
            }
        };

        /** Fills a chat; the list to edit. */
        abstract List<Message> edited(Conversation chat);
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private @Nullable Object editor(WatchedStore.Call call) throws Throwable {
        if (calls++ == at) {
            threads.submit(others).get(1, TimeUnit.MINUTES);
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

    private static String traces(Conversation chat) {
        return text(chat.view()) + chat.entries() + chat.history();
    }

    /** Makes one edit, with an erasure before one of its calls; returns the number of its calls. */
    private int erasing(Scene scene, int before, SoftAssertions traces) {
        SessionStore over = SessionStore.inMemory();
        List<String> erased = new ArrayList<>();
        Conversation elsewhere = chat(over);
        others = () -> erase(elsewhere, erased);
        Conversation own = chat(WatchedStore.of(over, this::editor));
        int made = edit(scene, own, before);
        if (erased.size() == 2) {
            String left = traces(own) + text(chat(over).view());
            traces.assertThat(left)
                    .as("erased before call " + before + " of " + made)
                    .doesNotContain(CODE)
                    .doesNotContain(REMOVED);
        }
        return made;
    }

    private int edit(Scene scene, Conversation own, int before) {
        at = Integer.MAX_VALUE;
        List<Message> list = new ArrayList<>(scene.edited(own));
        list.removeIf(message -> message.text().equals(REMOVED));
        calls = 0;
        at = before;
        if (before == BY_ITSELF) {
            others.run();
        }
        own.framework().set(list);
        at = Integer.MAX_VALUE;
        return calls;
    }

    @ParameterizedTest
    @EnumSource(Scene.class)
    void editDoesNotRestoreConcurrentlyErasedMessage(Scene scene) {
        SoftAssertions traces = new SoftAssertions();
        int made = 1;
        for (int before = BY_ITSELF; before < made; before++) {
            made = erasing(scene, before, traces);
        }
        traces.assertAll();
    }

    @Test
    void listOfBeforeKeepsConcurrentPin() {
        boolean isPinned = true;
        for (int before = 0; isPinned; before++) {
            SessionStore over = SessionStore.inMemory();
            Conversation elsewhere = chat(over);
            others = () -> elsewhere.pin(elsewhere.entries().get(1).sequence());
            Conversation own = chat(WatchedStore.of(over, this::editor));
            at = Integer.MAX_VALUE;
            List<Message> list = listOfBefore(own);
            calls = 0;
            at = before;
            own.framework().set(list);
            isPinned = calls > before;

            assertThat(chat(over).pins()).as("pinned before call " + before).hasSize(isPinned ? 1 : 0);
        }
    }

    /** After an edit of another process nothing but the records shows that one of the messages that are gone was erased. */
    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void oldListRestoresNothingErased(boolean isCompressed, boolean isEditedFirst) {
        SessionStore over = SessionStore.inMemory();
        Conversation own = chat(over);
        own.append(Message.user(REMOVED), Message.assistant("Noted."));
        if (isCompressed) {
            talk(own, 6);
            own.compress();
        }
        own.append(Message.user("The code is " + CODE + "."), Message.assistant("I will keep it in mind."));
        List<Message> list = new ArrayList<>(own.view().messages());
        list.add(Message.user("Good morning!"));
        Conversation elsewhere = chat(over);
        List<String> erased = new ArrayList<>();
        if (!isEditedFirst) {
            erase(elsewhere, erased);
        }
        List<Message> edited = new ArrayList<>(elsewhere.view().messages());
        edited.removeIf(message -> message.text().equals("I will keep it in mind."));
        elsewhere.framework().set(edited);
        if (isEditedFirst) {
            erase(elsewhere, erased);
        }

        own.framework().set(list);

        assertThat(erased).isNotEmpty();
        assertThat(traces(own)).doesNotContain(CODE).contains("Good morning!");
        assertThat(text(chat(over).view())).doesNotContain(CODE);
    }

    /** A list without the last message of its view, of before another compression. */
    private static List<Message> listOfBefore(Conversation chat) {
        talk(chat, 6);
        chat.compress();
        talk(chat, 2);
        List<Message> list = new ArrayList<>(chat.view().messages());
        list.remove(list.size() - 1);
        talk(chat, 6);
        chat.compress();
        return list;
    }

    @ParameterizedTest
    @EnumSource(Scene.class)
    void concurrentCompressionCoversNoRemovedMessage(Scene scene) {
        SoftAssertions traces = new SoftAssertions();
        int made = 1;
        for (int before = 0; before < made; before++) {
            SessionStore over = SessionStore.inMemory();
            Conversation elsewhere = chat(over);
            others = elsewhere::compress;
            Conversation own = chat(WatchedStore.of(over, this::editor));
            made = edit(scene, own, before);
            String left = text(own.view()) + own.entries() + text(chat(over).view());
            traces.assertThat(left)
                    .as("compressed before call " + before + " of " + made)
                    .contains(CODE)
                    .doesNotContain(REMOVED);
        }
        traces.assertAll();
    }
}
