package io.github.sessioncompression;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;

/** Chats of which one turn outgrows the window by itself. */
abstract class TurnFixture {
    static final String GOOD = ScriptedModel.state("rows were searched", "A search.");
    static final CompressionPolicy SMALL = CompressionPolicy.forWindow(4_000)
            .withState(StateOptions.defaults().withMaxTokens(1_000))
            .withModel(ModelOptions.defaults().withRetries(0).withBreakerThreshold(100));
    static final Message QUESTION = Message.user("Which row holds the most bulbs? Search all of them.");

    final SessionStore store = SessionStore.inMemory();

    @AutoClose
    final Compressors open = new Compressors();

    Invariants chat(CompressionPolicy policy) {
        return chat(policy, null, Runnable::run);
    }

    Invariants chat(CompressionPolicy policy, @Nullable ScriptedModel model, Executor executor) {
        SessionCompressor.Builder builder =
                SessionCompressor.builder().policy(policy).store(store).executor(executor);
        if (model != null) {
            builder.model(model).modelCalls(Runnable::run, new MutableTime());
        }
        SessionCompressor compressor = open.open(builder);
        return new Invariants(compressor.conversation("chat"), policy);
    }

    Conversation conversation() {
        return open.get(0).conversation("chat");
    }

    CompressionRecord record() {
        return conversation().record().orElseThrow();
    }

    List<Message> afterRestart(CompressionPolicy policy) {
        return Peek.at(policy, store, "chat");
    }

    static void rounds(Invariants chat, int from, int to, int words) {
        for (int i = from; i < to; i++) {
            chat.append(Chats.round(i, words));
            chat.view();
        }
    }
}
