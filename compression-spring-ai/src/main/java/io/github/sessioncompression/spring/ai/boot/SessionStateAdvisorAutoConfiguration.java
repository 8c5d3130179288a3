package io.github.sessioncompression.spring.ai.boot;

import io.github.sessioncompression.command.ChatCommands;
import io.github.sessioncompression.settings.Settings;
import io.github.sessioncompression.settings.SharedSettings;
import io.github.sessioncompression.spring.ai.ChatCommandAdvisor;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import io.github.sessioncompression.spring.ai.SessionStateAdvisor;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;

/**
 * Contributes the {@link SessionStateAdvisor}, and adds it to every chat client unless the application has switched that off; and if the
 * application has {@link ChatCommands}, the {@link ChatCommandAdvisor}.
 */
@AutoConfiguration(after = SpringAiCompressionAutoConfiguration.class)
@ConditionalOnClass({ChatClient.class, SpringAiCompressionAutoConfiguration.class})
@ConditionalOnBean(CompressingChatMemory.class)
@ImportRuntimeHints(SpringAiRuntimeHints.class)
public final class SessionStateAdvisorAutoConfiguration {
    SessionStateAdvisorAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    SessionStateAdvisor sessionStateAdvisor(CompressingChatMemory memory, Settings settings) {
        return SessionStateAdvisor.builder(memory)
                .cacheBreakpoints(settings.get(SharedSettings.CACHE_BREAKPOINTS))
                .build();
    }

    @Bean
    @ConditionalOnBean(ChatCommands.class)
    @ConditionalOnMissingBean
    ChatCommandAdvisor chatCommandAdvisor(CompressingChatMemory memory, ChatCommands commands) {
        return new ChatCommandAdvisor(memory.compressor(), commands);
    }

    @Bean
    static BeanPostProcessor sessionStateDefaultAdvisor(
            ObjectProvider<Settings> settings,
            ObjectProvider<SessionStateAdvisor> advisor,
            ObjectProvider<ChatCommandAdvisor> commands) {
        return new DefaultAdvisor(settings, advisor, commands);
    }

    /**
     * Adds the advisor to each {@link ChatClient.Builder} bean, unless the application has switched that off, and that of commands if there is one.
     *
     * <p>Spring AI has customizers for that, but of another type in each of its versions; the builder is the same in all. A client
     * that adds the advisor itself too is not advised twice: the inner of two leaves the call to the outer.
     */
    private record DefaultAdvisor(
            ObjectProvider<Settings> settings,
            ObjectProvider<SessionStateAdvisor> advisor,
            ObjectProvider<ChatCommandAdvisor> commands)
            implements BeanPostProcessor {
        @Override
        public Object postProcessAfterInitialization(Object bean, String beanName) {
            if (bean instanceof ChatClient.Builder builder) {
                commands.ifAvailable(builder::defaultAdvisors);
                if (settings.getObject().get(SharedSettings.GUARD_MODELS)) {
                    builder.defaultAdvisors(advisor.getObject());
                }
            }
            return bean;
        }
    }
}
