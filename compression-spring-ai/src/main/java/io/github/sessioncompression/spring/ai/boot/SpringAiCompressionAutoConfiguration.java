package io.github.sessioncompression.spring.ai.boot;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.settings.FrameworkModels;
import io.github.sessioncompression.settings.FrameworkStore;
import io.github.sessioncompression.settings.PinnedMessages;
import io.github.sessioncompression.spring.ai.ChatMemoryRepositories;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import io.github.sessioncompression.spring.ai.MessageMapper;
import io.github.sessioncompression.spring.ai.MessageSources;
import io.github.sessioncompression.spring.ai.StructuredChatModel;
import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.SessionStore;
import io.micrometer.observation.ObservationFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.observation.ChatModelObservationContext;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Gives chat clients a memory that compresses: a {@link CompressingChatMemory} in place of Spring AI's own, unless the application
 * has a {@link ChatMemory} bean.
 *
 * <p>Chats are kept in the application's {@link ChatMemoryRepository} unless a setting overrides it; in Spring AI's in-memory one only if
 * there is no database. It comes before Spring AI's auto-configuration; the repository is looked for when all beans are known, so the order of
 * those does not matter.
 */
@AutoConfiguration(
        after = SessionCompressionAutoConfiguration.class,
        beforeName = SpringAiCompressionAutoConfiguration.SPRING_AIS_OWN)
@ConditionalOnClass({ChatMemory.class, SessionCompressionAutoConfiguration.class})
public final class SpringAiCompressionAutoConfiguration {
    private static final Logger log = LoggerFactory.getLogger(SpringAiCompressionAutoConfiguration.class);

    /** Spring AI's auto-configuration of a memory and a repository if there are no others. */
    static final String SPRING_AIS_OWN =
            "org.springframework.ai.model.chat.memory.autoconfigure.ChatMemoryAutoConfiguration";

    SpringAiCompressionAutoConfiguration() {}

    @Bean
    FrameworkModels<ChatModel> springAiCompressionModels() {
        return new FrameworkModels<>(ChatModel.class, StructuredChatModel::of);
    }

    @Bean
    FrameworkStore springAiFrameworkStore(
            ObjectProvider<CompressionPolicy> policy,
            ObjectProvider<ChatMemoryRepository> repository,
            ObjectProvider<PinnedMessages> pins,
            ConfigurableListableBeanFactory beans) {
        return new Lists(policy, repository, pins, beans);
    }

    /** For stores that write messages down. */
    @Bean
    @ConditionalOnMissingBean
    MessageCodec springAiMessageCodec() {
        return MessageSources.codec();
    }

    /** Beans for applications that observe model calls. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ObservationFilter.class, ChatModelObservationContext.class})
    static class Observed {
        @Bean
        CompactedConversations springAiCompactedConversations() {
            return new CompactedConversations();
        }
    }

    private record Lists(
            ObjectProvider<CompressionPolicy> policy,
            ObjectProvider<ChatMemoryRepository> repository,
            ObjectProvider<PinnedMessages> pins,
            ConfigurableListableBeanFactory beans)
            implements FrameworkStore {
        @Override
        public Class<?> type() {
            return ChatMemoryRepository.class;
        }

        /** The one in memory that Spring AI sets up if there is no other is nobody's choice. */
        @Override
        public boolean isTheApplications() {
            String[] names = BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, ChatMemoryRepository.class);
            return Stream.of(names)
                    .anyMatch(name -> !beans.containsBeanDefinition(name)
                            || !SPRING_AIS_OWN.equals(
                                    beans.getBeanDefinition(name).getFactoryBeanName()));
        }

        @Override
        public boolean isInMemory() {
            return repository.getIfAvailable() instanceof InMemoryChatMemoryRepository;
        }

        @Override
        public Optional<SessionStore> find(SideStore side) {
            StateSchema schema = policy.getObject().state().schema();
            return Optional.ofNullable(repository.getIfAvailable()).map(found -> pin(pins)
                    .map(pin -> ChatMemoryRepositories.asSessionStore(found, schema, pin, side))
                    .orElseGet(() -> ChatMemoryRepositories.asSessionStore(found, schema, side)));
        }
    }

    /** The rule for Spring AI's messages, of which one may hold several results. */
    private static Optional<Predicate<Message>> pin(ObjectProvider<PinnedMessages> pins) {
        return PinnedMessages.any(pins.orderedStream().toList())
                .map(rule -> message ->
                        MessageMapper.toCore(List.of(message)).stream().anyMatch(rule));
    }

    @Bean
    static SmartInitializingSingleton springAiMemoryChoice(
            ConfigurableListableBeanFactory beans, Environment environment) {
        return () -> tellOfOwnMemory(beans, environment);
    }

    /**
     * Logs at the start that the application's own {@link ChatMemory} is used and nothing is compressed.
     *
     * <p>Silent if a bean has made use of the compressor, for then the application's memory may be built on it, and if compression
     * is switched off.
     */
    private static void tellOfOwnMemory(ConfigurableListableBeanFactory beans, Environment environment) {
        List<String> own = new ArrayList<>();
        for (String name : BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, ChatMemory.class, true, false)) {
            Class<?> type = beans.getType(name, false);
            if (type == null || type.isAssignableFrom(CompressingChatMemory.class)) {
                return;
            }
            own.add(name + " (" + type.getSimpleName() + ")");
        }
        boolean off = Objects.equals(environment.getProperty("session-compression.enabled"), "false");
        boolean inUse = Stream.of(beans.getBeanNamesForType(SessionCompressor.class, true, false))
                .anyMatch(beans::containsSingleton);
        if (!own.isEmpty() && !off && !inUse) {
            log.info(
                    "Session Compression compresses nothing, because the application has a ChatMemory bean of its own: {}. To"
                            + " compress, remove it, or let it be CompressingChatMemory.builder().compressor(sessionCompressor).build().",
                    String.join(", ", own));
        }
    }

    @Bean
    @ConditionalOnMissingBean(ChatMemory.class)
    CompressingChatMemory chatMemory(SessionCompressor compressor, ObjectProvider<PinnedMessages> pins) {
        CompressingChatMemory.Builder builder = CompressingChatMemory.builder().compressor(compressor);
        pin(pins).ifPresent(builder::pin);
        return builder.build();
    }
}
