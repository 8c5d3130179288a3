package io.github.sessioncompression.spring.ai;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.policy.TriggerPoint;
import io.github.sessioncompression.recall.ExpansionOptions;
import io.github.sessioncompression.state.StateOptions.Injection;
import io.github.sessioncompression.text.LogText;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;

/**
 * Keeps each request below the model's limit if something else than a {@link CompressingChatMemory} keeps the chat: a session API, or
 * the application itself.
 *
 * <pre>{@code
 * ChatClient.builder(model)
 *         .defaultAdvisors(sessionMemoryAdvisor, RequestGuardAdvisor.of(policy))
 *         .build();
 * }</pre>
 *
 * <p>For every call of the model that names a conversation by {@link ChatMemory#CONVERSATION_ID}, inside tool loops too: the request
 * is made valid; above the policy's trigger old tool results of a long turn become placeholders; above the hard limit a state written
 * offline replaces the older part at once, and the largest messages lose their middles; a request that the provider refuses as too
 * long is sent again shorter; and what the provider reports corrects the count. What is stored is left alone: that is for a compaction
 * to change. Between two compactions each request extends the one before. A state that a compaction has put in front stays the same
 * bytes.
 *
 * <p>Of the policy, {@code execution} is always {@code AUTO}, the state a pair, expansion and history tools off, and no compression
 * model is called. The chats used last are remembered in memory, 10,000 of them. Calls that name no conversation pass as they are. Safe
 * for use by many threads.
 */
public final class RequestGuardAdvisor implements CallAdvisor, StreamAdvisor, AutoCloseable {
    private static final int REMEMBERED = 10_000;
    private static final Logger log = LoggerFactory.getLogger(RequestGuardAdvisor.class);

    private final SessionCompressor compressor;
    private final RequestTools tools = new RequestTools();
    private final Cache<String, ChatKeptElsewhere> chats = Caffeine.newBuilder()
            .maximumSize(REMEMBERED)
            .executor(Runnable::run)
            .build();

    private RequestGuardAdvisor(CompressionPolicy policy, List<CompressionListener> listeners) {
        SessionCompressor.Builder wired = SessionCompressor.builder()
                .policy(policy.withExecution(Execution.AUTO)
                        .withTriggerPoints(EnumSet.of(TriggerPoint.MID_TURN, TriggerPoint.CONTEXT_LENGTH_ERROR))
                        .withExpansion(ExpansionOptions.defaults())
                        .withState(policy.state().withInjection(Injection.PAIR).withHistoryTools(false)));
        listeners.forEach(wired::listener);
        compressor = wired.build();
    }

    /**
     * A guard with a policy: the one that the session's compaction has, so that both go by the same limits.
     *
     * @param listeners receive events on what is done to requests
     * @throws IllegalStateException if the policy names neither a context window nor a known model
     */
    public static RequestGuardAdvisor of(CompressionPolicy policy, CompressionListener... listeners) {
        return new RequestGuardAdvisor(Objects.requireNonNull(policy, "policy"), List.of(listeners));
    }

    @Override
    public String getName() {
        return "RequestGuardAdvisor";
    }

    /** Inside of tool loops, memories and retrieval, so that the whole request is seen. */
    @Override
    public int getOrder() {
        return SessionStateAdvisor.MODEL_CALL_ORDER - 1;
    }

    @Override
    public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
        Conversation conversation = conversation(request, chain.getCallAdvisors());
        if (conversation == null) {
            return chain.nextCall(request);
        }
        return new ModelCallAdvisor(new Turn(conversation, List.of()), tools, false)
                .callAfter(this, shown(request, conversation), chain);
    }

    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
        Conversation conversation = conversation(request, chain.getStreamAdvisors());
        if (conversation == null) {
            return chain.nextStream(request);
        }
        ModelCallAdvisor modelCall = new ModelCallAdvisor(new Turn(conversation, List.of()), tools, false);
        Flux<ChatClientResponse> answer =
                Flux.defer(() -> modelCall.streamAfter(this, shown(request, conversation), chain));
        return Flux.defer(() -> CallerContext.capture().onElastic(answer));
    }

    /** The conversation a call belongs to; {@code null} if it names none, or if a {@link SessionStateAdvisor} is at work already. */
    private @Nullable Conversation conversation(ChatClientRequest request, List<? extends Advisor> advisors) {
        Object id = request.context().get(ChatMemory.CONVERSATION_ID);
        boolean another = advisors.stream().anyMatch(ModelCallAdvisor.class::isInstance);
        return another || id == null || id.toString().isBlank() ? null : compressor.conversation(id.toString());
    }

    private ChatClientRequest shown(ChatClientRequest request, Conversation conversation) {
        List<Message> messages = request.prompt().getInstructions();
        try {
            conversation.framework().systemElsewhere();
            List<io.github.sessioncompression.message.Message> shown = Objects.requireNonNull(
                            chats.get(conversation.id(), id -> new ChatKeptElsewhere()))
                    .shown(conversation, MessageMapper.toCore(messages));
            List<Message> sent = new ArrayList<>(messages);
            sent.removeIf(message -> !(message instanceof SystemMessage));
            sent.addAll(MessageMapper.fromCore(shown));
            return sent.equals(messages)
                    ? request
                    : new ChatClientRequest(new Prompt(sent, request.prompt().getOptions()), request.context());
        } catch (RuntimeException e) {
            log.warn(
                    "Conversation {}: its request passes as it is, because it could not be looked at ({}).",
                    LogText.name(conversation.id()),
                    e.getClass().getName());
            return request;
        }
    }

    /** Discards what is running. */
    @Override
    public void close() {
        compressor.close();
    }
}
