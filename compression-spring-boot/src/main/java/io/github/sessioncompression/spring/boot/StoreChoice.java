package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.store.PayloadCipher;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.github.sessioncompression.store.jdbc.JdbcStoreBuilder;
import io.github.sessioncompression.store.jdbc.JdbcStoreException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Finds where the application's chats are to be kept.
 *
 * <p>A {@link SessionStore} bean of its own goes first, then the setting. Where nothing is set, a framework's store that the application
 * has chosen stays what it is; else a {@link DataSource} is used if there is one, then what the framework sets up by itself, then this
 * process's memory. What is asked for and can't be had ends the start of the application.
 */
final class StoreChoice {
    private static final String KEY = BootSettings.STORE.knob().key();
    private static final String OTHERWISE = ", define a SessionStore bean, or set " + KEY + " to another store.";
    private static final Logger log = LoggerFactory.getLogger(StoreChoice.class);

    private final Settings settings;
    private final ConfigurableListableBeanFactory beans;
    private final List<FrameworkStore> frameworks;

    StoreChoice(Settings settings, ConfigurableListableBeanFactory beans, List<FrameworkStore> frameworks) {
        this.settings = settings;
        this.beans = beans;
        this.frameworks = frameworks;
    }

    ChosenStore find() {
        StoreKind kind = settings.get(BootSettings.STORE);
        SessionStore own = beans.getBeanProvider(SessionStore.class).getIfAvailable();
        if (own != null) {
            if (kind != StoreKind.AUTO) {
                log.warn("The application's own SessionStore bean is used; {} has no effect.", KEY);
            }
            return ChosenStore.of(own, "the application's SessionStore bean");
        }
        return switch (kind) {
            case AUTO -> automatic();
            case JDBC -> jdbc(askedForDataSource());
            case REDIS -> redis();
            case FRAMEWORK -> framework(false).orElseThrow(this::noFramework);
            case MEMORY -> ChosenStore.memory();
        };
    }

    private ChosenStore automatic() {
        Optional<ChosenStore> chosen = framework(true);
        if (chosen.isPresent()) {
            return chosen.get();
        }
        DataSource dataSource = beans.getBeanProvider(DataSource.class).getIfUnique();
        if (dataSource != null && supports(dataSource)) {
            return jdbc(dataSource);
        }
        List<String> several = names(DataSource.class);
        if (dataSource == null && several.size() > 1) {
            log.warn(
                    "Chats are not kept in a database, because the application has several DataSource beans and none is"
                            + " primary: {}. Define a SessionStore bean, or set {}.",
                    String.join(", ", several),
                    KEY);
        }
        return framework(false).orElseGet(ChosenStore::memory);
    }

    /** Whether chats can be kept there; nobody has asked for that, so a database that isn't known here is left alone. */
    private boolean supports(DataSource dataSource) {
        boolean supports;
        try {
            supports = JdbcSessionStore.supports(dataSource);
        } catch (JdbcStoreException e) {
            throw noDatabase(e);
        }
        if (!supports) {
            log.warn(
                    "Chats are not kept in the application's DataSource: its database is not one of those known here. Set {}"
                            + " to framework or memory to say that this is right.",
                    KEY);
        }
        return supports;
    }

    private DataSource askedForDataSource() {
        DataSource dataSource = beans.getBeanProvider(DataSource.class).getIfUnique();
        if (dataSource == null) {
            List<String> several = names(DataSource.class);
            throw settings.refused(
                    KEY + "=jdbc needs one DataSource, but the application has "
                            + (several.isEmpty() ? "none" : "several: " + String.join(", ", several)),
                    (several.isEmpty() ? "Set spring.datasource.url" : "Mark one as @Primary") + OTHERWISE);
        }
        return dataSource;
    }

    private ChosenStore jdbc(DataSource dataSource) {
        JdbcStoreBuilder builder =
                JdbcSessionStore.builder(dataSource).createSchema(settings.get(BootSettings.JDBC_CREATE_SCHEMA));
        String prefix = settings.get(BootSettings.JDBC_TABLE_PREFIX);
        if (!prefix.isEmpty()) {
            refusing(BootSettings.JDBC_TABLE_PREFIX, () -> builder.tablePrefix(prefix));
        }
        beans.getBeanProvider(PayloadCipher.class).ifAvailable(builder::cipher);
        beans.getBeanProvider(MessageCodec.class).ifAvailable(builder::messageCodec);
        try {
            return ChosenStore.of(builder.build(), "the database behind its DataSource");
        } catch (JdbcStoreException e) {
            throw noDatabase(e);
        }
    }

    private InvalidSettingsException noDatabase(JdbcStoreException why) {
        return settings.refused(
                KEY + ": chats are to be kept in the application's DataSource, but " + why.getMessage(),
                "Put that right" + OTHERWISE);
    }

    private ChosenStore redis() {
        for (String needed : List.of(
                "io.lettuce.core.AbstractRedisClient", "io.github.sessioncompression.store.redis.RedisSessionStore")) {
            if (!ClassUtils.isPresent(needed, beans.getBeanClassLoader())) {
                throw settings.refused(
                        KEY + "=redis needs compression-redis and Lettuce, but " + needed + " is not on the class path",
                        "Add the dependency io.github.sessioncompression:compression-redis" + OTHERWISE);
            }
        }
        return RedisStores.make(settings, beans, OTHERWISE);
    }

    /** The framework's store: that which the application has chosen, or any. */
    private Optional<ChosenStore> framework(boolean chosen) {
        return frameworks.stream()
                .filter(framework -> !chosen || framework.isTheApplications())
                .flatMap(framework -> framework.find().stream()
                        .map(store ->
                                ChosenStore.of(store, "the " + framework.type().getSimpleName() + " bean")))
                .findFirst();
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

    private List<String> names(Class<?> type) {
        return List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type));
    }
}
