package io.github.sessioncompression.langchain4j;

import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.SmallWindowContract;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** A compression model with a small window, by LangChain4j's clients. */
@Tag("once")
@Tag("landing")
class SmallWindowTest {
    abstract static class Contract extends SmallWindowContract {
        private final Clients provider;

        Contract(Clients provider) {
            this.provider = provider;
        }

        @Override
        protected ProviderStub start() {
            return provider.start();
        }

        @Override
        protected StructuredModel model() {
            return StructuredChatModel.of(provider.model(server.baseUrl(), Duration.ofMinutes(1)));
        }

        @Override
        protected String tooLong(int limit, int requested) {
            return provider.tooLong(limit, requested);
        }
    }

    @Nested
    class OpenAi extends Contract {
        OpenAi() {
            super(Clients.OPENAI);
        }
    }

    @Nested
    @Tag("landing")
    class Anthropic extends Contract {
        Anthropic() {
            super(Clients.ANTHROPIC);
        }
    }

    @Nested
    @Tag("landing")
    class Gemini extends Contract {
        Gemini() {
            super(Clients.GEMINI);
        }
    }

    @Nested
    @Tag("landing")
    class Ollama extends Contract {
        Ollama() {
            super(Clients.OLLAMA);
        }
    }
}
