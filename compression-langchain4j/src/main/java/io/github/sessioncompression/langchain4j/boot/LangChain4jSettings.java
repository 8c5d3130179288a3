package io.github.sessioncompression.langchain4j.boot;

import io.github.sessioncompression.model.StructuredOutput;
import io.github.sessioncompression.spring.boot.Setting;
import io.github.sessioncompression.spring.boot.SettingSource;
import java.util.List;

/** The settings for LangChain4j under Spring Boot. */
public final class LangChain4jSettings implements SettingSource {
    static final Setting<StructuredOutput> STRUCTURED_OUTPUT = Setting.oneOf(
            "langchain4j.structured-output",
            StructuredOutput.AUTO,
            "How a chat model that compresses is told the shape of its answer. auto: by a response schema if it declares that"
                    + " capability, else in the prompt. json-schema: by a response schema, whatever it declares. prompt: in the"
                    + " prompt.");

    static final Setting<String> TOKEN_COUNT_ESTIMATOR = Setting.text(
            "langchain4j.token-count-estimator",
            "the name of a bean",
            List.of(),
            "The TokenCountEstimator that counts messages. Where nothing is set, tokens.estimator does; none is picked up just"
                    + " because it is there, for it may be meant for something else.");

    static final Setting<Boolean> CACHE_BREAKPOINTS = Setting.bool(
            "langchain4j.cache-breakpoints",
            false,
            "Whether the end of the state and the last pruned tool result are marked as breakpoints of Anthropic's prompt cache.");

    static final Setting<Boolean> GUARD_MODELS = Setting.bool(
            "langchain4j.guard-models",
            true,
            "Whether the application's ChatModel and StreamingChatModel beans are guarded: requests of its chats are kept valid and"
                    + " below the model's limit with all that they carry, sent again shorter where the provider refuses them as too"
                    + " long, and measured by what the provider reports.");

    static final Setting<String> EMBEDDING_MODEL = Setting.text(
            "langchain4j.embedding-model",
            "the name of a bean",
            List.of(),
            "The EmbeddingModel for the EmbeddingStore that meaning-store asks for. Where nothing is set: the only one there is, or"
                    + " the primary one.");

    /** For {@code spring.factories}. */
    public LangChain4jSettings() {}

    @Override
    public List<Setting<?>> settings() {
        return List.of(STRUCTURED_OUTPUT, TOKEN_COUNT_ESTIMATOR, CACHE_BREAKPOINTS, GUARD_MODELS, EMBEDDING_MODEL);
    }
}
