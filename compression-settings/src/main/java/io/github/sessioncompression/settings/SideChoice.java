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
 * Finds where what a framework's lists can't hold is kept beside them.
 *
 * <p>Where nothing is set that is the application's {@link SessionStore} bean, else the database behind its {@link DataSource} if that can be
 * used. What is asked for and can't be had ends the start of the application.
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

    /** As the lists want it. */
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

    /** Nobody has asked for it, so what is wrong with the database is said and nothing more. */
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

    /** Whoever has not asked for tables in his database is told which they are and how to do without. */
    private ChosenStore unasked(ChosenStore chosen) {
        return new ChosenStore(
                chosen.store(),
                chosen.description() + ", in tables that begin with " + stores().tablePrefix() + " (" + KEY
                        + "=none does without)",
                chosen.closing());
    }
}
