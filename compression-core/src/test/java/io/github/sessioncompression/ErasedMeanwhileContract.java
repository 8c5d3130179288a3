package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One process erases a message that is covered, another one does something else, and their calls of the store come in any order in which each is
 * interrupted once: what was erased is nowhere, everything else is where it was, and what is pinned is shown as it was said.
 */
public abstract class ErasedMeanwhileContract {
    private static final CompressionPolicy POLICY = TalkFixture.POLICY.withExecution(Execution.SYNC);
    /** Unlike any time or id in an export. */
    private static final String CODE = "QX-918273";

    private static final String PIN = "Never dig beside the old cable 47.";
    private static final String NEW = "The shed is now painted in green 88.";
    private static final String COPY = "copy";

    private final SoftAssertions broken = new SoftAssertions();
    private final List<SessionCompressor> open = new ArrayList<>();
    private final int step;

    /** With {@code step} above 1 only every so manieth place is tried, other ones with each seed. */
    protected ErasedMeanwhileContract(int step) {
        this.step = step;
    }

    /** A store; two processes share what it holds. */
    protected abstract SessionStore store();

    /** The store as another process has it. */
    protected abstract SessionStore again(SessionStore store);

    /** Actions of the other process. */
    enum Act {
        SETS {
            @Override
            void of(SessionCompressor compressor, Conversation chat) {
                List<Message> view = new ArrayList<>(chat.view().messages());
                view.add(Message.user(NEW));
                chat.framework().set(view);
            }
        },
        SETS_OF_BEFORE {
            @Override
            void of(SessionCompressor compressor, Conversation chat) {
                List<Message> view = new ArrayList<>(chat.view().messages());
                chat.append(Chats.turn(77, 30));
                chat.compress();
                view.add(Message.user(NEW));
                chat.framework().set(view);
            }
        },
        ROLLS_BACK {
            @Override
            void of(SessionCompressor compressor, Conversation chat) {
                for (CompressionRecord record : chat.history()) {
                    try {
                        chat.rollback(record.version());
                    } catch (IllegalArgumentException e) { // the erasure has taken it
                        assertThat(e).hasMessageContaining("version");
                    }
                }
                chat.append(Message.user(NEW));
            }
        },
        COMPRESSES {
            @Override
            void of(SessionCompressor compressor, Conversation chat) {
                chat.append(Message.user(NEW), Message.assistant("Nice."));
                chat.append(Chats.turn(78, 30));
                chat.compress();
            }
        },
        EXPORTS_AND_IMPORTS {
            @Override
            void of(SessionCompressor compressor, Conversation chat) {
                String json = chat.export();
                compressor.importConversation(COPY + UUID.randomUUID(), json);
                chat.append(Message.user(NEW));
            }
        },
        APPENDS_TWICE {
            @Override
            void of(SessionCompressor compressor, Conversation chat) {
                chat.append(List.of(Message.user(NEW)), "once");
                chat.append(List.of(Message.user(NEW)), "once");
            }
        },
        SEARCHES {
            @Override
            void of(SessionCompressor compressor, Conversation chat) {
                chat.recall().search("door code", 5);
                chat.append(Message.user(NEW));
                chat.recall().search("door code", 5);
            }
        },
        ERASES_ANOTHER {
            @Override
            void of(SessionCompressor compressor, Conversation chat) {
                for (Entry entry : chat.entries()) {
                    if (entry.message().text().startsWith("Noted")) {
                        chat.erase(entry.sequence());
                    }
                }
                chat.append(Message.user(NEW));
            }
        },
        SWITCHES {
            @Override
            void of(SessionCompressor compressor, Conversation chat) {
                chat.enabled(false);
                chat.append(Message.user(NEW));
                chat.enabled(true);
                chat.prune();
            }
        };

        abstract void of(SessionCompressor compressor, Conversation chat);
    }

    private SessionCompressor compressor(SessionStore store) {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(POLICY)
                .store(store)
                .executor(Runnable::run)
                .build();
        open.add(compressor);
        return compressor;
    }

    /** A chat with a pin and a state that tells of the message that is erased. */
    private static void talk(Conversation chat) {
        chat.append(Message.system(Chats.SYSTEM));
        chat.append(Chats.turn(0, 20));
        chat.append(Message.user(PIN).withPinned(true), Message.assistant("I will take care."));
        chat.append(Message.user("The door code is " + CODE + "."), Message.assistant("Noted, thank you."));
        chat.append(Chats.turn(2, 20));
        chat.compress();
        chat.append(Chats.turn(3, 20));
        chat.append(Chats.turn(4, 20));
        chat.compress();
        chat.append(Chats.turn(5, 20));
    }

    /** Number of store calls made by either process. */
    private record Made(int act, int erasure) {}

    /** The act makes so many calls, then the erasure so many, then the act all that are left, then the erasure. */
    private Made run(Act act, int first, int second) throws Exception {
        SessionStore store = store();
        try (TakingTurns acting = new TakingTurns();
                TakingTurns erasing = new TakingTurns()) {
            String id = "chat" + UUID.randomUUID();
            boolean[] erased = new boolean[2];
            SessionCompressor own = compressor(acting.over(store, WatchedStore.Call::proceed));
            SessionCompressor other = compressor(erasing.over(again(store), call -> watch(call, store, id, erased)));
            Conversation chat = own.conversation(id);
            Conversation eraser = other.conversation(id);
            talk(chat);
            List<String> said = chat.transcript().stream().map(Message::text).toList();
            chat.view();
            eraser.view();
            acting.begin(() -> act.of(own, chat));
            acting.make(first);
            erasing.begin(() -> erased[1] = erase(eraser));
            erasing.make(second);
            int acts = acting.end();
            int erasures = erasing.end();
            String where = act + " " + first + " of " + acts + ", erasure " + second + " of " + erasures;
            check(
                    where,
                    erased[0] && erased[1],
                    said,
                    List.of(chat, eraser, compressor(again(store)).conversation(id)));
            return new Made(acts, erasures);
        } finally {
            open.forEach(SessionCompressor::close);
            open.clear();
        }
    }

    /** Notes whether what is erased is what was meant: after a chat was added again its numbers may be those of others. */
    private static @Nullable Object watch(WatchedStore.Call call, SessionStore store, String id, boolean[] erased)
            throws Throwable {
        if (call.name().equals("erase")) {
            long before = codes(store, id);
            Object result = call.proceed();
            erased[0] |= codes(store, id) < before;
            return result;
        }
        return call.proceed();
    }

    private static long codes(SessionStore store, String id) {
        return store.load(id, 0, 1_000).stream()
                .filter(entry -> entry.message().text().contains(CODE))
                .count();
    }

    private static boolean erase(Conversation chat) {
        boolean erased = false;
        for (Entry entry : chat.entries()) {
            if (entry.message().text().contains(CODE)) {
                erased |= chat.erase(entry.sequence());
            }
        }
        return erased;
    }

    private void check(String where, boolean erased, List<String> said, List<Conversation> chats) {
        for (Conversation chat : chats) {
            List<String> kept = chat.transcript().stream().map(Message::text).toList();
            List<String> wanted =
                    said.stream().filter(text -> !text.contains(CODE)).toList();
            broken.assertThat(kept).as(where + ": nothing else is lost").containsAll(lasting(where, wanted));
            broken.assertThat(kept).as(where + ": nothing is there twice").doesNotHaveDuplicates();
            broken.assertThat(kept).as(where + ": what is new").contains(NEW);
            View view = chat.view();
            broken.assertThat(view.messages().stream().map(Message::text))
                    .as(where + ": the pin")
                    .contains(PIN);
            if (erased) {
                String left = TalkFixture.text(view)
                        + chat.export()
                        + chat.history()
                        + kept
                        + chat.recall().search("door code " + CODE, 5);
                broken.assertThat(left.contains(CODE)).as(where).isFalse();
            }
        }
        if (erased) {
            for (CompressionRecord record : chats.get(0).history()) {
                chats.get(0).rollback(record.version());
                broken.assertThat(TalkFixture.text(chats.get(0).view()).contains(CODE))
                        .as(where + ": rolled back")
                        .isFalse();
            }
        }
    }

    /** The one whose numbers may have been taken by others, and the one that the act erases, are not looked for. */
    private static List<String> lasting(String where, List<String> wanted) {
        return wanted.stream()
                .filter(text -> !(where.startsWith("ERASES") && text.startsWith("Noted")))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Act.class)
    void nothingOfItIsLeftAndNothingElseIsLost(Act act) throws Exception {
        Made most = run(act, 0, 0);
        int begin = FuzzCases.begin(step);
        for (int first = begin; first <= most.act(); first += step) {
            for (int second = begin; second <= most.erasure(); second += step) {
                Made made = run(act, first, second);
                most = new Made(Math.max(most.act(), made.act()), Math.max(most.erasure(), made.erasure()));
            }
        }
        broken.assertAll();
    }
}
