package io.github.sessioncompression.spring.ai.boot;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.ai.ChatMemoryRepositories;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import io.github.sessioncompression.spring.ai.StructuredChatModel;
import io.github.sessioncompression.spring.boot.ChatModels;
import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import io.github.sessioncompression.spring.boot.SessionCompressorCustomizer;
import io.github.sessioncompression.spring.boot.Settings;
import io.github.sessioncompression.store.SessionStore;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Gives chat clients a memory that compresses: a {@link CompressingChatMemory} in place of Spring AI's own, unless the application
 * has a {@link ChatMemory} bean.
 *
 * <p>Chats are kept in the application's {@link ChatMemoryRepository}, Spring AI's in-memory one included. It comes before Spring
 * AI's auto-configuration; the repository is looked for when all beans are known, so the order of those does not matter.
 */
@AutoConfiguration(
        after = SessionCompressionAutoConfiguration.class,
        beforeName = "org.springframework.ai.model.chat.memory.autoconfigure.ChatMemoryAutoConfiguration")
@ConditionalOnClass({ChatMemory.class, SessionCompressionAutoConfiguration.class})
public final class SpringAiCompressionAutoConfiguration {
    SpringAiCompressionAutoConfiguration() {}

    @Bean
    ChatModels<ChatModel> springAiCompressionModels(Settings settings) {
        return new ChatModels<>(
                ChatModel.class,
                model -> StructuredChatModel.of(model, settings.get(SpringAiSettings.STRUCTURED_OUTPUT)));
    }

    /** Before those of the application, which have the last word. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    SessionCompressorCustomizer springAiSessionCompressorCustomizer(
            ObjectProvider<CompressionPolicy> policy,
            ObjectProvider<SessionStore> sessionStore,
            ObjectProvider<ChatMemoryRepository> repository) {
        return builder -> {
            if (sessionStore.stream().findAny().isEmpty()) {
                repository.ifAvailable(found -> builder.store(ChatMemoryRepositories.asSessionStore(
                        found, policy.getObject().state().schema())));
            }
        };
    }

    @Bean
    @ConditionalOnMissingBean(ChatMemory.class)
    CompressingChatMemory chatMemory(SessionCompressor compressor) {
        return CompressingChatMemory.builder().compressor(compressor).build();
    }
}
