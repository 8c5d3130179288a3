package io.github.sessioncompression.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.settings.FrameworkModels;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

@Tag("once")
class CompressionModelChoiceTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SessionCompressionAutoConfiguration.class))
            .withPropertyValues("session-compression.context-window=4000", "session-compression.model.retries=0")
            .withUserConfiguration(Framework.class);

    @Test
    void aChatModelIsNeverUsedWithoutBeingAskedFor() {
        runner.withUserConfiguration(One.class)
                .run(context -> assertThat(compress(context)).isEmpty());
    }

    @Test
    void usesApplicationChatModelIfConfigured() {
        runner.withUserConfiguration(One.class)
                .withPropertyValues("session-compression.compression-model=chat-model")
                .run(context -> assertThat(compress(context)).containsOnly("one"));
    }

    @Test
    void ofSeveralChatModelsThePrimaryOneIsMeant() {
        runner.withUserConfiguration(One.class, PrimaryOne.class)
                .withPropertyValues("session-compression.compression-model=chat-model")
                .run(context -> assertThat(compress(context)).containsOnly("primary"));
    }

    @Test
    void severalChatModelsAreTooManyToChooseFrom() {
        runner.withUserConfiguration(One.class, Two.class)
                .withPropertyValues("session-compression.compression-model=chat-model")
                .run(context -> assertThat(RefusedStart.message(context))
                        .isEqualTo("session-compression.compression-model=chat-model needs one chat model, but the"
                                + " application has several: one, two"));
    }

    @Test
    void noChatModelIsTooFew() {
        runner.withPropertyValues("session-compression.compression-model=chat-model")
                .run(context -> assertThat(RefusedStart.message(context))
                        .isEqualTo("session-compression.compression-model=chat-model needs one chat model, but the"
                                + " application has none"));
    }

    @Test
    void aChatModelIsChosenByTheNameOfItsBean() {
        runner.withUserConfiguration(One.class, Two.class)
                .withPropertyValues("session-compression.compression-model=two")
                .run(context -> assertThat(compress(context)).containsOnly("two"));
    }

    @Test
    void rejectsUnknownModelNameAndListsModels() {
        runner.withUserConfiguration(One.class, Two.class)
                .withPropertyValues("session-compression.compression-model=three")
                .run(context -> assertThat(RefusedStart.message(context))
                        .isEqualTo("session-compression.compression-model=three is the name of no chat model and no"
                                + " StructuredModel among the application's beans; there are: one, two"));
        runner.withPropertyValues("session-compression.compression-model=framework")
                .run(context -> assertThat(RefusedStart.message(context))
                        .isEqualTo("session-compression.compression-model=framework is the name of no chat model and no"
                                + " StructuredModel among the application's beans; there is none"));
    }

    @Test
    void aChatModelIsChosenByItsQualifier() {
        runner.withUserConfiguration(One.class, Qualified.class)
                .run(context -> assertThat(compress(context)).containsOnly("qualified"));
    }

    @Test
    void aStructuredModelIsUsedBecauseItIsThere() {
        runner.withUserConfiguration(One.class, Structured.class)
                .run(context -> assertThat(compress(context)).containsOnly("structured"));
    }

    @Test
    void noneMeansNone() {
        runner.withUserConfiguration(One.class, Structured.class)
                .withPropertyValues("session-compression.compression-model=none")
                .run(context -> assertThat(compress(context)).isEmpty());
    }

    @Test
    void rejectsSeveralCompressionModels() {
        runner.withUserConfiguration(Qualified.class, Structured.class)
                .run(context -> assertThat(RefusedStart.message(context))
                        .isEqualTo("Several beans are meant to be the compression model: qualified, structured"));
    }

    /** The names of the models that were called to compress a chat. */
    private static List<String> compress(AssertableApplicationContext context) {
        var chat = context.getBean(SessionCompressor.class).conversation("a");
        for (int i = 0; i < 10; i++) {
            chat.append(
                    Message.user("What about my order number " + i + "? ".repeat(50)),
                    Message.assistant("It is on its way, number " + i + ". ".repeat(50)));
        }
        chat.append(Message.user("And now?"));
        chat.compress();
        return context.getBean(Framework.class).called;
    }

    /** A framework's chat model. */
    record Model(String name) {}

    @Configuration
    static class Framework {
        private final List<String> called = new CopyOnWriteArrayList<>();

        /** Needs a compressor, as a memory does. */
        @Bean
        Object user(SessionCompressor compressor) {
            return compressor.policy();
        }

        @Bean
        FrameworkModels<Model> framework() {
            return new FrameworkModels<>(Model.class, model -> named(model.name()));
        }

        private StructuredModel named(String name) {
            return new StructuredModel() {
                @Override
                public ModelAnswer answer(ModelRequest request) {
                    called.add(name);
                    throw new IllegalStateException("no answer");
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class One {
        @Bean
        Model one() {
            return new Model("one");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Two {
        @Bean
        Model two() {
            return new Model("two");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PrimaryOne {
        @Bean
        @Primary
        Model primary() {
            return new Model("primary");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Qualified {
        @Bean(defaultCandidate = false)
        @Qualifier("session-compression")
        Model qualified() {
            return new Model("qualified");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Structured {
        @Bean
        StructuredModel structured(Framework framework) {
            return framework.named("structured");
        }
    }
}
