package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.ProviderFailure;
import io.github.sessioncompression.model.RequestForm;
import io.github.sessioncompression.model.RequestForm.Shape;
import io.github.sessioncompression.model.RequestLadder;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.model.StructuredModel.StructuredOutput;
import java.util.List;
import java.util.Objects;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.Prompt;

/**
 * A Spring AI {@link ChatModel} as the compression model.
 *
 * <pre>{@code
 * SessionCompressor compressor = SessionCompressor.builder()
 *         .policy(CompressionPolicy.forWindow(128_000))
 *         .model(StructuredChatModel.of(chatModel))
 *         .build();
 * }</pre>
 *
 * <p>Each request is one call of the model itself, with the model's own options, the output limit and the response schema.
 * No {@code ChatClient} is between: its advisors, memory and tools belong to the chat, and Spring AI 2.0 adds a tool advisor
 * to every client. Tools among the model's default options are left out if Spring AI allows that (2.0), and never run.
 *
 * <p>If the model's options take a response schema ({@code StructuredOutputChatOptions}: OpenAI, Anthropic, Google GenAI,
 * Mistral, Ollama, Bedrock, depending on the version) it is passed on, so that the provider enforces it. A model that refuses the
 * schema or the limit is asked again without, as {@link RequestLadder} does; one WARN reports it. The shape of the answer is in the
 * prompt then.
 *
 * <p>Retries of the client below multiply with those of {@code ModelOptions}, and Spring AI has no way to switch them off per
 * call: give compression a model of its own whose client does not retry. Works with Spring AI 1.1 and 2.0. Safe for use by
 * many threads. Interrupting the calling thread ends a call if the provider's client does.
 */
public final class StructuredChatModel implements StructuredModel {
    private final ChatModel chatModel;
    private final RequestLadder ladder;

    private StructuredChatModel(ChatModel chatModel, RequestLadder ladder) {
        this.chatModel = chatModel;
        this.ladder = ladder;
    }

    /** A model that gets the shape of its answer by {@link StructuredOutput#AUTO}: under a response schema if its options take one. */
    public static StructuredChatModel of(ChatModel chatModel) {
        return of(chatModel, StructuredOutput.AUTO);
    }

    /** A model that gets the shape of its answer in the given way. */
    public static StructuredChatModel of(ChatModel chatModel, StructuredOutput output) {
        Objects.requireNonNull(chatModel, "chatModel");
        boolean schema = output != StructuredOutput.PROMPT && RequestOptions.takeSchema(chatModel);
        RequestForm first = RequestForm.of(schema ? Shape.SCHEMA : Shape.PROMPT);
        // Spring AI has no JSON mode that is the same for all models.
        return new StructuredChatModel(
                chatModel, new RequestLadder(chatModel.getClass().getName(), first, false, true));
    }

    /**
     * Asks the model.
     *
     * @throws RuntimeException what the chat model throws; a refusal only if leaving out schema and limit did not help
     */
    @Override
    public ModelAnswer answer(ModelRequest request) {
        return ladder.ask(form -> ask(request, form), Failures.READER);
    }

    @Override
    public String modelName() {
        return RequestOptions.modelName(chatModel);
    }

    @Override
    public ProviderFailure failure(Throwable thrown) {
        return ProviderFailure.of(thrown, Failures.READER);
    }

    private ModelAnswer ask(ModelRequest request, RequestForm form) {
        Prompt prompt = new Prompt(
                List.of(new SystemMessage(request.instructions()), new UserMessage(form.prompt(request))),
                RequestOptions.of(chatModel, request, form));
        return Answers.read(chatModel.call(prompt), chatModel);
    }
}
