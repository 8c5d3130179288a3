package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.SmallWindowContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** A compression model with a small window, by Spring AI's clients. */
@Tag("once")
@Tag("landing")
class SmallWindowTest {
    abstract static class Contract extends SmallWindowContract {
        private final WireFormat provider;

        Contract(WireFormat provider) {
            this.provider = provider;
        }

        @Override
        protected ProviderStub start() {
            return provider.lenient();
        }

        @Override
        protected StructuredModel model() {
            return StructuredChatModel.of(provider.client(server));
        }

        @Override
        protected String tooLong(int limit, int requested) {
            return provider.tooLong(limit, requested);
        }
    }

    @Nested
    class OpenAi extends Contract {
        OpenAi() {
            super(WireFormat.OPENAI);
        }
    }

    @Nested
    @Tag("landing")
    class Anthropic extends Contract {
        Anthropic() {
            super(WireFormat.ANTHROPIC);
        }
    }

    @Nested
    @Tag("landing")
    class Gemini extends Contract {
        Gemini() {
            super(WireFormat.GEMINI);
        }
    }

    @Nested
    @Tag("landing")
    class Ollama extends Contract {
        Ollama() {
            super(WireFormat.OLLAMA);
        }
    }
}
