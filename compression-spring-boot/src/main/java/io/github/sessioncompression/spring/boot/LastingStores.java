package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.store.IndexingStore;
import io.github.sessioncompression.store.PayloadCipher;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.github.sessioncompression.store.jdbc.JdbcStoreBuilder;
import io.github.sessioncompression.store.jdbc.JdbcStoreException;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Makes the stores that last of what the application has; where it can't, that ends the start.
 *
 * @param key the property that asks for the store
 * @param otherwise what may be done instead, as the end of a sentence
 * @param searched whether searches look into the stores, and not into what they stand beside
 */
record LastingStores(
        Settings settings, ConfigurableListableBeanFactory beans, String key, String otherwise, boolean searched) {
    private static final String FULL_TEXT_SEARCH =
            BootSettings.JDBC_FULL_TEXT_SEARCH.knob().key();

    ChosenStore jdbc() {
        DataSource dataSource = beans.getBeanProvider(DataSource.class).getIfUnique();
        if (dataSource == null) {
            List<String> several = dataSources();
            throw settings.refused(
                    key + "=jdbc needs one DataSource, but the application has "
                            + (several.isEmpty() ? "none" : "several: " + String.join(", ", several)),
                    (several.isEmpty() ? "Set spring.datasource.url" : "Mark one as @Primary") + otherwise);
        }
        return jdbc(dataSource);
    }

    ChosenStore jdbc(DataSource dataSource) {
        try {
            return of(dataSource);
        } catch (JdbcStoreException e) {
            throw noDatabase(e);
        }
    }

    /** Builds a JDBC store; the caller reports faults of the database. */
    ChosenStore of(DataSource dataSource) {
        JdbcStoreBuilder builder =
                JdbcSessionStore.builder(dataSource).createSchema(settings.get(BootSettings.JDBC_CREATE_SCHEMA));
        String prefix = settings.get(BootSettings.STORE_PREFIX);
        if (!prefix.isEmpty()) {
            refusing(BootSettings.STORE_PREFIX, () -> builder.tablePrefix(prefix));
        }
        beans.getBeanProvider(PayloadCipher.class).ifAvailable(builder::cipher);
        beans.getBeanProvider(MessageCodec.class).ifAvailable(builder::messageCodec);
        if (searched && settings.get(BootSettings.JDBC_FULL_TEXT_SEARCH)) {
            requireFullTextSearch(dataSource);
            builder.fullTextSearch(true);
        }
        return ChosenStore.of(builder.build(), "the database behind its DataSource");
    }

    private void requireFullTextSearch(DataSource dataSource) {
        if (!JdbcSessionStore.supportsFullTextSearch(dataSource)) {
            throw settings.refused(
                    FULL_TEXT_SEARCH + "=true needs PostgreSQL, but the application's DataSource is another database",
                    "Remove " + FULL_TEXT_SEARCH + otherwise);
        }
        if (beans.getBeanProvider(PayloadCipher.class).getIfAvailable() != null) {
            throw settings.refused(
                    FULL_TEXT_SEARCH + "=true keeps the words of messages in the clear, which would undo what the"
                            + " PayloadCipher bean does",
                    "Remove " + FULL_TEXT_SEARCH + " or the PayloadCipher bean.");
        }
    }

    /** Refuses a full-text search by what does not search the chats. */
    ChosenStore searching(ChosenStore chosen) {
        boolean has = chosen.store()
                .filter(store -> store instanceof IndexingStore indexing
                        && indexing.wordIndex().isPresent())
                .isPresent();
        if (settings.get(BootSettings.JDBC_FULL_TEXT_SEARCH) && !has) {
            throw settings.refused(
                    FULL_TEXT_SEARCH + "=true needs chats that are kept in PostgreSQL, but they are kept in "
                            + chosen.description(),
                    "Remove " + FULL_TEXT_SEARCH + ", or set " + key + "=jdbc.");
        }
        return chosen;
    }

    /** Prefix of the tables' names. */
    String tablePrefix() {
        String prefix = settings.get(BootSettings.STORE_PREFIX);
        return prefix.isEmpty() ? JdbcStoreBuilder.DEFAULT_TABLE_PREFIX : prefix;
    }

    InvalidSettingsException noDatabase(JdbcStoreException why) {
        return settings.refused(
                key + ": chats are to be kept in the application's DataSource, but " + why.getMessage(),
                "Put that right" + otherwise);
    }

    ChosenStore redis() {
        for (String needed : List.of(
                "io.lettuce.core.AbstractRedisClient", "io.github.sessioncompression.store.redis.RedisSessionStore")) {
            if (!ClassUtils.isPresent(needed, beans.getBeanClassLoader())) {
                throw settings.refused(
                        key + "=redis needs compression-redis and Lettuce, but " + needed + " is not on the class path",
                        "Add the dependency io.github.sessioncompression:compression-redis" + otherwise);
            }
        }
        return RedisStores.make(settings, beans, key, otherwise);
    }

    /** The names of all data sources there are. */
    List<String> dataSources() {
        return List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, DataSource.class));
    }

    /** Uses a text that a builder checks. */
    private void refusing(Setting<String> setting, Runnable use) {
        try {
            use.run();
        } catch (IllegalArgumentException e) {
            throw settings.refused(
                    setting.knob().key() + " must be " + setting.knob().allowed() + ", but is '" + settings.get(setting)
                            + "'",
                    "Set " + setting.knob().key() + " to such a text, or remove it.");
        }
    }
}
