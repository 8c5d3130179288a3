package io.github.sessioncompression.settings;

import io.github.sessioncompression.model.StructuredModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds the compression model that the application has chosen.
 *
 * <p>Nothing is guessed: without a property, a {@link StructuredModel} bean or a chat model with the qualifier
 * {@value #QUALIFIER}, states are extracts, which costs nothing and sends nothing anywhere. A choice that can't be
 * kept ends the start of the application.
 */
public final class CompressionModelChoice {
    /** The qualifier of a chat model that is meant for compression. */
    public static final String QUALIFIER = "session-compression";

    private CompressionModelChoice() {}

    /** The model to use; empty for the extract compiler. */
    public static Optional<StructuredModel> find(
            Settings settings, Beans beans, List<FrameworkBeans<?, StructuredModel>> frameworks) {
        BeanChoice<StructuredModel> choice = new BeanChoice<>(
                settings, beans, SharedSettings.COMPRESSION_MODEL, "chat model", StructuredModel.class, frameworks);
        return choice.find(SharedSettings.CHAT_MODEL, () -> marked(choice));
    }

    /** The one that is marked for compression by its type or its qualifier. */
    private static Optional<StructuredModel> marked(BeanChoice<StructuredModel> choice) {
        Beans beans = choice.beans();
        Map<String, StructuredModel> marked = new TreeMap<>();
        List<String> own = choice.names(StructuredModel.class);
        Optional<StructuredModel> primary = beans.unique(StructuredModel.class);
        if (primary.isPresent()) {
            marked.put(String.join(", ", own), primary.get());
        } else {
            own.forEach(
                    name -> beans.named(name).ifPresent(model -> marked.put(name, StructuredModel.class.cast(model))));
        }
        for (FrameworkBeans<?, StructuredModel> framework : choice.frameworks()) {
            beans.marked(framework.type()).forEach((name, bean) -> marked.put(name, framework.made(bean)));
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
