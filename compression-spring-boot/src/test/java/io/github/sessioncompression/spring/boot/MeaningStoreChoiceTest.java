package io.github.sessioncompression.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.recall.vector.MeaningStore;
import io.github.sessioncompression.recall.vector.MeaningStoreInMemory;
import io.github.sessioncompression.settings.FrameworkBeans;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Chat texts enter only a configured meaning store. */
@Tag("once")
class MeaningStoreChoiceTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SessionCompressionAutoConfiguration.class))
            .withPropertyValues("session-compression.context-window=4000")
            .withUserConfiguration(Framework.class);

    private final ApplicationContextRunner one = runner.withBean("one", Embeddings.class, () -> new Embeddings("one"));
    private final ApplicationContextRunner two = one.withBean("two", Embeddings.class, () -> new Embeddings("two"));

    @Test
    void anEmbeddingStoreIsNeverUsedWithoutBeingAskedFor() {
        one.run(context -> assertThat(search(context)).isEmpty());
        one.withPropertyValues("session-compression.meaning-store=none")
                .run(context -> assertThat(search(context)).isEmpty());
        runner.withBean("own", MeaningStore.class, MeaningStoreInMemory::new).run(context -> {
            search(context);
            assertThat(context.getBean(MeaningStoreInMemory.class).calls()).isZero();
        });
    }

    @Test
    void usesApplicationEmbeddingStoreIfConfigured() {
        one.withPropertyValues("session-compression.meaning-store=embedding-store")
                .run(context -> assertThat(search(context)).containsOnly("one"));
    }

    @Test
    void ofSeveralEmbeddingStoresThePrimaryOneIsMeant() {
        two.withBean(
                        "primary",
                        Embeddings.class,
                        () -> new Embeddings("primary"),
                        definition -> definition.setPrimary(true))
                .withPropertyValues("session-compression.meaning-store=embedding-store")
                .run(context -> assertThat(search(context)).containsOnly("primary"));
    }

    @Test
    void severalEmbeddingStoresAreTooManyToChooseFrom() {
        two.withPropertyValues("session-compression.meaning-store=embedding-store")
                .run(context -> assertThat(RefusedStart.message(context))
                        .isEqualTo("session-compression.meaning-store=embedding-store needs one Embeddings, but the"
                                + " application has several: one, two"));
    }

    @Test
    void noEmbeddingStoreIsTooFew() {
        runner.withPropertyValues("session-compression.meaning-store=embedding-store")
                .run(context -> assertThat(RefusedStart.message(context))
                        .isEqualTo("session-compression.meaning-store=embedding-store needs one Embeddings, but the"
                                + " application has none"));
    }

    @Test
    void aStoreIsChosenByTheNameOfItsBean() {
        two.withPropertyValues("session-compression.meaning-store=two")
                .run(context -> assertThat(search(context)).containsOnly("two"));
        two.withBean("own", MeaningStore.class, MeaningStoreInMemory::new)
                .withPropertyValues("session-compression.meaning-store=own")
                .run(context -> {
                    assertThat(search(context)).isEmpty();
                    assertThat(context.getBean(MeaningStoreInMemory.class).texts())
                            .containsExactly("The owl sat there.");
                });
    }

    @Test
    void rejectsUnknownStoreNameAndListsStores() {
        two.withPropertyValues("session-compression.meaning-store=three")
                .run(context -> assertThat(RefusedStart.message(context))
                        .isEqualTo("session-compression.meaning-store=three is the name of no Embeddings and no"
                                + " MeaningStore among the application's beans; there are: one, two"));
        runner.withPropertyValues("session-compression.meaning-store=framework")
                .run(context -> assertThat(RefusedStart.message(context))
                        .isEqualTo("session-compression.meaning-store=framework is the name of no Embeddings and no"
                                + " MeaningStore among the application's beans; there is none"));
    }

    @Test
    void theApplicationsCustomizerHasTheLastWord() {
        one.withBean(SessionCompressorCustomizer.class, () -> builder -> builder.recall(RecallOptions.defaults()))
                .withPropertyValues("session-compression.meaning-store=embedding-store")
                .run(context -> assertThat(search(context)).isEmpty());
    }

    /** The names of the stores that were used for a search. */
    private static List<String> search(AssertableApplicationContext context) {
        var chat = context.getBean(SessionCompressor.class).conversation("a");
        chat.append(Message.user("The owl sat there."));
        chat.recall().searchAll("bird", 10);
        return context.getBean(Framework.class).used;
    }

    /** A framework's embedding store. */
    record Embeddings(String name) {}

    @Configuration
    static class Framework {
        private final List<String> used = new ArrayList<>();

        /** Needs a compressor, as a memory does. */
        @Bean
        Object user(SessionCompressor compressor) {
            return compressor.policy();
        }

        @Bean
        FrameworkBeans<Embeddings, MeaningStore> framework() {
            return new FrameworkBeans<>(Embeddings.class, store -> {
                MeaningStoreInMemory meaning = new MeaningStoreInMemory();
                meaning.before(() -> used.add(store.name()));
                return meaning;
            });
        }
    }
}
