package io.github.sessioncompression.settings;

import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.option.Knob;
import io.github.sessioncompression.store.PayloadCipher;
import io.github.sessioncompression.store.StoreBuilder;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.github.sessioncompression.store.jdbc.JdbcStoreBuilder;
import io.github.sessioncompression.store.jdbc.JdbcStoreException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * Makes stores in a database or in Redis from what the application has.
 *
 * <p>Prefix, time to keep, cipher and codec are the same for both. <em>On failure</em>: an {@link InvalidSettingsException} that
 * ends the start and names what is missing and what to do; only {@link #of} leaves a fault of the database to its caller, because
 * that may have asked for none.
 *
 * @param key the property that asks for the store
 * @param otherwise what may be done instead, as the end of a sentence
 */
record LastingStores(Settings settings, Beans beans, String key, String otherwise) {
    /** A store in the database behind the application's only or primary {@link DataSource}. */
    ChosenStore jdbc() {
        DataSource dataSource = beans.unique(DataSource.class).orElse(null);
        if (dataSource == null) {
            List<String> several = dataSources();
            throw settings.refused(
                    key + "=jdbc needs one DataSource, but the application has "
                            + (several.isEmpty() ? "none" : "several: " + String.join(", ", several)),
                    (several.isEmpty()
                                    ? beans.words().setDataSource()
                                    : beans.words().goBefore())
                            + otherwise);
        }
        try {
            return of(dataSource);
        } catch (JdbcStoreException e) {
            throw noDatabase(e);
        }
    }

    /** Builds a JDBC store; the caller reports faults of the database. */
    ChosenStore of(DataSource dataSource) {
        JdbcStoreBuilder builder = withCommon(JdbcSessionStore.builder(dataSource))
                .createSchema(settings.get(SharedSettings.JDBC_CREATE_SCHEMA));
        withPrefix(builder::tablePrefix);
        return ChosenStore.of(builder.build(), "the database behind its DataSource");
    }

    /** Sets what stores of all kinds have. */
    <B extends StoreBuilder<B>> B withCommon(B builder) {
        Duration time = settings.get(SharedSettings.STORE_KEEP_FOR);
        builder.keepFor(time.isZero() ? null : time);
        beans.unique(PayloadCipher.class).ifPresent(builder::cipher);
        beans.unique(MessageCodec.class).ifPresent(builder::messageCodec);
        return builder;
    }

    /** Prefix of the tables' names. */
    String tablePrefix() {
        String prefix = settings.get(SharedSettings.STORE_PREFIX);
        return prefix.isEmpty() ? JdbcStoreBuilder.DEFAULT_TABLE_PREFIX : prefix;
    }

    /** The refusal of a database that is there but cannot be used. */
    InvalidSettingsException noDatabase(JdbcStoreException why) {
        return settings.refused(
                key + ": chats are to be kept in the application's DataSource, but " + why.getMessage(),
                "Put that right" + otherwise);
    }

    /** A store in Redis. The classes are looked for by name, because neither Lettuce nor our module has to be there. */
    ChosenStore redis() {
        for (String needed : List.of(
                "io.lettuce.core.AbstractRedisClient", "io.github.sessioncompression.store.redis.RedisSessionStore")) {
            if (!beans.canLoad(needed)) {
                throw settings.refused(
                        key + "=redis needs compression-redis and Lettuce, but " + needed + " is not on the class path",
                        "Add the dependency io.github.sessioncompression:compression-redis" + otherwise);
            }
        }
        return RedisStores.make(this);
    }

    /** The names of all data sources there are. */
    List<String> dataSources() {
        return beans.names(DataSource.class);
    }

    /** Sets the prefix that the application has chosen; the builder checks it. */
    void withPrefix(Consumer<String> builder) {
        String prefix = settings.get(SharedSettings.STORE_PREFIX);
        Knob knob = SharedSettings.STORE_PREFIX.knob();
        try {
            if (!prefix.isEmpty()) {
                builder.accept(prefix);
            }
        } catch (IllegalArgumentException e) {
            throw settings.refused(
                    knob.key() + " must be " + knob.allowed() + ", but is '" + prefix + "'",
                    "Set " + knob.key() + " to such a text, or remove it.");
        }
    }
}
