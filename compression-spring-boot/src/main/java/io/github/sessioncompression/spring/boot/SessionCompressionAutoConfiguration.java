package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.ModelLimits;
import io.github.sessioncompression.token.TokenCounter;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Sets up the application's compressor from its properties and beans: what all frameworks share.
 *
 * <p>A {@link CompressionPolicy} or {@link SessionCompressor} bean of the application's own goes before those made here.
 */
@AutoConfiguration
@ImportRuntimeHints(CoreRuntimeHints.class)
public final class SessionCompressionAutoConfiguration {
    private static final Logger log = LoggerFactory.getLogger(SessionCompressionAutoConfiguration.class);

    SessionCompressionAutoConfiguration() {}

    /** Read at start-up even where beans are made late: faults must not wait for the first chat. */
    @Bean
    @Lazy(false)
    Settings sessionCompressionSettings(ConfigurableEnvironment environment, ConfigurableListableBeanFactory beans) {
        ClassLoader classes = Optional.ofNullable(beans.getBeanClassLoader())
                .orElseGet(SessionCompressionAutoConfiguration.class::getClassLoader);
        return Settings.of(environment, classes);
    }

    @Bean
    @ConditionalOnMissingBean
    CompressionPolicy compressionPolicy(Settings settings, ObjectProvider<CompressionPolicyCustomizer> customizers) {
        CompressionPolicy policy = customized(settings.policy(), customizers);
        if (!policy.enabled() && policy.contextWindow() == 0) {
            // Nothing is measured against it, and switching the library off must not need another setting.
            return policy.withContextWindow(ModelLimits.MAX_WINDOW);
        }
        try {
            policy.requireContextWindow();
        } catch (IllegalStateException missing) {
            throw settings.noWindow(String.valueOf(missing.getMessage()));
        }
        return policy;
    }

    private static CompressionPolicy customized(
            CompressionPolicy policy, ObjectProvider<CompressionPolicyCustomizer> customizers) {
        CompressionPolicy customized = policy;
        for (CompressionPolicyCustomizer customizer :
                customizers.orderedStream().toList()) {
            customized = customizer.customize(customized);
        }
        return customized;
    }

    @Bean
    @ConditionalOnMissingBean
    SessionCompressor sessionCompressor(
            CompressionPolicy policy,
            Settings settings,
            ConfigurableListableBeanFactory beans,
            ObjectProvider<SessionStore> store,
            ObjectProvider<TokenCounter> tokenCounter,
            ObjectProvider<ChatModels<?>> chatModels,
            ObjectProvider<CompressionListener> listeners,
            ObjectProvider<ConversationPolicies> conversationPolicies,
            ObjectProvider<CompressionPolicyCustomizer> policyCustomizers,
            ObjectProvider<SessionCompressorCustomizer> customizers) {
        SessionCompressor.Builder builder = SessionCompressor.builder().policy(policy);
        Optional<StructuredModel> model = new CompressionModelChoice(
                        beans, chatModels.orderedStream().toList())
                .find(settings.get(BootSettings.COMPRESSION_MODEL));
        model.ifPresent(builder::model);
        store.ifAvailable(builder::store);
        tokenCounter.ifAvailable(builder::tokenCounter);
        listeners.orderedStream().forEach(builder::listener);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        log.info(
                "Session Compression is {} for a window of {} tokens; states are written {}.",
                policy.enabled() ? "on" : "off",
                policy.contextWindow(),
                model.isPresent() ? "by a model" : "offline");
        return builder.build();
    }
}
