package io.github.sessioncompression.settings;

import io.github.sessioncompression.model.StructuredModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds the compression model that the application has chosen by {@code session-compression.compression-model}.
 *
 * <p><em>Algorithm</em>: 1. {@code none}: no model; 2. {@code chat-model}: the framework's only chat model, or the primary one; 3. any other
 * value: the bean of that name, a chat model or a {@link StructuredModel}; 4. nothing set: a {@link StructuredModel} bean, or a chat
 * model with the qualifier {@value #QUALIFIER}, else no model. Without a model states are extracts, which costs nothing and sends nothing
 * anywhere, so nothing is guessed.
 *
 * <p><em>Threads</em>: called once, at start-up. <em>On failure</em>: a choice that can't be kept ends the start of the application with an
 * {@link InvalidSettingsException} that lists the beans there are.
 */
public final class CompressionModelChoice {
    /** The qualifier of a chat model that is meant for compression. */
    public static final String QUALIFIER = "session-compression";

    private static final String WHAT = "chat model";
    private static final String KEY = SharedSettings.COMPRESSION_MODEL.knob().key();

    private final Settings settings;
    private final Beans beans;
    private final List<? extends FrameworkModels<?>> frameworks;

    private CompressionModelChoice(Settings settings, Beans beans, List<? extends FrameworkModels<?>> frameworks) {
        this.settings = settings;
        this.beans = beans;
        this.frameworks = frameworks;
    }

    /** The model to use; empty for the extract compiler. */
    public static Optional<StructuredModel> find(
            Settings settings, Beans beans, List<? extends FrameworkModels<?>> frameworks) {
        CompressionModelChoice choice = new CompressionModelChoice(settings, beans, frameworks);
        String value = settings.get(SharedSettings.COMPRESSION_MODEL);
        return switch (value) {
            case "" -> choice.marked();
            case SharedSettings.NONE -> Optional.empty();
            case SharedSettings.CHAT_MODEL -> Optional.of(choice.only());
            default -> Optional.of(choice.named(value));
        };
    }

    /** The one that is marked for compression by its type or its qualifier. */
    private Optional<StructuredModel> marked() {
        Map<String, StructuredModel> marked = new TreeMap<>();
        List<String> own = beans.names(StructuredModel.class);
        Optional<StructuredModel> primary = beans.unique(StructuredModel.class);
        if (primary.isPresent()) {
            marked.put(String.join(", ", own), primary.get());
        } else {
            own.forEach(
                    name -> beans.named(name).ifPresent(model -> marked.put(name, StructuredModel.class.cast(model))));
        }
        for (FrameworkModels<?> framework : frameworks) {
            beans.marked(framework.type()).forEach((name, bean) -> marked.put(name, framework.made(bean)));
        }
        if (marked.size() > 1) {
            throw settings.refused(
                    "Several beans are meant to be the compression model: " + String.join(", ", marked.keySet()),
                    "Set " + KEY + " to the name of the one to use, or to none.");
        }
        return marked.values().stream().findFirst();
    }

    private StructuredModel only() {
        List<StructuredModel> found = frameworks.stream()
                .flatMap(framework -> beans.unique(framework.type()).stream().map(framework::made))
                .toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        List<String> names = names();
        throw settings.refused(
                KEY + "=" + SharedSettings.CHAT_MODEL + " needs one " + WHAT + ", but the application has "
                        + (names.isEmpty() ? "none" : "several: " + String.join(", ", names)),
                names.isEmpty()
                        ? "Define a " + WHAT + " bean, or set " + KEY + " to none."
                        : beans.words().goBefore() + ", or set " + KEY + " to the name of the one to use.");
    }

    private StructuredModel named(String name) {
        Object bean = beans.named(name).orElse(null);
        if (bean instanceof StructuredModel model) {
            return model;
        }
        for (FrameworkModels<?> framework : frameworks) {
            if (framework.type().isInstance(bean)) {
                return framework.made(bean);
            }
        }
        List<String> names = names();
        throw settings.refused(
                KEY + "=" + name + " is the name of no " + WHAT
                        + " and no StructuredModel among the application's beans; "
                        + (names.isEmpty() ? "there is none" : "there are: " + String.join(", ", names)),
                "Set " + KEY + " to the name of such a bean, or to none.");
    }

    private List<String> names() {
        List<String> names = new ArrayList<>(beans.names(StructuredModel.class));
        frameworks.forEach(framework -> names.addAll(beans.names(framework.type())));
        return names;
    }
}
