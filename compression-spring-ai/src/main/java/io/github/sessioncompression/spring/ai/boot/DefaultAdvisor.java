package io.github.sessioncompression.spring.ai.boot;

import io.github.sessioncompression.spring.ai.SessionStateAdvisor;
import io.github.sessioncompression.spring.boot.BootSettings;
import io.github.sessioncompression.spring.boot.Settings;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Adds the advisor to each {@link ChatClient.Builder} bean, unless the application has switched that off.
 *
 * <p>Spring AI has customizers for that, but of another type in each of its versions; the builder is the same in all. A client
 * that adds the advisor itself too is not advised twice: the inner of two leaves the call to the outer.
 */
final class DefaultAdvisor implements BeanPostProcessor {
    private final ObjectProvider<Settings> settings;
    private final ObjectProvider<SessionStateAdvisor> advisor;

    DefaultAdvisor(ObjectProvider<Settings> settings, ObjectProvider<SessionStateAdvisor> advisor) {
        this.settings = settings;
        this.advisor = advisor;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        return bean instanceof ChatClient.Builder builder
                        && settings.getObject().get(BootSettings.GUARD_MODELS)
                ? builder.defaultAdvisors(advisor.getObject())
                : bean;
    }
}
