package io.github.sessioncompression.langchain4j;

import dev.langchain4j.model.openai.OpenAiChatModel;
import io.github.sessioncompression.stub.ProviderStub;

/** LangChain4j's client for OpenAI, as tests use it. */
public final class OpenAiClient {
    private OpenAiClient() {}

    /** One that asks a stub, once. */
    public static OpenAiChatModel.OpenAiChatModelBuilder of(ProviderStub server) {
        return OpenAiChatModel.builder()
                .baseUrl(server.baseUrl())
                .apiKey("none")
                .modelName("gpt-4.1")
                .maxRetries(0);
    }
}
