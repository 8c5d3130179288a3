package io.github.sessioncompression.spring.ai.boot;

import io.github.sessioncompression.spring.ai.SessionStateAdvisor;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Adds the advisor to each {@link ChatClient.Builder} bean.
 *
 * <p>Spring AI has customizers for that, but of another type in each of its versions; the builder is the same in all.
 */
final class DefaultAdvisor implements BeanPostProcessor {
    private final ObjectProvider<SessionStateAdvisor> advisor;

    DefaultAdvisor(ObjectProvider<SessionStateAdvisor> advisor) {
        this.advisor = advisor;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        return bean instanceof ChatClient.Builder builder ? builder.defaultAdvisors(advisor.getObject()) : bean;
    }
}
