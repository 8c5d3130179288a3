package io.github.sessioncompression.langchain4j.boot;

import dev.langchain4j.service.tool.ToolProvider;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.langchain4j.CompressingChatMemoryProvider;
import io.github.sessioncompression.store.StoreRules;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.MutablePropertyValues;
import org.springframework.beans.PropertyValue;
import org.springframework.beans.PropertyValues;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanReference;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.ConstructorArgumentValues.ValueHolder;
import org.springframework.beans.factory.config.InstantiationAwareBeanPostProcessor;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Gives each of several AI services chats of its own: LangChain4j's starter wires each with the only provider that there is, and asks it by the
 * memory id alone. A service is called by its bean's name.
 *
 * <p>A service that is wired explicitly with the provider keeps the provider's own chats, and so does one alone. Logged at start-up.
 */
record SharedMemories(ConfigurableListableBeanFactory beans)
        implements InstantiationAwareBeanPostProcessor, SmartInitializingSingleton {
    private static final Logger log = LoggerFactory.getLogger(SharedMemories.class);
    private static final String PROVIDER = "chatMemoryProvider";
    private static final String TOOLS = "toolProvider";
    private static final String AI_SERVICE = "dev.langchain4j.service.spring.AiService";
    private static final int MOST_CHARACTERS = 100;
    /** Follows all ids with one beginning, in the order of a store's ids. */
    private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

    @Override
    public PropertyValues postProcessProperties(PropertyValues given, Object bean, String beanName) {
        String provider = given.contains(PROVIDER) ? provider(beanName) : null;
        if (provider == null || !apart(provider).contains(beanName)) {
            return given;
        }
        CompressingChatMemoryProvider own =
                beans.getBean(provider, CompressingChatMemoryProvider.class).forService(name(beanName));
        MutablePropertyValues values = new MutablePropertyValues(given);
        values.add(PROVIDER, own);
        PropertyValue tools = given.getPropertyValue(TOOLS);
        if (tools != null
                && tools.getValue() instanceof BeanReference reference
                && beans.getBean(reference.getBeanName(), ToolProvider.class) instanceof SwitchedHistoryTools) {
            values.add(TOOLS, new SwitchedHistoryTools(() -> own));
        }
        return values;
    }

    /** The services that get chats of their own, by their beans' names: those that share the provider because they were wired with what there was. */
    private List<String> apart(String provider) {
        List<String> sharing = sharing(provider);
        return sharing.size() > 1
                ? sharing.stream().filter(name -> !isExplicit(name)).toList()
                : List.of();
    }

    private List<String> sharing(String provider) {
        return Arrays.stream(beans.getBeanDefinitionNames())
                .filter(name -> provider.equals(provider(name)))
                .toList();
    }

    /** The name of our provider that an AI service is wired with; {@code null} if it is with none, or if the bean is something else. */
    private @Nullable String provider(String beanName) {
        if (!beans.containsBeanDefinition(beanName)) {
            return null;
        }
        PropertyValue wired =
                beans.getMergedBeanDefinition(beanName).getPropertyValues().getPropertyValue(PROVIDER);
        return wired != null
                        && wired.getValue() instanceof BeanReference reference
                        && beans.isTypeMatch(reference.getBeanName(), CompressingChatMemoryProvider.class)
                ? reference.getBeanName()
                : null;
    }

    private boolean isExplicit(String beanName) {
        BeanDefinition definition = beans.getMergedBeanDefinition(beanName);
        ValueHolder type = definition.getConstructorArgumentValues().getGenericArgumentValue(Class.class);
        if (type == null || !(type.getValue() instanceof Class<?> service)) {
            return false;
        }
        Map<String, Object> wiring = AnnotatedElementUtils.getMergedAnnotationAttributes(service, AI_SERVICE);
        return wiring != null && "EXPLICIT".equals(String.valueOf(wiring.get("wiringMode")));
    }

    private static String name(String beanName) {
        String name = beanName.replaceAll("[^\\w.-]", "-");
        return name.length() <= MOST_CHARACTERS ? name : name.substring(name.length() - MOST_CHARACTERS);
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (String provider : beans.getBeanNamesForType(CompressingChatMemoryProvider.class, true, false)) {
            List<String> services = apart(provider);
            if (!services.isEmpty()) {
                log.info(
                        "The AI services {} have chats of their own: a memory id is kept as '{}:<id>' and so on. {}",
                        String.join(", ", services),
                        name(services.get(0)),
                        cure(provider));
                if (sharing(provider).size() == services.size()) {
                    warnOfHidden(provider, services);
                }
            }
        }
    }

    private static String cure(String provider) {
        return "A service that is to have the chats under the memory id alone, as one alone has, is wired by"
                + " @AiService(wiringMode = EXPLICIT, chatMemoryProvider = \"" + provider + "\", ..).";
    }

    /** Chats of the time when there was one service: which of several it was is stored nowhere. */
    private void warnOfHidden(String provider, List<String> services) {
        try {
            SessionCompressor stored =
                    beans.getBean(provider, CompressingChatMemoryProvider.class).compressor();
            if (hasOthers(stored, services)) {
                log.warn(
                        "The store has chats under memory ids alone, from before there were several AI services. They stay"
                                + " there, but none of the services {} shows them. {}",
                        String.join(", ", services),
                        cure(provider));
            }
        } catch (RuntimeException e) {
            log.warn(
                    "The store could not be asked if it has chats that none of the AI services {} shows ({}).",
                    String.join(", ", services),
                    e.getClass().getName());
        }
    }

    /** True if a chat is of no service: the chats of each, which follow one another in a store's order, are passed over. */
    private static boolean hasOthers(SessionCompressor stored, List<String> services) {
        List<String> next = stored.conversations(null, 1);
        while (!next.isEmpty()) {
            String id = next.get(0);
            String own = services.stream()
                    .map(service -> name(service) + ':')
                    .filter(id::startsWith)
                    .findFirst()
                    .orElse("");
            if (own.isEmpty()) {
                return true;
            }
            String after = own + LAST;
            next = stored.conversations(StoreRules.ID_ORDER.compare(id, after) < 0 ? after : id, 1);
        }
        return false;
    }
}
