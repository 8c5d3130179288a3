package io.github.sessioncompression.spring.ai.boot;

import io.github.sessioncompression.command.ChatCommands;
import io.github.sessioncompression.spring.ai.ChatCommandAdvisor;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import io.github.sessioncompression.spring.ai.SessionStateAdvisor;
import io.github.sessioncompression.spring.boot.BootSettings;
import io.github.sessioncompression.spring.boot.Settings;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;

/**
 * Contributes the {@link SessionStateAdvisor}, and adds it to every chat client unless the application has switched that off; and where the
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
                .cacheBreakpoints(settings.get(BootSettings.CACHE_BREAKPOINTS))
                .build();
    }

    @Bean
    @ConditionalOnBean(ChatCommands.class)
    @ConditionalOnMissingBean
    ChatCommandAdvisor chatCommandAdvisor(CompressingChatMemory memory, ChatCommands commands) {
        return new ChatCommandAdvisor(memory.compressor(), commands);
    }

    @Bean
    static DefaultAdvisor sessionStateDefaultAdvisor(
            ObjectProvider<Settings> settings,
            ObjectProvider<SessionStateAdvisor> advisor,
            ObjectProvider<ChatCommandAdvisor> commands) {
        return new DefaultAdvisor(settings, advisor, commands);
    }
}
