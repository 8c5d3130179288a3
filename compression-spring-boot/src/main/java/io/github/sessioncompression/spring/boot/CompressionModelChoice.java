package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.model.StructuredModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Finds the compression model that the application has chosen.
 *
 * <p>Nothing is guessed: without a property, a {@link StructuredModel} bean or a chat model with the qualifier
 * {@value #QUALIFIER}, states are extracts, which costs nothing and sends nothing anywhere. A choice that can't be
 * kept ends the start of the application.
 */
final class CompressionModelChoice {
    static final String QUALIFIER = "session-compression";

    private CompressionModelChoice() {}

    /** The model to use; empty for the extract compiler. */
    static Optional<StructuredModel> find(
            Settings settings,
            ConfigurableListableBeanFactory beans,
            List<FrameworkBeans<?, StructuredModel>> frameworks) {
        BeanChoice<StructuredModel> choice = new BeanChoice<>(
                settings, beans, BootSettings.COMPRESSION_MODEL, "chat model", StructuredModel.class, frameworks);
        return choice.find(BootSettings.CHAT_MODEL, () -> marked(choice));
    }

    /** The one that is marked for compression by its type or its qualifier. */
    private static Optional<StructuredModel> marked(BeanChoice<StructuredModel> choice) {
        ConfigurableListableBeanFactory beans = choice.beans();
        Map<String, StructuredModel> marked = new TreeMap<>();
        List<String> own = choice.names(StructuredModel.class);
        StructuredModel primary = beans.getBeanProvider(StructuredModel.class).getIfUnique();
        if (primary != null) {
            marked.put(String.join(", ", own), primary);
        } else {
            own.forEach(name -> marked.put(name, beans.getBean(name, StructuredModel.class)));
        }
        for (FrameworkBeans<?, StructuredModel> framework : choice.frameworks()) {
            for (String name : choice.names(framework.type())) {
                if (BeanFactoryAnnotationUtils.isQualifierMatch(QUALIFIER::equals, name, beans)) {
                    marked.put(name, framework.made(beans.getBean(name)));
                }
            }
        }
        if (marked.size() > 1) {
            throw choice.settings()
                    .refused(
                            "Several beans are meant to be the compression model: "
                                    + String.join(", ", marked.keySet()),
                            "Set " + choice.key() + " to the name of the one to use, or to none.");
        }
        return marked.values().stream().findFirst();
    }
}
