package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.WatchedStore;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two processes change one chat at once: the first stops before one of its calls of the store until the second is done. Every pair of operations
 * is tried with every such call, one thread at a time, so a case that fails fails again. A plain build tries one pair of four.
 *
 * <p>The model is the library itself: what is stored afterwards is what one of the two orders without interleaving stores. And of each process's
 * view: it is valid, shows all that the state does not cover, and has nothing of an erased message, and neither has any earlier record.
 */
public abstract class InterleavedOperationsContract {
    /** Compresses at about 1,000 tokens: a chat of a few turns is due. */
    private static final CompressionPolicy POLICY = Policies.early(1_500)
            .withState(TalkFixture.POLICY.state().withMaxTokens(400))
            .withExecution(TalkFixture.POLICY.execution());
    /** A round time: the digits of a code could be in the fractions of a real one. */
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);

    static final String CODE = "QX-918273";
    private static final String PIN = "Never dig beside the old cable 47.";
    static final String PINNED_LATER = "Order 1002 ";
    private static final Pattern ORDER = Pattern.compile("Order \\d+");
    private static final String TALK = "talk";
    private static final int ALL = Integer.MAX_VALUE;
    private final SoftAssertions broken = new SoftAssertions();
    private final TakingTurns first = new TakingTurns();
    private final TakingTurns second = new TakingTurns();
    private final int share;
    /** Fault of the next case, and of the next call. */
    private Fault next = Fault.NONE;

    private volatile Fault fault = Fault.NONE;
    private SessionCompressor one = unopened();
    private SessionCompressor other = unopened();
    private SessionCompressor third = unopened();
    private SessionStore store = SessionStore.inMemory();

    /** With {@code share} above 1 one of so many cases is tried, other ones with each seed. */
    protected InterleavedOperationsContract(int share) {
        this.share = share;
    }

    /** What becomes of a call of the store by the first process. */
    enum Fault {
        NONE,
        BEFORE_EFFECT,
        AFTER_EFFECT
    }

    /** The failure of a call; of a type of its own, so that no operation takes it for a refusal. */
    private static final class ResetException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** A store; two processes share what it holds. */
    protected abstract SessionStore store();

    /** The store as another process has it. */
    protected abstract SessionStore again(SessionStore store);

    private static SessionCompressor unopened() {
        return SessionCompressor.builder().policy(POLICY).build();
    }

    /** What a process finds that knew nothing of the chat. */
    private record Found(List<String> transcript, List<List<String>> sessions, List<String> pins, boolean enabled) {
        static Found of(SessionCompressor compressor, String id) {
            Conversation chat = compressor.conversation(id);
            List<List<String>> sessions = new ArrayList<>();
            for (Session session : chat.sessions().list()) {
                if (!session.conversationId().equals(id)) {
                    sessions.add(texts(compressor.conversationOf(session).transcript()));
                }
            }
            List<String> pins = texts(chat.pins().stream().map(Entry::message).toList());
            return new Found(texts(chat.transcript()), sessions, pins, chat.enabled());
        }

        private static List<String> texts(List<Message> messages) {
            return messages.stream()
                    .map(message -> message.role() + " " + message.text())
                    .toList();
        }
    }

    /** What came of one case, and how many calls of the store the first process made. */
    private record Result(String where, int calls, Found found) {}

    @AfterEach
    void close() {
        first.close();
        second.close();
        one.close();
        other.close();
        third.close();
    }

    private SessionCompressor compressor(SessionStore itsStore) {
        return SessionCompressor.builder()
                .policy(POLICY)
                .store(itsStore)
                .executor(Runnable::run)
                .clock(CLOCK)
                .build();
    }

    private void open() {
        store = store();
        one = compressor(first.over(store, this::pass));
        other = compressor(second.over(again(store), WatchedStore.Call::proceed));
        third = compressor(again(store));
        talk(third.conversation(TALK));
    }

    /** Gives a conversation what {@link #TALK} has. */
    private void copy(String id) {
        store.append(id, "first", 0, "copy", store.load(TALK, 0, 1_000));
        for (CompressionRecord record : store.history(TALK)) {
            Commit commit = Commit.of("first", record.version() - 1, record)
                    .withSegments(store.segments(TALK, record.needed()));
            assertThat(store.commit(id, commit)).isTrue();
        }
    }

    /** A chat that is due for its second compression, with a pin, a tool's long result, and a state that has the code. */
    private static void talk(Conversation chat) {
        chat.append(Message.system(Chats.SYSTEM));
        chat.append(Chats.turn(0, 12));
        chat.append(Message.user(PIN).withPinned(true), Message.assistant("I will take care."));
        chat.append(Message.user("The door code is " + CODE + "."), Message.assistant("Noted, thank you."));
        chat.append(Chats.turn(2, 12));
        chat.append(Chats.turn(3, 12));
        chat.compress();
        chat.append(Chats.toolTurn(4, 150));
        for (int turn = 5; turn < 8; turn++) {
            chat.append(Chats.turn(turn, 12));
        }
    }

    /** The first makes so many calls, then the second so many, then the first all that are left, then the second. */
    private Result run(ChatOperation operation, ChatOperation others, int calls, int callsOfSecond) throws Exception {
        String id = "chat" + UUID.randomUUID();
        copy(id);
        ChatOperation.Side side =
                new ChatOperation.Side(one.conversation(id), "The shed is painted in green 88.", new ArrayList<>());
        ChatOperation.Side otherSide =
                new ChatOperation.Side(other.conversation(id), "The fence is painted in red 99.", new ArrayList<>());
        side.chat().status();
        otherSide.chat().status();
        Runnable act = operation.by(side);
        Runnable othersAct = others.by(otherSide);
        first.begin(() -> repeating(act));
        first.make(calls);
        second.begin(othersAct);
        second.make(callsOfSecond);
        fault = next;
        int made = first.end();
        fault = Fault.NONE;
        int madeBySecond = second.end();
        String where = operation + " after " + calls + " of " + made + ", " + others + " after "
                + Math.min(callsOfSecond, madeBySecond) + " of " + madeBySecond + ", " + next;
        Found found = Found.of(third, id);
        List<String> erased = new ArrayList<>(side.erased());
        erased.addAll(otherSide.erased());
        for (Conversation chat : List.of(side.chat(), otherSide.chat(), third.conversation(id))) {
            try {
                check(where, chat, found, erased);
            } catch (RuntimeException | AssertionError e) {
                broken.fail(where + " " + e, e);
            }
        }
        rolledBack(where, third.conversation(id), erased);
        return new Result(where, made, found);
    }

    /** As an application does that repeats what failed. */
    private static void repeating(Runnable act) {
        try {
            act.run();
        } catch (ResetException e) {
            act.run();
        }
    }

    /** Calls of the first process. */
    private @Nullable Object pass(WatchedStore.Call call) throws Throwable {
        Fault now = fault;
        fault = Fault.NONE;
        if (now == Fault.BEFORE_EFFECT) {
            throw new ResetException();
        }
        Object result = call.proceed();
        if (now == Fault.AFTER_EFFECT) {
            throw new ResetException();
        }
        return result;
    }

    private void check(String where, Conversation chat, Found found, List<String> erased) {
        View view = chat.view();
        ValidSequence.check(view.messages());
        List<String> shown = view.messages().stream().map(Message::text).toList();
        long boundary = chat.status().boundary();
        for (Entry entry : chat.entries()) {
            Message message = entry.message();
            if (message.role() != Role.SYSTEM && message.role() != Role.TOOL && entry.sequence() > boundary) {
                broken.assertThat(shown)
                        .as(where + ": shows what the state does not cover")
                        .contains(message.text());
            }
        }
        chat.pins().forEach(pin -> broken.assertThat(shown)
                .as(where + ": shows pins")
                .contains(pin.message().text()));
        if (!where.contains("ROLLS_BACK")) {
            broken.assertThat(orders(shown.toString()))
                    .as(where + ": states cover what is stored")
                    .isSubsetOf(orders(found.toString()));
        }
        for (String part : erased) {
            String left = shown
                    + found.toString()
                    + chat.history()
                    + (where.contains("READS") ? chat.recall().search("door code order " + part, 5) : "");
            broken.assertThat(left).as(where + ": erased").doesNotContain(part);
        }
    }

    private void rolledBack(String where, Conversation chat, List<String> erased) {
        for (CompressionRecord record : erased.isEmpty() ? List.<CompressionRecord>of() : chat.history()) {
            chat.rollback(record.version());
            broken.assertThat(TalkFixture.text(chat.view()))
                    .as(where + ": erased, rolled back")
                    .doesNotContain(erased);
        }
    }

    private static Set<String> orders(String text) {
        return ORDER.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
    }

    @ParameterizedTest
    @EnumSource(ChatOperation.class)
    void endsAsOneAfterTheOther(ChatOperation operation) throws Exception {
        open();
        for (ChatOperation others : ChatOperation.values()) {
            if (FuzzCases.runs(FuzzCases.times(4, 1), FuzzCases.factor(operation), FuzzCases.factor(others))) {
                meet(operation, others, share, ALL);
            }
        }
        broken.assertAll();
    }

    /** The second stops once, too. */
    @Tag("landing")
    @ParameterizedTest
    @EnumSource(ChatOperation.class)
    void endsAsOneAfterTheOtherIfBothStop(ChatOperation operation) throws Exception {
        open();
        for (ChatOperation others :
                List.of(ChatOperation.ERASES_COVERED, ChatOperation.COMPRESSES, ChatOperation.EDITS_LIST)) {
            for (int calls = 1; calls < 12; calls++) {
                meet(operation, others, 12 * share, calls);
            }
        }
        broken.assertAll();
    }

    /** The call of the store before which the first stopped fails, before or after it has had its effect, and the first does all of it again. */
    @Tag("landing")
    @ParameterizedTest
    @EnumSource(Fault.class)
    void endsAsOneAfterTheOtherIfACallFails(Fault itsFault) throws Exception {
        open();
        for (ChatOperation operation : ChatOperation.REPEATABLE) {
            for (ChatOperation others : ChatOperation.values()) {
                next = itsFault;
                meet(operation, others, 8 * share, ALL);
            }
        }
        broken.assertAll();
    }

    private void meet(ChatOperation operation, ChatOperation others, int itsShare, int second) throws Exception {
        Fault itsFault = next;
        next = Fault.NONE;
        Result before = run(operation, others, 0, ALL);
        Result after = run(operation, others, ALL, ALL);
        next = itsFault;
        int most = Math.max(before.calls(), after.calls());
        for (int calls = 1; calls < most; calls++) {
            int turn = second == ALL ? calls : calls + 3 * second;
            if (FuzzCases.runs(itsShare, FuzzCases.factor(operation), FuzzCases.factor(others), turn)) {
                Result result = run(operation, others, calls, second);
                broken.assertThat(result.found()).as(result.where()).isIn(before.found(), after.found());
            }
        }
    }
}
