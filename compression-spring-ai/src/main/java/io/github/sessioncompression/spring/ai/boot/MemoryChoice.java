package io.github.sessioncompression.spring.ai.boot;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * Tells at the start that the application's own {@link ChatMemory} is used and nothing is compressed.
 *
 * <p>Silent where a bean has made use of the compressor, for then the application's memory may be built on it, and where compression is
 * switched off.
 */
record MemoryChoice(ConfigurableListableBeanFactory beans, Environment environment)
        implements SmartInitializingSingleton {
    private static final Logger log = LoggerFactory.getLogger(MemoryChoice.class);

    @Override
    public void afterSingletonsInstantiated() {
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
}
