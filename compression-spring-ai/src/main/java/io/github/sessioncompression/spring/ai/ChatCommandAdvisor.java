package io.github.sessioncompression.spring.ai;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.command.ChatCommands;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.Advisor;
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
 * <p>Acts on calls that name a conversation by {@link ChatMemory#CONVERSATION_ID} and whose last message is a user's command, in a client that
 * keeps its chats in this compressor: an advisor holds a {@link CompressingChatMemory} of it, or a {@link SessionStateAdvisor} built for the
 * compressor itself is among the advisors. In all other clients a command goes to the model like any text; the first one is logged, as WARN if
 * the client has no chat memory at all, else as DEBUG. The commands of a stream run on {@link Schedulers#boundedElastic()}. Safe for use by many
 * threads.
 */
public final class ChatCommandAdvisor implements CallAdvisor, StreamAdvisor {
    /** Outside of {@link SessionStateAdvisor} and of memory advisors. */
    public static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 50;

    private static final Logger log = LoggerFactory.getLogger(ChatCommandAdvisor.class);

    private final SessionCompressor compressor;
    private final ChatCommands commands;
    private final AtomicBoolean passed = new AtomicBoolean();
    private final Cache<Advisor, ChainMemories.Found> owners =
            Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

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
        return command(request, chain.getCallAdvisors())
                .flatMap(text -> reply(request, text))
                .orElseGet(() -> chain.nextCall(request));
    }

    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
        Optional<String> command = command(request, chain.getStreamAdvisors());
        if (command.isEmpty()) {
            return chain.nextStream(request);
        }
        return Mono.fromSupplier(() -> reply(request, command.get()).orElseThrow())
                .subscribeOn(Schedulers.boundedElastic())
                .flux();
    }

    /** The command that a call consists of, if it is one for a conversation of this compressor. */
    private Optional<String> command(ChatClientRequest request, List<? extends Advisor> advisors) {
        Object id = request.context().get(ChatMemory.CONVERSATION_ID);
        List<Message> messages = request.prompt().getInstructions();
        boolean asks = id != null && !id.toString().isBlank() && !messages.isEmpty();
        return asks
                        && messages.get(messages.size() - 1) instanceof UserMessage user
                        && ChatCommands.isCommand(user.getText())
                        && keepsChats(advisors)
                ? Optional.of(user.getText())
                : Optional.empty();
    }

    private boolean keepsChats(List<? extends Advisor> advisors) {
        ChainMemories.Found memories = ChainMemories.in(advisors, compressor, owners);
        boolean byHand = !memories.own()
                && !memories.other()
                && advisors.stream()
                        .anyMatch(advisor ->
                                advisor instanceof SessionStateAdvisor state && state.servesWithoutMemory(compressor));
        if (memories.own() || byHand) {
            return true;
        }
        if (!passed.getAndSet(true)) {
            log.atLevel(Diagnosis.hasMemory(advisors) ? Level.DEBUG : Level.WARN)
                    .log(
                            "A command goes to the model: no advisor of its chat client holds a memory of this compressor. If it is"
                                    + " meant for one, add MessageChatMemoryAdvisor.builder(memory).build() to that client; an application"
                                    + " that reads and stores the chat itself adds SessionStateAdvisor.builder(compressor).build() (logged"
                                    + " once).");
        }
        return false;
    }

    private Optional<ChatClientResponse> reply(ChatClientRequest request, String command) {
        return commands.reply(
                        compressor.conversation(String.valueOf(request.context().get(ChatMemory.CONVERSATION_ID))),
                        command)
                .map(reply -> ChatClientResponse.builder()
                        .chatResponse(new ChatResponse(List.of(new Generation(new AssistantMessage(reply)))))
                        .context(request.context())
                        .build());
    }
}
