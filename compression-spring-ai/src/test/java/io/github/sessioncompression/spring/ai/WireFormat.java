package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.spring.ai.provider.Provider;
import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.GeminiStub;
import io.github.sessioncompression.stub.OllamaStub;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;

/** A provider's wire format: its stub, its real client, its words and what it refuses. */
public enum WireFormat {
    /** OpenAI's chat completions, with the rules of all providers. */
    OPENAI(Provider.OPENAI) {
        @Override
        public String tooLong(int limit, int requested) {
            return "This model's maximum context length is " + limit + " tokens. However, your messages resulted in "
                    + requested + " tokens.";
        }
    },
    /** Anthropic's messages. */
    ANTHROPIC(Provider.ANTHROPIC) {
        @Override
        public String tooLong(int limit, int requested) {
            return "prompt is too long: " + requested + " tokens > " + limit + " maximum";
        }
    },
    /** Google's generateContent. */
    GEMINI(Provider.GOOGLE) {
        @Override
        public String tooLong(int limit, int requested) {
            return "The input token count (" + requested + ") exceeds the maximum number of tokens allowed (" + limit
                    + ").";
        }
    },
    /** Ollama's chat. */
    OLLAMA(Provider.OLLAMA) {
        @Override
        public String tooLong(int limit, int requested) {
            return "the input length exceeds the context length";
        }
    };

    private final Provider provider;

    WireFormat(Provider provider) {
        this.provider = provider;
    }

    /** A provider that answers as it is told. */
    public ProviderStub start() {
        return switch (this) {
            case OPENAI -> StrictOpenAiServer.start();
            case ANTHROPIC -> AnthropicStub.start();
            case GEMINI -> GeminiStub.start();
            case OLLAMA -> OllamaStub.start();
        };
    }

    /** A provider that takes whatever can be read. */
    ProviderStub lenient() {
        return this == OPENAI ? OpenAiStub.start() : start();
    }

    /** The provider's real client; it does not retry. */
    public ChatModel client(ProviderStub stub) {
        return switch (this) {
            case OPENAI -> SpringChat.model(stub);
            case ANTHROPIC -> provider.client(stub.url(), options -> options.set("maxTokens", 400));
            default -> provider.client(stub.url());
        };
    }

    /** The answer to a prompt, streamed and put together. */
    public static String streamed(ChatClient.ChatClientRequestSpec prompt) {
        return String.join(
                "",
                Objects.requireNonNull(prompt.stream().content().collectList().block()));
    }

    /** Provider's refusal of a request that is too long. */
    public abstract String tooLong(int limit, int requested);

    /** Objection to the order or completeness of a request's messages; empty if there is none. */
    public static Optional<String> objection(Sent request) {
        return objection(request, true);
    }

    /** The same for requests of this format, which may have no ids: there only the number of a call's results counts. */
    Optional<String> refusal(Sent request) {
        return objection(request, this == OPENAI || this == ANTHROPIC);
    }

    private static Optional<String> objection(Sent request, boolean withIds) {
        List<String> open = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        String before = "";
        for (SentMessage message : request.messages()) {
            boolean result = message.role().equals(SentMessage.TOOL);
            if (!result && !open.isEmpty()) {
                return Optional.of("calls without results: " + open);
            }
            if (result && !answered(open, message.answers(), withIds)) {
                return Optional.of("a result for '" + message.answers() + "', which is no open call");
            }
            if (!result && message.text().isBlank() && message.calls().isEmpty()) {
                return Optional.of("an empty message of the " + message.role());
            }
            if (!result && before.equals(message.role())) {
                return Optional.of("two messages of the " + before + " in a row");
            }
            if (before.isEmpty() && !message.role().equals(SentMessage.USER)) {
                return Optional.of("the first message is from the " + message.role());
            }
            for (String call : message.calls()) {
                if (withIds && !call.equals(Lookup.NAME) && !ids.add(call)) {
                    return Optional.of("the call id " + call + " occurs twice");
                }
            }
            open.addAll(message.calls());
            before = message.role();
        }
        if (!open.isEmpty() || before.equals(SentMessage.ASSISTANT)) {
            return Optional.of("the last message is from the " + before);
        }
        return Optional.empty();
    }

    private static boolean answered(List<String> open, String call, boolean withIds) {
        if (!open.remove(call)) {
            if (withIds || open.isEmpty()) {
                return false;
            }
            open.remove(0);
        }
        return true;
    }
}
