package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.command.ChatCommands;
import java.util.List;
import java.util.Optional;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.core.Ordered;
import org.springframework.util.Assert;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Answers {@link ChatCommands} in place of the model: no other advisor sees them, and nothing of them is stored.
 *
 * <pre>{@code
 * builder.defaultAdvisors(
 *         new ChatCommandAdvisor(compressor, ChatCommands.of(Notices.of(Locale.ENGLISH))),
 *         MessageChatMemoryAdvisor.builder(memory).build());
 * }</pre>
 *
 * <p>Acts on calls that name a conversation by {@link ChatMemory#CONVERSATION_ID} and whose last message is a user's command. The commands of a
 * stream run on {@link Schedulers#boundedElastic()}. Immutable; safe for use by many threads.
 */
public final class ChatCommandAdvisor implements CallAdvisor, StreamAdvisor {
    /** Outside of {@link SessionStateAdvisor} and of memory advisors. */
    public static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 50;

    private final SessionCompressor compressor;
    private final ChatCommands commands;

    /** An advisor for the conversations of a compressor. */
    public ChatCommandAdvisor(SessionCompressor compressor, ChatCommands commands) {
        Assert.notNull(compressor, "compressor cannot be null");
        Assert.notNull(commands, "commands cannot be null");
        this.compressor = compressor;
        this.commands = commands;
    }

    @Override
    public String getName() {
        return "ChatCommandAdvisor";
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
        return reply(request).orElseGet(() -> chain.nextCall(request));
    }

    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
        if (command(request).isEmpty()) {
            return chain.nextStream(request);
        }
        return Mono.fromSupplier(() -> reply(request).orElseThrow())
                .subscribeOn(Schedulers.boundedElastic())
                .flux();
    }

    private static Optional<String> command(ChatClientRequest request) {
        Object id = request.context().get(ChatMemory.CONVERSATION_ID);
        List<Message> messages = request.prompt().getInstructions();
        boolean asks = id != null && !id.toString().isBlank() && !messages.isEmpty();
        return asks && messages.get(messages.size() - 1) instanceof UserMessage user
                ? Optional.of(user.getText()).filter(ChatCommands::isCommand)
                : Optional.empty();
    }

    private Optional<ChatClientResponse> reply(ChatClientRequest request) {
        return command(request)
                .flatMap(text -> commands.reply(
                        compressor.conversation(String.valueOf(request.context().get(ChatMemory.CONVERSATION_ID))),
                        text))
                .map(reply -> ChatClientResponse.builder()
                        .chatResponse(new ChatResponse(List.of(new Generation(new AssistantMessage(reply)))))
                        .context(request.context())
                        .build());
    }
}
