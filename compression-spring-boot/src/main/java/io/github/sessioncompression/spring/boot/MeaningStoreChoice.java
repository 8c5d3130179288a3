package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.recall.MeaningStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Finds the store for searches by meaning that the application has chosen.
 *
 * <p>Nothing is guessed: what was said in a chat gets into no store of the application's that no property names or asks for. A choice that
 * can't be kept ends the start of the application.
 */
final class MeaningStoreChoice {
    private static final String KEY = BootSettings.MEANING_STORE.knob().key();

    private final Settings settings;
    private final ConfigurableListableBeanFactory beans;
    private final List<MeaningStores<?>> frameworks;

    MeaningStoreChoice(Settings settings, ConfigurableListableBeanFactory beans, List<MeaningStores<?>> frameworks) {
        this.settings = settings;
        this.beans = beans;
        this.frameworks = frameworks;
    }

    /** The store to use; empty for searches by words. */
    Optional<MeaningStore> find() {
        String setting = settings.get(BootSettings.MEANING_STORE);
        return switch (setting) {
            case "", BootSettings.NONE -> Optional.empty();
            case BootSettings.EMBEDDING_STORE -> Optional.of(theOnlyOne());
            default -> Optional.of(named(setting));
        };
    }

    private MeaningStore theOnlyOne() {
        List<MeaningStore> found = new ArrayList<>();
        for (MeaningStores<?> framework : frameworks) {
            Object unique = beans.getBeanProvider(framework.type()).getIfUnique();
            if (unique != null) {
                found.add(framework.meaning(unique));
            }
        }
        List<String> candidates = frameworks.stream()
                .flatMap(framework -> names(framework.type()))
                .toList();
        if (found.size() != 1) {
            throw settings.refused(
                    KEY + "=" + BootSettings.EMBEDDING_STORE + " needs one embedding store, but "
                            + (candidates.isEmpty()
                                    ? "the application has none"
                                    : "the application has several: " + String.join(", ", candidates)),
                    candidates.isEmpty()
                            ? "Define a " + types("EmbeddingStore or VectorStore") + " bean, or set " + KEY
                                    + " to none."
                            : "Mark one as @Primary, or set " + KEY + " to the name of the one to use.");
        }
        return found.get(0);
    }

    private MeaningStore named(String name) {
        if (beans.containsBean(name)) {
            Object bean = beans.getBean(name);
            if (bean instanceof MeaningStore own) {
                return own;
            }
            for (MeaningStores<?> framework : frameworks) {
                if (framework.type().isInstance(bean)) {
                    return framework.meaning(bean);
                }
            }
        }
        List<String> candidates = Stream.concat(
                        names(MeaningStore.class), frameworks.stream().flatMap(framework -> names(framework.type())))
                .toList();
        throw settings.refused(
                KEY + "=" + name + " is the name of no " + types("embedding store")
                        + " and no MeaningStore among the application's beans; "
                        + (candidates.isEmpty() ? "there is none" : "there are: " + String.join(", ", candidates)),
                "Set " + KEY + " to none, embedding-store, or the name of such a bean.");
    }

    private String types(String otherwise) {
        return frameworks.isEmpty()
                ? otherwise
                : frameworks.stream()
                        .map(framework -> framework.type().getSimpleName())
                        .collect(Collectors.joining(" or "));
    }

    private Stream<String> names(Class<?> type) {
        return Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type));
    }
}
