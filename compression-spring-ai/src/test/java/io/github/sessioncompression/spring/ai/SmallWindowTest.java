package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.SmallWindowContract;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** A compression model with a small window, by one of Spring AI's clients, another one with each change of the tree. */
@Tag("once")
@Tag("landing")
class SmallWindowTest extends SmallWindowContract {
    private final WireFormat provider = FuzzCases.one(List.of(WireFormat.values()));

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
