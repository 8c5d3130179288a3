package io.github.sessioncompression.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.recall.vector.MeaningStore;
import io.github.sessioncompression.recall.vector.MeaningStoreInMemory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A MeaningStore bean gets the chats' texts, and nothing else does. */
@Tag("once")
class MeaningStoreChoiceTest {
    private final ApplicationContextRunner one = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SessionCompressionAutoConfiguration.class))
            .withPropertyValues("session-compression.context-window=4000")
            .withBean("own", MeaningStoreInMemory.class, MeaningStoreInMemory::new);

    @Test
    void searchesInMeaningStoreBean() {
        one.run(context -> {
            search(context);
            assertThat(context.getBean(MeaningStoreInMemory.class).texts()).containsExactly("The owl sat there.");
        });
    }

    @Test
    void refusesToChooseAmongSeveral() {
        one.withBean("other", MeaningStore.class, MeaningStoreInMemory::new)
                .run(context -> assertThat(catchThrowable(() -> context.getBean(SessionCompressor.class)))
                        .hasRootCauseInstanceOf(NoUniqueBeanDefinitionException.class));
    }

    @Test
    void theApplicationsCustomizerHasTheLastWord() {
        one.withBean(SessionCompressorCustomizer.class, () -> builder -> builder.recall(RecallOptions.defaults()))
                .run(context -> {
                    search(context);
                    assertThat(context.getBean(MeaningStoreInMemory.class).calls())
                            .isZero();
                });
    }

    private static void search(AssertableApplicationContext context) {
        var chat = context.getBean(SessionCompressor.class).conversation("a");
        chat.append(Message.user("The owl sat there."));
        chat.recall().searchAll("bird", 10);
    }
}
