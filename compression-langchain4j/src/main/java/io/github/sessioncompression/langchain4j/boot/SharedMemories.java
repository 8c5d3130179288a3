package io.github.sessioncompression.langchain4j.boot;

import io.github.sessioncompression.langchain4j.CompressingChatMemoryProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.PropertyValue;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanReference;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Tells at start-up which AI services share the chats of one provider: LangChain4j's starter wires each with the only provider that there
 * is, and asks it by the memory id alone.
 */
record SharedMemories(ConfigurableListableBeanFactory beans) implements SmartInitializingSingleton {
    private static final Logger log = LoggerFactory.getLogger(SharedMemories.class);
    private static final String PROPERTY = "chatMemoryProvider";

    @Override
    public void afterSingletonsInstantiated() {
        Set<String> providers = Set.of(beans.getBeanNamesForType(CompressingChatMemoryProvider.class, true, false));
        Map<String, List<String>> services = new TreeMap<>();
        for (String name : beans.getBeanDefinitionNames()) {
            PropertyValue wired =
                    beans.getMergedBeanDefinition(name).getPropertyValues().getPropertyValue(PROPERTY);
            if (wired != null
                    && wired.getValue() instanceof BeanReference reference
                    && providers.contains(reference.getBeanName())) {
                services.computeIfAbsent(reference.getBeanName(), any -> new ArrayList<>())
                        .add(name);
            }
        }
        services.values().stream()
                .filter(sharing -> sharing.size() > 1)
                .forEach(sharing -> log.info(
                        "The AI services {} share a chat wherever they are called with the same memory id. Where each is to have its own, wire"
                                + " each with a bean made by CompressingChatMemoryProvider.forService(name).",
                        String.join(", ", sharing)));
    }
}
