package io.github.sessioncompression;

import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Number of cases per fuzz test: before each landing, a quarter of them in every build that runs the test, and under {@code -Pfuzz}.
 *
 * <p>{@code -Dfuzz.cases=…} sets another number for all, {@code -Dfuzz.cases.pruner=…} for one of them, {@code -Dfuzz.seed=…} the first
 * case.
 */
public enum FuzzCases {
    CONVERSATION(8, 200),
    CONVERSATION_EDIT(8, 200),
    CONVERSATION_AGAIN(8, 150),
    /** Chats of which a view is handed back after others have changed them. */
    CONVERSATION_OTHERS(30, 4_000),
    /** Chats with thinking that its provider binds to what comes before it. */
    BOUND_THINKING(15, 500),
    /** Chats of which every message is searched for. */
    CONVERSATION_REACH(6, 100),
    /** Chats whose model tells of their segments. */
    TOLD_SEGMENTS(3, 200),
    MODEL_STATE_COMPILER(200, 12_000),
    PRUNER(80, 12_000),
    OFFLINE(80, 3_000),
    REPAIR(2_500, 200_000),
    /** Steps with one list. */
    CONVERSATION_OPERATIONS(6, 200),
    /** Chats of several threads. */
    CONVERSATION_THREADS(10, 200),
    LIST_SESSION_STORE(100, 1_600),
    /** Chats with anything in them, of which a framework's real client makes a request to each provider. */
    STORED_CHATS(15, 500),
    /** Number of times a process is killed with PostgreSQL and with Redis. */
    KILLED_PROCESSES(1, 100);

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

    /**
     * Whether a row of a matrix is run: one of {@code share} rows, by the sum of its factors, so that any two values still meet in some row as long
     * as the other factors can make up all remainders. Another seed means the next rows; {@code -Pfuzz} means all.
     *
     * @param factors the row's value of each factor, counted from 0
     */
    public static boolean runs(int share, int... factors) {
        long turn = Long.getLong("fuzz.seed", SEED) + IntStream.of(factors).sum();
        return Boolean.getBoolean("fuzz") || turn % share == 0;
    }

    /** A value of an enum as a factor of {@link #runs}. */
    @SuppressWarnings("EnumOrdinal") // which value has which number is all the same
    public static int factor(Enum<?> value) {
        return value.ordinal();
    }

    /** The first of each {@code step} places to try, the next one with the next seed. */
    public static int begin(int step) {
        return (int) Math.floorMod(Long.getLong("fuzz.seed", seed()), (long) step);
    }

    /** One of {@code all}, the next one with the next seed. */
    public static <T> T one(List<T> all) {
        return all.get(begin(all.size()));
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
