package io.github.sessioncompression.spring.ai.boot;

import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import io.github.sessioncompression.spring.ai.SessionStateAdvisor;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Contributes the {@link SessionStateAdvisor}, and adds it to every chat client where the application asks for that. */
@AutoConfiguration(after = SpringAiCompressionAutoConfiguration.class)
@ConditionalOnClass({ChatClient.class, SpringAiCompressionAutoConfiguration.class})
@ConditionalOnBean(CompressingChatMemory.class)
public final class SessionStateAdvisorAutoConfiguration {
    SessionStateAdvisorAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    SessionStateAdvisor sessionStateAdvisor(CompressingChatMemory memory) {
        return SessionStateAdvisor.builder(memory).build();
    }

    @Bean
    @ConditionalOnProperty(name = "session-compression.spring-ai.default-advisor", havingValue = "true")
    static DefaultAdvisor sessionStateDefaultAdvisor(ObjectProvider<SessionStateAdvisor> advisor) {
        return new DefaultAdvisor(advisor);
    }
}
