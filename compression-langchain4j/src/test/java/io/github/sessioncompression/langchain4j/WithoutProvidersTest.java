package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import io.github.sessioncompression.model.StructuredModel.StructuredOutput;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The modules of the providers need not be there. */
class WithoutProvidersTest {
    private static final List<String> PROVIDERS = List.of(
            "dev.langchain4j.model.openai.", "dev.langchain4j.model.anthropic.", "dev.langchain4j.model.googleai.");

    @Test
    void answersWithoutProviderModulesOnClassPath() throws ReflectiveOperationException {
        ClassLoader without = new WithoutProviders(getClass().getClassLoader());
        assertThatThrownBy(() -> without.loadClass("dev.langchain4j.model.openai.OpenAiTokenUsage"))
                .isInstanceOf(ClassNotFoundException.class);

        Supplier<?> call = (Supplier<?>)
                without.loadClass(Call.class.getName()).getDeclaredConstructor().newInstance();

        assertThat(call.get()).isEqualTo("{} for 700 tokens");
        assertThat(call.getClass().getClassLoader()).isSameAs(without);
    }

    /** Is loaded once more where the providers are missing. */
    public static final class Call implements Supplier<String> {
        /** For the loader. */
        public Call() {}

        @Override
        public String get() {
            ChatModel model = new ChatModel() {
                @Override
                public ChatResponse doChat(ChatRequest request) {
                    return ChatResponse.builder()
                            .aiMessage(AiMessage.from("{}"))
                            .tokenUsage(new TokenUsage(700, 20))
                            .build();
                }
            };
            var answer = StructuredChatModel.of(model, StructuredOutput.JSON_SCHEMA)
                    .answer(StructuredChatModelContract.request());
            var usage = answer.usage();
            return answer.text() + " for " + (usage == null ? "no" : usage.inputTokens()) + " tokens";
        }
    }

    /** Defines this package's classes itself, so that what they refer to is looked for here, and finds no provider. */
    private static final class WithoutProviders extends ClassLoader {
        WithoutProviders(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (PROVIDERS.stream().anyMatch(name::startsWith)) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith(StructuredChatModel.class.getPackageName() + ".")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known != null ? known : defined(name);
        }

        private Class<?> defined(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
