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
    private final String setting;
    private final BeanChoice<MeaningStore> choice;

    MeaningStoreChoice(
            Settings settings,
            ConfigurableListableBeanFactory beans,
            List<FrameworkBeans<?, MeaningStore>> frameworks) {
        String types =
                frameworks.stream().map(each -> each.type().getSimpleName()).collect(Collectors.joining(" or "));
        this.setting = settings.get(BootSettings.MEANING_STORE);
        this.choice = new BeanChoice<>(
                settings,
                beans,
                BootSettings.MEANING_STORE.knob().key(),
                types.isEmpty() ? "embedding store" : types,
                MeaningStore.class,
                frameworks);
    }

    /** The store to use; empty for searches by words. */
    Optional<MeaningStore> find() {
        return switch (setting) {
            case "", BootSettings.NONE -> Optional.empty();
            case BootSettings.EMBEDDING_STORE -> Optional.of(choice.only(setting));
            default -> Optional.of(choice.named(setting));
        };
    }
}
