package io.github.sessioncompression.settings;

import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.github.sessioncompression.store.jdbc.JdbcStoreException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the place of what a framework's lists can't hold, such as earlier records and statistics.
 *
 * <p><em>Algorithm</em>: 1. the setting {@code framework.side-store}; 2. if nothing is set, the application's {@link SessionStore}
 * bean; 3. else the database behind its {@link DataSource}, if the lists are of the application's own choice; 4. else none.
 *
 * <p><em>Threads</em>: called once, at start-up. <em>On failure</em>: what is asked for and is not to be had ends the start; a database that nobody asked
 * for is passed over if it is not supported, with one WARN if it fails.
 */
record SideChoice(Settings settings, Beans beans) {
    private static final String KEY = SharedSettings.FRAMEWORK_SIDE_STORE.knob().key();
    private static final String OTHERWISE =
            ", define a SessionStore bean, or set " + KEY + " to another store or to none.";
    private static final Logger log = LoggerFactory.getLogger(SideChoice.class);

    private LastingStores stores() {
        return new LastingStores(settings, beans, KEY, OTHERWISE);
    }

    /**
     * The side store, or none.
     *
     * @param own the application's store bean, if it has one
     * @param lasting true if the lists themselves are of the application's choice; what a framework sets up by itself keeps nothing
     */
    ChosenStore find(@Nullable SessionStore own, boolean lasting) {
        return switch (settings.get(SharedSettings.FRAMEWORK_SIDE_STORE)) {
            case JDBC -> stores().jdbc();
            case REDIS -> stores().redis();
            case NONE -> ChosenStore.memory();
            case AUTO ->
                own != null
                        ? ChosenStore.of(own, "the application's SessionStore bean")
                        : lasting ? automatic() : ChosenStore.memory();
        };
    }

    /** The chosen store in the form that lists take; refuses a state outside of the list that would be kept nowhere. */
    SideStore of(ChosenStore chosen) {
        boolean inList = settings.get(SharedSettings.FRAMEWORK_STATE_IN_LIST);
        if (chosen.store().isEmpty() && !inList) {
            String inListKey = SharedSettings.FRAMEWORK_STATE_IN_LIST.knob().key();
            throw settings.refused(
                    inListKey + "=false needs a side store, but the application has none",
                    beans.words().setDataSource() + OTHERWISE);
        }
        return chosen.store().map(SideStore::of).orElseGet(SideStore::none).withStateInList(inList);
    }

    /** The database, if it can be used. Nobody has asked for it, so a fault is only logged. */
    private ChosenStore automatic() {
        DataSource dataSource = beans.unique(DataSource.class).orElse(null);
        if (dataSource == null) {
            return ChosenStore.memory();
        }
        try {
            return JdbcSessionStore.supports(dataSource) ? unasked(stores().of(dataSource)) : ChosenStore.memory();
        } catch (JdbcStoreException e) {
            log.warn(
                    "What a list of messages can't hold is not kept beside it: {}. Put that right, or set {} to none to say that this"
                            + " is right.",
                    e.getMessage(),
                    KEY);
            return ChosenStore.memory();
        }
    }

    /** The store with a description that names its tables and the way to do without: nobody has asked for them. */
    private ChosenStore unasked(ChosenStore chosen) {
        return new ChosenStore(
                chosen.store(),
                chosen.description() + ", in tables that begin with " + stores().tablePrefix() + " (" + KEY
                        + "=none does without)",
                chosen.closing());
    }
}
