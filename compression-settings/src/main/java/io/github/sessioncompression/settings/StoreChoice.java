package io.github.sessioncompression.settings;

import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.settings.SharedSettings.StoreKind;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.github.sessioncompression.store.jdbc.JdbcStoreException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the store of the application's chats.
 *
 * <p><em>Algorithm</em>: 1. a {@link SessionStore} bean of the application's own, unless a framework's lists are asked for: then it
 * is kept beside those; 2. the setting {@code store}; 3. if nothing is set, a framework's store that the application has chosen; 4.
 * else the {@link DataSource}, if there is one, its database is supported and has the tables or lets us make them; 5. else what the
 * framework sets up by itself; 6. else this process's memory.
 *
 * <p><em>Threads</em>: called once, at start-up. <em>On failure</em>: what is asked for and is not to be had ends the start with an
 * {@link InvalidSettingsException}. What nobody asked for is one WARN, and the next place is taken; but a database that does not
 * answer ends the start, because chats would be kept somewhere else without anyone noticing.
 *
 * @param frameworks the stores of the frameworks there are, by preference
 */
public record StoreChoice(Settings settings, Beans beans, List<FrameworkStore> frameworks) {
    private static final String KEY = SharedSettings.STORE.knob().key();
    private static final String OTHERWISE = ", define a SessionStore bean, or set " + KEY + " to another store.";
    private static final Logger log = LoggerFactory.getLogger(StoreChoice.class);

    private LastingStores stores() {
        return new LastingStores(settings, beans, KEY, OTHERWISE);
    }

    /** The store. */
    public ChosenStore find() {
        StoreKind kind = settings.get(SharedSettings.STORE);
        SessionStore own = beans.unique(SessionStore.class).orElse(null);
        if (own != null && kind != StoreKind.FRAMEWORK) {
            if (kind != StoreKind.AUTO) {
                log.warn("The application's own SessionStore bean is used; {} has no effect.", KEY);
            }
            return ChosenStore.of(own, "the application's SessionStore bean");
        }
        return switch (kind) {
            case AUTO -> automatic();
            case JDBC -> stores().jdbc();
            case REDIS -> stores().redis();
            case FRAMEWORK -> framework(false, own).orElseThrow(this::noFramework);
            case MEMORY -> ChosenStore.memory();
        };
    }

    /** The place if nothing is set: steps 3 to 6. */
    private ChosenStore automatic() {
        Optional<ChosenStore> chosen = framework(true, null);
        if (chosen.isPresent()) {
            return chosen.get();
        }
        DataSource dataSource = beans.unique(DataSource.class).orElse(null);
        Optional<ChosenStore> database =
                dataSource != null && supports(dataSource) ? unasked(dataSource) : Optional.empty();
        if (database.isPresent()) {
            return database.get();
        }
        List<String> several = stores().dataSources();
        if (dataSource == null && several.size() > 1) {
            log.warn(
                    "Chats are not kept in a database, because the application has several DataSource beans and none is"
                            + " primary: {}. Define a SessionStore bean, or set {}.",
                    String.join(", ", several),
                    KEY);
        }
        return framework(false, null).orElseGet(ChosenStore::memory);
    }

    /** True if the database is a supported one. An unsupported database is only logged, because no setting asked for it. */
    private boolean supports(DataSource dataSource) {
        boolean supports;
        try {
            supports = JdbcSessionStore.supports(dataSource);
        } catch (JdbcStoreException e) {
            throw stores().noDatabase(e);
        }
        if (!supports) {
            log.warn(
                    "Chats are not kept in the application's DataSource: its database is not one of those known here. Set {}"
                            + " to framework or memory to say that this is right.",
                    KEY);
        }
        return supports;
    }

    /** A store in that database, if it lets us make tables: nobody has asked for them, so their want ends no start. */
    private Optional<ChosenStore> unasked(DataSource dataSource) {
        try {
            return Optional.of(stores().of(dataSource));
        } catch (JdbcStoreException e) {
            if (!e.areTablesMissing()) {
                throw stores().noDatabase(e);
            }
            log.warn(
                    "Chats are not kept in the application's DataSource: {}. Put that right, make the tables by the library's script, or"
                            + " set {} to framework or memory to say that this is right.",
                    e.getMessage(),
                    KEY);
            return Optional.empty();
        }
    }

    /** The framework's store: that which the application has chosen, or any. */
    private Optional<ChosenStore> framework(boolean chosen, @Nullable SessionStore own) {
        return frameworks.stream()
                .filter(framework -> !chosen || framework.isTheApplications())
                .filter(framework -> framework.find(SideStore.none()).isPresent())
                .findFirst()
                .map(framework -> lists(framework, own));
    }

    /** A framework's store, with a side store for what its lists can't hold. */
    private ChosenStore lists(FrameworkStore framework, @Nullable SessionStore own) {
        SideChoice sides = new SideChoice(settings, beans);
        ChosenStore side = sides.find(own, framework.isTheApplications());
        String type = framework.type().getSimpleName();
        String bean = framework.isInMemory()
                ? "a " + type + " in memory, and are gone when this process ends (a DataSource, a lasting " + type
                        + " bean or " + KEY + " keeps them)"
                : "the " + type + " bean";
        return new ChosenStore(
                framework.find(sides.of(side)),
                side.store().isEmpty() ? bean : bean + ", with what a list can't hold in " + side.description(),
                side.closing());
    }

    private InvalidSettingsException noFramework() {
        String types = frameworks.isEmpty()
                ? "chat memory store"
                : frameworks.stream()
                        .map(framework -> framework.type().getSimpleName())
                        .collect(Collectors.joining(" or "));
        return settings.refused(
                KEY + "=framework needs a " + types + " bean, but the application has none",
                "Define a " + types + " bean" + OTHERWISE);
    }
}
