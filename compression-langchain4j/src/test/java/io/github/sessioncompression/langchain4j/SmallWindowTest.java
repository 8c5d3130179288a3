package io.github.sessioncompression.langchain4j;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.SmallWindowContract;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** A compression model with a small window, by one of LangChain4j's clients, another one with each change of the tree. */
@Tag("once")
@Tag("landing")
class SmallWindowTest extends SmallWindowContract {
    private final Clients provider = FuzzCases.one(List.of(Clients.values()));

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
