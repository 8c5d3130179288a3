package io.github.sessioncompression;

import java.util.Locale;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * Number of cases per fuzz test: before each landing, a quarter of them in every build that runs the test, and under {@code -Pfuzz}.
 *
 * <p>{@code -Dfuzz.cases=…} sets another number for all, {@code -Dfuzz.cases.pruner=…} for one of them, {@code -Dfuzz.seed=…} the first
 * case.
 */
public enum FuzzCases {
    CONVERSATION(15, 200),
    CONVERSATION_EDIT(15, 200),
    CONVERSATION_AGAIN(15, 150),
    /** Chats of which a view is handed back after others have changed them. */
    CONVERSATION_OTHERS(60, 4_000),
    /** Chats with thinking that its provider binds to what comes before it. */
    BOUND_THINKING(30, 500),
    /** Chats of which every message is searched for. */
    CONVERSATION_REACH(10, 100),
    /** Chats whose model tells of their segments. */
    TOLD_SEGMENTS(3, 200),
    MODEL_STATE_COMPILER(400, 12_000),
    PRUNER(150, 12_000),
    OFFLINE(150, 3_000),
    REPAIR(5_000, 200_000),
    /** Steps with one list. */
    CONVERSATION_OPERATIONS(10, 200),
    /** Chats of several threads. */
    CONVERSATION_THREADS(20, 200),
    LIST_SESSION_STORE(200, 1_600),
    /** Chats with anything in them, of which a framework's real client makes a request to each provider. */
    STORED_CHATS(30, 500),
    /** Number of times a process is killed with PostgreSQL and with Redis. */
    KILLED_PROCESSES(2, 100);

    private static final long SEED = 20_261_122L;

    private final int landing;
    private final int fuzzing;

    FuzzCases(int landing, int fuzzing) {
        this.landing = landing;
        this.fuzzing = fuzzing;
    }

    /** The number of cases of this run. */
    public int count() {
        int all = Integer.getInteger("fuzz.cases", Boolean.getBoolean("fuzz") ? fuzzing : unasked());
        return Integer.getInteger("fuzz.cases." + name().toLowerCase(Locale.ROOT), all);
    }

    private int unasked() {
        return times(Math.max(1, landing / 4), landing);
    }

    /** Repetitions of a test: {@code all} before each landing, {@code few} otherwise and on a second version of a framework. */
    public static int times(int few, int all) {
        return Boolean.getBoolean("landing") ? firstTime(few, all) : few;
    }

    /** Repetitions of a test: {@code all} under {@code -Pfuzz} only. */
    public static int fuzzing(int few, int all) {
        return Boolean.getBoolean("fuzz") ? all : few;
    }

    /** Repetitions of a test: {@code few} on a second version of a framework, {@code all} otherwise. */
    public static int firstTime(int few, int all) {
        return Boolean.getBoolean("again") ? few : all;
    }

    /** The first case's seed: a new one each time under {@code -Pfuzz}, else always the same, so that a build can be repeated. */
    public static long seed() {
        return Boolean.getBoolean("fuzz") ? System.nanoTime() : SEED;
    }

    /** Runs the cases on all processors, from {@link #seed} on. */
    public void run(LongConsumer test) {
        run(seed(), test);
    }

    /** Runs the cases on all processors: {@code test} gets the seed of its case, which must be all that it depends on. */
    public void run(long seed, LongConsumer test) {
        long first = Long.getLong("fuzz.seed", seed);
        System.out.printf(Locale.ROOT, "%s: %d cases from -Dfuzz.seed=%d on%n", this, count(), first);
        LongStream.range(first, first + count()).parallel().forEach(own -> {
            try {
                test.accept(own);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(
                        this + ": repeat with -Dfuzz.seed=" + own + " -Dfuzz.cases=1: " + e.getMessage(), e);
            }
        });
    }
}
