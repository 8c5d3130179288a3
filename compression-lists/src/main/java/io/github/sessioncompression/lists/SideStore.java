package io.github.sessioncompression.lists;

import io.github.sessioncompression.store.SessionStore;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A store for everything that a framework's list can't hold: full states with their sources, earlier records, switches, the
 * prune boundary, statistics, leases, keys of appends, and the messages that the framework's store drops. Immutable.
 *
 * <p>It also decides between processes: each write compares and sets here before the list is saved, so two processes that add to one
 * conversation at the same moment lose and double nothing, although the framework's store can't compare. What other programs change in a
 * list is taken over into this store. The conversations have ids of their own here, {@value #ID_PREFIX} and the list's id, so that an empty
 * list deletes nothing that the application keeps in the same store.
 */
public final class SideStore {
    /** Prefix of the ids of conversations in a side store. */
    public static final String ID_PREFIX = "list/";

    private static final SideStore NONE = new SideStore(null, true, Thread::sleep);

    /** Waits for a list that another process is about to save. */
    @FunctionalInterface
    interface Wait {
        void millis(long millis) throws InterruptedException;
    }

    private final @Nullable SessionStore store;
    private final boolean stateInList;
    private final Wait wait;

    private SideStore(@Nullable SessionStore store, boolean stateInList, Wait wait) {
        this.store = store;
        this.stateInList = stateInList;
        this.wait = wait;
    }

    /** No side store: everything that the list can't hold is lost with the process. */
    public static SideStore none() {
        return NONE;
    }

    /** Keeps it in {@code store}, which should be one that lasts. The store stays the caller's to close. */
    public static SideStore of(SessionStore store) {
        return new SideStore(Objects.requireNonNull(store, "store"), true, NONE.wait);
    }

    /**
     * True if the state is in the list, too; {@code true} by default, so that a process without the side store continues from it.
     * With {@code false} the list holds the chat's own messages and nothing else; a state found in it is taken out when it is
     * next saved.
     *
     * @throws IllegalStateException if it is {@code false} for {@link #none()}: then the state would be kept nowhere
     */
    public SideStore withStateInList(boolean inList) {
        if (store == null && !inList) {
            throw new IllegalStateException("stateInList must be true where there is no side store");
        }
        return new SideStore(store, inList, wait);
    }

    SideStore withWait(Wait other) {
        return new SideStore(store, stateInList, other);
    }

    Wait waiting() {
        return wait;
    }

    @Nullable
    SessionStore store() {
        return store;
    }

    boolean stateInList() {
        return stateInList;
    }
}
