package io.github.sessioncompression.langchain4j.boot;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.langchain4j.ChatMemoryStores;
import io.github.sessioncompression.langchain4j.ChatMessageSources;
import io.github.sessioncompression.langchain4j.CompressingChatMemory;
import io.github.sessioncompression.langchain4j.CompressingChatMemoryProvider;
import io.github.sessioncompression.langchain4j.StructuredChatModel;
import io.github.sessioncompression.langchain4j.UsageListener;
import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.settings.FrameworkModels;
import io.github.sessioncompression.settings.FrameworkStore;
import io.github.sessioncompression.settings.PinnedMessages;
import io.github.sessioncompression.settings.Settings;
import io.github.sessioncompression.settings.SharedSettings;
import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import io.github.sessioncompression.store.SessionStore;
import java.util.Optional;
import java.util.function.Predicate;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * Gives AI services a memory that compresses: a {@link CompressingChatMemoryProvider}, unless the application has a memory or a
 * provider of its own.
 *
 * <p>Chats are kept in the application's {@link ChatMemoryStore} if it has one and no setting overrides it. No chat model is ever registered: a second one
 * would break the wiring of every AI service.
 */
@AutoConfiguration(after = SessionCompressionAutoConfiguration.class)
@ConditionalOnClass({ChatModel.class, SessionCompressionAutoConfiguration.class})
public final class LangChain4jCompressionAutoConfiguration {
    LangChain4jCompressionAutoConfiguration() {}

    @Bean
    FrameworkModels<ChatModel> langChain4jCompressionModels() {
        return new FrameworkModels<>(
                ChatModel.class, model -> StructuredChatModel.of((ChatModel) ModelGuard.unguarded(model)));
    }

    @Bean
    FrameworkStore langChain4jFrameworkStore(
            ObjectProvider<CompressionPolicy> policy,
            ObjectProvider<ChatMemoryStore> store,
            ObjectProvider<PinnedMessages> pins) {
        return new Lists(policy, store, pins);
    }

    /** The default rule, and what the application has set. */
    private static Predicate<ChatMessage> pin(ObjectProvider<PinnedMessages> pins) {
        Predicate<ChatMessage> functional = CompressingChatMemory.functionalToolResults();
        return PinnedMessages.any(pins.orderedStream().toList())
                .map(rule -> functional.or(CompressingChatMemory.pinning(rule)))
                .orElse(functional);
    }

    /** For stores that write messages down. */
    @Bean
    @ConditionalOnMissingBean
    MessageCodec langChain4jMessageCodec() {
        return ChatMessageSources.codec();
    }

    /** The framework sets up none by itself. */
    private record Lists(
            ObjectProvider<CompressionPolicy> policy,
            ObjectProvider<ChatMemoryStore> store,
            ObjectProvider<PinnedMessages> pins)
            implements FrameworkStore {
        @Override
        public Class<?> type() {
            return ChatMemoryStore.class;
        }

        @Override
        public boolean isTheApplications() {
            return store.stream().findAny().isPresent();
        }

        @Override
        public Optional<SessionStore> find(SideStore side) {
            return Optional.ofNullable(store.getIfAvailable())
                    .map(found -> ChatMemoryStores.asSessionStore(
                            found, policy.getObject().state().schema(), pin(pins), side));
        }
    }

    /** For the chats of our memories, with any provider. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ChatMemoryProvider.class)
    static class Chats {
        @Bean
        static ModelGuard sessionCompressionModelGuard(
                ConfigurableListableBeanFactory beans,
                ObjectProvider<Settings> settings,
                ObjectProvider<CompressingChatMemoryProvider> memories) {
            return new ModelGuard(beans, settings, memories);
        }

        /** Tools of the conversations whose policy has them, only if a property asks for them: AI services are wired with any {@link ToolProvider} there is. */
        @Bean
        @Conditional(OnHistoryTools.class)
        @ConditionalOnMissingBean
        ToolProvider sessionCompressionHistoryTools(ObjectProvider<CompressingChatMemoryProvider> memories) {
            return new SwitchedHistoryTools(memories::getIfUnique);
        }
    }

    /** Beans that need the module {@code langchain4j}, not only its core. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ChatMemoryProvider.class)
    @ConditionalOnMissingBean({ChatMemoryProvider.class, ChatMemory.class})
    static class Memory {
        @Bean
        CompressingChatMemoryProvider compressingChatMemoryProvider(
                SessionCompressor compressor, Settings settings, ObjectProvider<PinnedMessages> pins) {
            return CompressingChatMemoryProvider.builder()
                    .compressor(compressor)
                    .pin(pin(pins))
                    .cacheBreakpoints(settings.get(SharedSettings.CACHE_BREAKPOINTS))
                    .build();
        }

        @Bean
        static SharedMemories sessionCompressionSharedMemories(ConfigurableListableBeanFactory beans) {
            return new SharedMemories(beans);
        }

        /** For AI services whose models are not guarded; what a guard has passed on is not passed on again. */
        @Bean
        @ConditionalOnMissingBean
        UsageListener sessionCompressionUsageListener(CompressingChatMemoryProvider provider) {
            return provider.usageListener();
        }
    }
}
