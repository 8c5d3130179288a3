package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.recall.vector.MeaningStore;
import io.github.sessioncompression.recall.vector.VectorSearch;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.settings.ChosenStore;
import io.github.sessioncompression.settings.CompressionModelChoice;
import io.github.sessioncompression.settings.ConversationPatterns;
import io.github.sessioncompression.settings.FrameworkModels;
import io.github.sessioncompression.settings.FrameworkStore;
import io.github.sessioncompression.settings.Settings;
import io.github.sessioncompression.settings.SettingsReader;
import io.github.sessioncompression.settings.StoreChoice;
import io.github.sessioncompression.token.MessageCounter;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Sets up the application's compressor from its properties and beans: what all frameworks share.
 *
 * <p>A {@link CompressionPolicy} or {@link SessionCompressor} bean of the application's own goes before those made here. Both are
 * made when something needs them: an application with a memory of its own needs neither, nor a context window.
 */
@AutoConfiguration
@ImportRuntimeHints(CoreRuntimeHints.class)
public final class SessionCompressionAutoConfiguration {
    private static final Logger log = LoggerFactory.getLogger(SessionCompressionAutoConfiguration.class);

    SessionCompressionAutoConfiguration() {}

    /** Read at start-up even where beans are made late: faults must not wait for the first chat. */
    @Bean
    @Lazy(false)
    Settings sessionCompressionSettings(ConfigurableEnvironment environment) {
        return new SettingsReader(new EnvironmentSettings(environment)).read();
    }

    /** Made with the compressor, and closed after it. */
    @Bean(destroyMethod = "close")
    @Lazy
    ChosenStore sessionCompressionStore(
            Settings settings, ConfigurableListableBeanFactory beans, ObjectProvider<FrameworkStore> frameworks) {
        return new StoreChoice(
                        settings,
                        new SpringBeans(beans),
                        frameworks.orderedStream().toList())
                .find();
    }

    /**
     * Closes the compressor when its application begins to end, while databases and connection factories still work: leases are given
     * back, and another process continues at once.
     *
     * <p>A connection factory is stopped before any bean is destroyed, so the order of beans alone is not enough.
     */
    @Bean
    @Lazy(false)
    static ApplicationListener<ContextClosedEvent> sessionCompressionShutdown(
            ApplicationContext application, ConfigurableListableBeanFactory beans) {
        return event -> {
            for (String name : beans.getBeanNamesForType(SessionCompressor.class, false, false)) {
                if (event.getApplicationContext() == application
                        && beans.getSingleton(name) instanceof SessionCompressor compressor) {
                    compressor.close();
                }
            }
        };
    }

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    SessionCompressor sessionCompressor(
            CompressionPolicy policy,
            Settings settings,
            ConfigurableListableBeanFactory beans,
            ObjectProvider<ConversationPatterns> conversationPatterns,
            ObjectProvider<ConversationPolicies> conversationPolicies,
            ObjectProvider<CompressionModels> conversationModels,
            ObjectProvider<SystemContexts> systemContext,
            ObjectProvider<UserIds> userIds,
            ObjectProvider<Redactor> redactor,
            ObjectProvider<FrameworkModels<?>> chatModels,
            ChosenStore store,
            ObjectProvider<MeaningStore> meaningStore,
            ObjectProvider<TokenCounter> tokenCounter,
            ObjectProvider<MessageCounter> messageCounter,
            ObjectProvider<CompressionListener> listeners,
            ObjectProvider<SessionCompressorCustomizer> customizers) {
        Optional<StructuredModel> model = CompressionModelChoice.find(
                settings, new SpringBeans(beans), chatModels.orderedStream().toList());
        ConversationPatterns described = conversationPatterns.getIfAvailable();
        List<Function<String, @Nullable CompressionPolicy>> policies =
                new ArrayList<>(conversationPolicies.orderedStream().toList());
        if (described != null) {
            policies.add(described);
        }
        List<CompressionModels> models = conversationModels.orderedStream().toList();
        SessionCompressor.Builder builder = SessionCompressor.builder()
                .policy(policy)
                .policyFor(id -> first(policies, id))
                .modelFor(id -> first(models, id));
        model.ifPresent(builder::model);
        store.store().ifPresent(builder::store);
        meaningStore.ifAvailable(
                meaning -> builder.recall(RecallOptions.defaults().withSecondSearch(VectorSearch.in(meaning))));
        tokenCounter.ifAvailable(builder::tokenCounter);
        messageCounter.ifAvailable(builder::messageCounter);
        listeners.orderedStream().forEach(builder::listener);
        systemContext.ifAvailable(builder::systemContext);
        userIds.ifAvailable(builder::userOf);
        redactor.ifAvailable(builder::redactor);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        settings.report(log, policy, described == null, model.isPresent(), store.description());
        return builder.build();
    }

    /** What the first of {@code beans} that has something gives a conversation; {@code null} if none has. */
    private static <T> @Nullable T first(List<? extends Function<String, @Nullable T>> beans, String id) {
        return beans.stream()
                .map(bean -> bean.apply(id))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** The policies that the properties describe. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(CompressionPolicy.class)
    static class FromProperties {
        @Bean
        @Lazy
        ConversationPatterns sessionCompressionConversationPatterns(
                Settings settings, ObjectProvider<CompressionPolicyCustomizer> customizers) {
            return settings.conversations().with(policy -> complete(policy, settings, customizers));
        }

        @Bean
        @Lazy
        CompressionPolicy compressionPolicy(
                Settings settings, ObjectProvider<CompressionPolicyCustomizer> customizers) {
            return complete(settings.policy(), settings, customizers);
        }

        private static CompressionPolicy complete(
                CompressionPolicy policy, Settings settings, ObjectProvider<CompressionPolicyCustomizer> customizers) {
            CompressionPolicy complete = policy;
            for (CompressionPolicyCustomizer customizer :
                    customizers.orderedStream().toList()) {
                complete = customizer.customize(complete);
            }
            return settings.complete(complete);
        }
    }
}
