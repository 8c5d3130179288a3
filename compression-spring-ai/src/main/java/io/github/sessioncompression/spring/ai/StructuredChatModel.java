package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.StructuredModel;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
 * to every client. Tools among the model's default options are left out where Spring AI allows that (2.0), and never run.
 *
 * <p>Where the model's options take a response schema ({@code StructuredOutputChatOptions}: OpenAI, Anthropic, Google GenAI,
 * Mistral, Ollama, Bedrock, depending on the version) it is passed on, so that the provider enforces it. If the provider refuses
 * the first request as invalid, it is made again without the schema, and that is remembered once it worked; the instructions
 * describe the fields anyway. The same goes for an output limit that the provider does not take.
 *
 * <p>Retries of the client below multiply with those of {@code ModelOptions}, and Spring AI has no way to switch them off per
 * call: give compression a model of its own whose client does not retry. Works with Spring AI 1.1 and 2.0. Safe for use by
 * many threads. Interrupting the calling thread ends a call if the provider's client does.
 */
public final class StructuredChatModel implements StructuredModel {
    private static final Logger log = LoggerFactory.getLogger(StructuredChatModel.class);

    private final ChatModel chatModel;
    private volatile Wish wish;
    private volatile boolean settled;

    private StructuredChatModel(ChatModel chatModel, Wish wish) {
        this.chatModel = Objects.requireNonNull(chatModel, "chatModel");
        this.wish = wish;
    }

    /** The model under the response schema where its options take one. */
    public static StructuredChatModel of(ChatModel chatModel) {
        return new StructuredChatModel(chatModel, Wish.EVERYTHING);
    }

    /** The model without a response schema: for those that answer worse under one. */
    public static StructuredChatModel withoutSchema(ChatModel chatModel) {
        return new StructuredChatModel(chatModel, Wish.EVERYTHING.withoutSchema());
    }

    @Override
    public ModelAnswer answer(ModelRequest request) {
        Wish asked = wish;
        RuntimeException first = null;
        while (true) {
            try {
                ModelAnswer answer = answer(request, asked);
                remember(asked);
                return answer;
            } catch (RuntimeException failure) {
                if (first != null) {
                    failure.addSuppressed(first);
                }
                Wish less = settled ? null : lessAfter(failure, asked);
                if (less == null) {
                    throw failure;
                }
                first = failure;
                asked = less;
            }
        }
    }

    private static @Nullable Wish lessAfter(RuntimeException failure, Wish asked) {
        Refusal refusal = Refusal.in(failure);
        return refusal == null ? null : asked.after(refusal);
    }

    private ModelAnswer answer(ModelRequest request, Wish asked) {
        Prompt prompt = new Prompt(
                List.of(new SystemMessage(request.instructions()), new UserMessage(request.prompt())),
                RequestOptions.of(chatModel, request.maxOutputTokens(), request.jsonSchema(), asked));
        return Answers.read(chatModel.call(prompt), chatModel);
    }

    /** The first answer shows what the provider takes: what is refused from then on is not the form of the request. */
    private void remember(Wish worked) {
        if (settled) {
            return;
        }
        if (!worked.equals(wish)) {
            log.info("The compression model refused {}; from now on it is asked without.", wish.without(worked));
            wish = worked;
        }
        settled = true;
    }
}
