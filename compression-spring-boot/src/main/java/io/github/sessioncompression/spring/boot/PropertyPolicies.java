package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.token.ModelRegistry.ModelLimits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The policies that the properties and the customizers describe: for all, and for single conversations. */
final class PropertyPolicies implements ConversationPolicies {
    private final CompressionPolicy forAll;
    private final ConversationPatterns forSome;

    /**
     * Customizes the policies.
     *
     * @throws InvalidSettingsException if one that is enabled has no context window
     */
    PropertyPolicies(Settings settings, List<CompressionPolicyCustomizer> customizers) {
        this.forAll = complete(settings.policy(), settings, customizers);
        this.forSome = settings.conversations().with(policy -> complete(policy, settings, customizers));
    }

    CompressionPolicy forAll() {
        return forAll;
    }

    /** The policies of single conversations. */
    ConversationPatterns forSome() {
        return forSome;
    }

    @Override
    public @Nullable CompressionPolicy apply(String conversationId) {
        return forSome.apply(conversationId);
    }

    private static CompressionPolicy complete(
            CompressionPolicy policy, Settings settings, List<CompressionPolicyCustomizer> customizers) {
        CompressionPolicy complete = policy;
        for (CompressionPolicyCustomizer customizer : customizers) {
            complete = customizer.customize(complete);
        }
        if (!complete.enabled() && complete.contextWindow() == 0) {
            // Nothing is measured against it, and switching the library off must not need another setting.
            return complete.withContextWindow(ModelLimits.MAX_WINDOW);
        }
        try {
            complete.requireContextWindow();
        } catch (IllegalStateException missing) {
            throw settings.noWindow(String.valueOf(missing.getMessage()));
        }
        return complete;
    }
}
