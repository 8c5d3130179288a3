package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.recall.MeaningStore;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Finds the store for searches by meaning that the application has chosen.
 *
 * <p>Nothing is guessed: what was said in a chat gets into no store of the application's that no property names or asks for. A choice that
 * can't be kept ends the start of the application.
 */
final class MeaningStoreChoice {
    private MeaningStoreChoice() {}

    /** The store to use; empty for searches by words. */
    static Optional<MeaningStore> find(
            Settings settings,
            ConfigurableListableBeanFactory beans,
            List<FrameworkBeans<?, MeaningStore>> frameworks) {
        String types =
                frameworks.stream().map(each -> each.type().getSimpleName()).collect(Collectors.joining(" or "));
        String what = types.isEmpty() ? "embedding store" : types;
        return new BeanChoice<>(settings, beans, BootSettings.MEANING_STORE, what, MeaningStore.class, frameworks)
                .find(BootSettings.EMBEDDING_STORE, Optional::empty);
    }
}
