package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.model.StructuredModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Finds the compression model that the application has chosen.
 *
 * <p>Nothing is guessed: without a property, a {@link StructuredModel} bean or a chat model with the qualifier
 * {@value #QUALIFIER}, states are written offline, which costs nothing and sends nothing anywhere. A choice that can't be
 * kept ends the start of the application.
 */
final class CompressionModelChoice {
    static final String QUALIFIER = "session-compression";

    private static final String KEY = BootSettings.COMPRESSION_MODEL.knob().key();

    private final Settings settings;
    private final ConfigurableListableBeanFactory beans;
    private final List<ChatModels<?>> frameworks;

    CompressionModelChoice(Settings settings, ConfigurableListableBeanFactory beans, List<ChatModels<?>> frameworks) {
        this.settings = settings;
        this.beans = beans;
        this.frameworks = frameworks;
    }

    /** The model to use; empty for the offline compiler. */
    Optional<StructuredModel> find() {
        String setting = settings.get(BootSettings.COMPRESSION_MODEL);
        return switch (setting) {
            case "" -> marked();
            case BootSettings.NONE -> Optional.empty();
            case BootSettings.CHAT_MODEL -> Optional.of(chatModel());
            default -> Optional.of(named(setting));
        };
    }

    /** The one that is marked for compression by its type or its qualifier. */
    private Optional<StructuredModel> marked() {
        Map<String, StructuredModel> marked = new TreeMap<>();
        List<String> own = names(StructuredModel.class);
        StructuredModel primary = beans.getBeanProvider(StructuredModel.class).getIfUnique();
        if (primary != null) {
            marked.put(String.join(", ", own), primary);
        } else {
            own.forEach(name -> marked.put(name, beans.getBean(name, StructuredModel.class)));
        }
        for (ChatModels<?> framework : frameworks) {
            for (String name : names(framework.type())) {
                if (BeanFactoryAnnotationUtils.isQualifierMatch(QUALIFIER::equals, name, beans)) {
                    marked.put(name, framework.structured(beans.getBean(name)));
                }
            }
        }
        if (marked.size() > 1) {
            throw settings.refused(
                    "Several beans are meant to be the compression model: " + String.join(", ", marked.keySet()),
                    "Set " + KEY + " to the name of the one to use, or to none.");
        }
        return marked.values().stream().findFirst();
    }

    private StructuredModel chatModel() {
        List<StructuredModel> found = new ArrayList<>();
        for (ChatModels<?> framework : frameworks) {
            Object unique = beans.getBeanProvider(framework.type()).getIfUnique();
            if (unique != null) {
                found.add(framework.structured(unique));
            }
        }
        if (found.size() != 1) {
            List<String> candidates = candidates();
            throw settings.refused(
                    KEY + "=" + BootSettings.CHAT_MODEL + " needs one chat model, but "
                            + (candidates.isEmpty()
                                    ? "the application has none"
                                    : "the application has several: " + String.join(", ", candidates)),
                    candidates.isEmpty()
                            ? "Configure a chat model, or set " + KEY + " to none."
                            : "Mark one as @Primary, or set " + KEY + " to the name of the one to use.");
        }
        return found.get(0);
    }

    private StructuredModel named(String name) {
        if (beans.containsBean(name)) {
            Object bean = beans.getBean(name);
            if (bean instanceof StructuredModel structured) {
                return structured;
            }
            for (ChatModels<?> framework : frameworks) {
                if (framework.type().isInstance(bean)) {
                    return framework.structured(bean);
                }
            }
        }
        List<String> candidates = candidates();
        throw settings.refused(
                KEY + "=" + name
                        + " is the name of no chat model and no StructuredModel among the application's beans; "
                        + (candidates.isEmpty() ? "there is none" : "there are: " + String.join(", ", candidates)),
                "Set " + KEY + " to none, chat-model, or the name of such a bean.");
    }

    private List<String> candidates() {
        List<String> candidates = new ArrayList<>(names(StructuredModel.class));
        frameworks.forEach(framework -> candidates.addAll(names(framework.type())));
        return candidates;
    }

    private List<String> names(Class<?> type) {
        return List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type));
    }
}
