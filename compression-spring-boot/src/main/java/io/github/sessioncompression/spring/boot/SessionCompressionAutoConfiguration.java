package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.ArchiveListener;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.recall.MeaningStore;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.token.MessageCounter;
import io.github.sessioncompression.token.TokenCounter;
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
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
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
        return Settings.of(environment);
    }

    /** Made with the compressor, and closed after it. */
    @Bean(destroyMethod = "close")
    @Lazy
    ChosenStore sessionCompressionStore(
            Settings settings, ConfigurableListableBeanFactory beans, ObjectProvider<FrameworkStore> frameworks) {
        return new StoreChoice(settings, beans, frameworks.orderedStream().toList()).find();
    }

    @Bean
    PinRules sessionCompressionPinRules(Settings settings, ObjectProvider<PinnedMessages> beans) {
        return new PinRules(settings, beans.orderedStream().toList());
    }

    @Bean
    @Lazy(false)
    static CompressorShutdown sessionCompressionShutdown(
            ApplicationContext application, ConfigurableListableBeanFactory beans) {
        return new CompressorShutdown(application, beans);
    }

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    SessionCompressor sessionCompressor(
            CompressionPolicy policy,
            Settings settings,
            ConfigurableListableBeanFactory beans,
            ObjectProvider<PropertyPolicies> propertyPolicies,
            ObjectProvider<ConversationPolicies> conversationPolicies,
            ObjectProvider<CompressionModels> conversationModels,
            ObjectProvider<SystemContexts> systemContext,
            ObjectProvider<Redactor> redactor,
            ObjectProvider<FrameworkBeans<?, StructuredModel>> chatModels,
            ChosenStore store,
            ObjectProvider<FrameworkBeans<?, MeaningStore>> meaningStores,
            ObjectProvider<TokenCounter> tokenCounter,
            ObjectProvider<MessageCounter> messageCounter,
            ObjectProvider<CompressionListener> listeners,
            ObjectProvider<ArchiveListener> archive,
            ObjectProvider<SessionCompressorCustomizer> customizers) {
        Optional<StructuredModel> model = new CompressionModelChoice(
                        settings, beans, chatModels.orderedStream().toList())
                .find();
        List<ConversationPolicies> policies =
                conversationPolicies.orderedStream().toList();
        List<CompressionModels> models = conversationModels.orderedStream().toList();
        SessionCompressor.Builder builder = SessionCompressor.builder()
                .policy(policy)
                .policyFor(id -> first(policies, id))
                .modelFor(id -> first(models, id));
        model.ifPresent(builder::model);
        store.store().ifPresent(builder::store);
        MeaningStoreChoice.find(settings, beans, meaningStores.orderedStream().toList())
                .ifPresent(meaning -> builder.recall(RecallOptions.defaults().withMeaningStore(meaning)));
        tokenCounter.ifAvailable(builder::tokenCounter);
        messageCounter.ifAvailable(builder::messageCounter);
        listeners.orderedStream().forEach(builder::listener);
        archive.ifAvailable(builder::archive);
        systemContext.ifAvailable(builder::systemContext);
        redactor.ifAvailable(builder::redactor);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        PropertyPolicies described = propertyPolicies.getIfAvailable();
        if (described == null && settings.describesAPolicy()) {
            log.warn(
                    "The application's own CompressionPolicy bean is used; properties about the policy have no effect.");
        }
        log.info(
                "Session Compression is {} for a window of {} tokens; states are written {}; chats are kept in {}.",
                policy.enabled() ? "on" : "off",
                policy.contextWindow(),
                model.isPresent() ? "by a model" : "offline",
                store.description());
        List<String> deleting =
                described == null ? List.of() : described.forSome().where(NeededArchive::isNeeded);
        return new NeededArchive(settings, deleting).build(builder, policy);
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
        PropertyPolicies sessionCompressionPropertyPolicies(
                Settings settings, ObjectProvider<CompressionPolicyCustomizer> customizers) {
            return new PropertyPolicies(settings, customizers.orderedStream().toList());
        }

        @Bean
        @Lazy
        CompressionPolicy compressionPolicy(PropertyPolicies policies) {
            return policies.forAll();
        }
    }
}
