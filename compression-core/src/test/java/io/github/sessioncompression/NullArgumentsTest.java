package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.PayloadCipher;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.StoreTransfer;
import io.github.sessioncompression.token.ModelRegistry;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** An argument that is {@code null} is named where it is given, and not where it is first missed. */
class NullArgumentsTest {
    @AutoClose
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(4_000))
            .build();

    private final Conversation chat = compressor.conversation("chat");

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // What the types forbid and other languages do.
    private static <T> T none() {
        return null;
    }

    private static DynamicTest names(String name, String where, ThrowingCallable call) {
        return DynamicTest.dynamicTest(
                where + " " + name,
                () -> assertThatNullPointerException().isThrownBy(call).withMessage(name));
    }

    @TestFactory
    Stream<DynamicTest> ofABuilder() {
        return Stream.of(
                names("policy", "builder", () -> builder().policy(none())),
                names("policyFor", "builder", () -> builder().policyFor(none())),
                names("model", "builder", () -> builder().model(none())),
                names("store", "builder", () -> builder().store(NullArgumentsTest.<SessionStore>none())),
                names("store", "factory", () -> builder().store(NullArgumentsTest.<SessionStore.Factory>none())),
                names("tokenCounter", "builder", () -> builder().tokenCounter(none())),
                names("messageCounter", "builder", () -> builder().messageCounter(none())),
                names("listener", "builder", () -> builder().listener(none())),
                names("systemContext", "builder", () -> builder().systemContext(none())),
                names("executor", "builder", () -> builder().executor(none())),
                names("recall", "builder", () -> builder().recall(none())),
                names("clock", "builder", () -> builder().clock(none())));
    }

    private static SessionCompressor.Builder builder() {
        return SessionCompressor.builder();
    }

    @TestFactory
    Stream<DynamicTest> ofAConversation() {
        List<Message> holed = Arrays.asList(Message.user("Good morning."), none());
        return Stream.of(
                names("messages", "append", () -> chat.append(NullArgumentsTest.<Message[]>none())),
                names("messages[0]", "append", () -> chat.append(NullArgumentsTest.<Message>none())),
                names("messages", "list", () -> chat.append(NullArgumentsTest.<List<Message>>none())),
                names("messages[1]", "append", () -> chat.append(holed)),
                names("key", "append", () -> chat.append(List.of(), none())),
                names("messages", "tokens", () -> chat.tokens(none())),
                names("messages[1]", "tokens", () -> chat.tokens(holed)),
                names("item", "explain", () -> chat.explain(none())),
                names("focus", "compress", () -> chat.compress(none())),
                names("text", "focus", () -> Focus.on(none())),
                names("messages[1]", "set", () -> chat.framework().set(holed)),
                names("json", "import", () -> compressor.importConversation("other", none())),
                names("messages[1]", "call", () -> new ModelCall.Request("", holed, ModelCall.Tools.NONE, 0)));
    }

    @TestFactory
    Stream<DynamicTest> otherEntryPointsRejectNull() {
        SessionStore store = SessionStore.inMemory();
        return Stream.of(
                names("toolCalls", "message", () -> Message.assistant("Hello", none())),
                names("from", "transfer", () -> StoreTransfer.copy(none(), store)),
                names("to", "transfer", () -> StoreTransfer.copy(store, none())),
                names("ids", "transfer", () -> StoreTransfer.copy(store, store, none())),
                names("keyId", "cipher", () -> PayloadCipher.aesGcm(none(), Map.of())),
                names("keys", "cipher", () -> PayloadCipher.aesGcm("2026", none())),
                names("clock", "memory", () -> SessionStore.inMemory(10, none())),
                names("name", "schema", () -> new StateSchema(none(), List.of())),
                names("fields", "schema", () -> new StateSchema("own", none())),
                names("name", "field", () -> new StateField(none(), none(), none(), none())),
                names("toolName", "tools", () -> PruneOptions.defaults().policyFor(none())),
                names("modelName", "models", () -> ModelRegistry.bundled().find(none())));
    }

    @Test
    void nothingIsStoredOfAListWithAHole() {
        assertThatNullPointerException()
                .isThrownBy(() -> chat.append(Arrays.asList(Message.user("Good morning."), none())));

        assertThat(chat.transcript()).isEmpty();
    }
}
