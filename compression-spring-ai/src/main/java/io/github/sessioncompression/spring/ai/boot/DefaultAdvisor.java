package io.github.sessioncompression.spring.ai.boot;

import io.github.sessioncompression.spring.ai.ChatCommandAdvisor;
import io.github.sessioncompression.spring.ai.SessionStateAdvisor;
import io.github.sessioncompression.spring.boot.BootSettings;
import io.github.sessioncompression.spring.boot.Settings;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Adds the advisor to each {@link ChatClient.Builder} bean, unless the application has switched that off, and that of commands if there is one.
 *
 * <p>Spring AI has customizers for that, but of another type in each of its versions; the builder is the same in all. A client
 * that adds the advisor itself too is not advised twice: the inner of two leaves the call to the outer.
 */
record DefaultAdvisor(
        ObjectProvider<Settings> settings,
        ObjectProvider<SessionStateAdvisor> advisor,
        ObjectProvider<ChatCommandAdvisor> commands)
        implements BeanPostProcessor {
    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof ChatClient.Builder builder) {
            commands.ifAvailable(builder::defaultAdvisors);
            if (settings.getObject().get(BootSettings.GUARD_MODELS)) {
                builder.defaultAdvisors(advisor.getObject());
            }
        }
        return bean;
    }
}
