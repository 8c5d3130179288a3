package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.ProviderFailure;
import io.github.sessioncompression.model.RequestForm;
import io.github.sessioncompression.model.RequestForm.Shape;
import io.github.sessioncompression.model.RequestLadder;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.model.StructuredModel.StructuredOutput;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A LangChain4j {@link ChatModel} as the model that compresses.
 *
 * <pre>{@code
 * ChatModel small = OpenAiChatModel.builder()
 *         .apiKey(key)
 *         .modelName("gpt-4.1-mini")
 *         .maxRetries(0)
 *         .build();
 * SessionCompressor compressor = SessionCompressor.builder()
 *         .model(StructuredChatModel.of(small))
 *         .policy(CompressionPolicy.forWindow(128_000))
 *         .build();
 * }</pre>
 *
 * <p>A call sends two messages and sets two parameters: the response schema (see {@link StructuredOutput}) and the output limit.
 * What the model was built with stays in force otherwise, and its {@code ChatModelListener}s are called as for any call. There are
 * no tools, no memory, no AI service.
 *
 * <p>A model that refuses the schema or the limit is asked again without, as {@link RequestLadder} does; one WARN reports it. The
 * shape of the answer is in the prompt then.
 *
 * <p>Build the model with {@code maxRetries(0)}: LangChain4j's clients retry by themselves, and only their builders can switch
 * that off, so their retries multiply with those of the compression. A time limit of the model's own that is longer than the
 * compression's does no harm: the calling thread is interrupted, which ends a call of the clients that ship with LangChain4j.
 *
 * <p>Safe for use by many threads, as chat models are.
 */
public final class StructuredChatModel implements StructuredModel {
    private final ChatModel model;
    private final RequestLadder ladder;

    private StructuredChatModel(ChatModel model, RequestLadder ladder) {
        this.model = model;
        this.ladder = ladder;
    }

    /**
     * A model that gets the shape of its answer by {@link StructuredOutput#AUTO}.
     *
     * @throws IllegalArgumentException if {@code chatModel} has tools among its default parameters
     */
    public static StructuredChatModel of(ChatModel chatModel) {
        return of(chatModel, StructuredOutput.AUTO);
    }

    /**
     * A model that gets the shape of its answer in the given way.
     *
     * <p>{@link StructuredOutput#AUTO} sends a response schema if the model declares {@code RESPONSE_FORMAT_JSON_SCHEMA}, or if its provider
     * is known to LangChain4j ({@link ChatModel#provider()}); most clients declare nothing by default. A provider that refuses the schema, or
     * whose first answer ignores it, gets it in the prompt from then on.
     *
     * @throws IllegalArgumentException if {@code chatModel} has tools among its default parameters: a compression must not call
     *     any, and what a model was built with can't be taken from a single call
     */
    public static StructuredChatModel of(ChatModel chatModel, StructuredOutput output) {
        Objects.requireNonNull(chatModel, "chatModel");
        if (chatModel instanceof GuardedChatModel guarded) {
            return of(guarded.model(), output);
        }
        int tools = chatModel.defaultRequestParameters().toolSpecifications().size();
        if (tools > 0) {
            throw new IllegalArgumentException(
                    "chatModel must have no toolSpecifications in its defaultRequestParameters, but has " + tools
                            + ": give the compression a model of its own");
        }
        boolean isDeclared = chatModel.supportedCapabilities().contains(Capability.RESPONSE_FORMAT_JSON_SCHEMA);
        boolean schema =
                switch (output) {
                    case AUTO -> isDeclared || chatModel.provider() != ModelProvider.OTHER;
                    case JSON_SCHEMA -> true;
                    case PROMPT -> false;
                };
        boolean isTrusted = isDeclared || output == StructuredOutput.JSON_SCHEMA;
        RequestForm first = RequestForm.of(schema ? Shape.SCHEMA : Shape.PROMPT);
        return new StructuredChatModel(chatModel, new RequestLadder(name(chatModel), first, true, isTrusted));
    }

    private static String name(ChatModel model) {
        String name = model.defaultRequestParameters().modelName();
        return model.getClass().getName() + (name == null ? "" : " (" + name + ")");
    }

    /**
     * Asks the model.
     *
     * @throws RuntimeException what the chat model throws; a refusal only if leaving out schema and limit did not help
     */
    @Override
    public ModelAnswer answer(ModelRequest request) {
        ModelAnswer answer = ladder.ask(form -> ask(request, form), Failures.READER);
        ladder.answered(request, answer);
        return answer;
    }

    @Override
    public String modelName() {
        String name = model.defaultRequestParameters().modelName();
        return name == null ? "" : name;
    }

    @Override
    public ProviderFailure failure(Throwable thrown) {
        return ProviderFailure.of(thrown, Failures.READER);
    }

    private ModelAnswer ask(ModelRequest request, RequestForm form) {
        ChatRequest chat = ChatRequest.builder()
                .messages(SystemMessage.from(request.instructions()), UserMessage.from(form.prompt(request)))
                .parameters(RequestParameters.of(request, model, form))
                .build();
        ChatResponse response;
        try {
            response = SeenRequests.send(chat, () -> model.chat(chat));
        } catch (ContentFilteredException withheld) {
            return new ModelAnswer("", FinishReason.CONTENT_FILTER, null);
        } catch (NullPointerException thrown) {
            if (!Failures.isBlockedPrompt(thrown)) {
                throw thrown;
            }
            return new ModelAnswer("", FinishReason.CONTENT_FILTER, null);
        }
        @Nullable String said = response.aiMessage().text();
        String text = said == null ? "" : said;
        return new ModelAnswer(
                text,
                finishReason(response, text),
                ReportedUsage.of(response.tokenUsage()).orElse(null));
    }

    private static FinishReason finishReason(ChatResponse response, String text) {
        AiMessage message = response.aiMessage();
        if (message.hasToolExecutionRequests()) {
            return FinishReason.TOOL_CALLS;
        }
        dev.langchain4j.model.output.@Nullable FinishReason reason = response.finishReason();
        return FinishReason.of(reason == null ? null : reason.name(), text);
    }
}
