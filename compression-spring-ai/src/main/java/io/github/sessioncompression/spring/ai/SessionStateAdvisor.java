package io.github.sessioncompression.spring.ai;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Inspection;
import io.github.sessioncompression.SessionCompressor;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.client.advisor.api.BaseChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.core.Ordered;
import org.springframework.util.Assert;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Makes a chat client and a {@link CompressingChatMemory} work together more closely than a memory alone can.
 *
 * <pre>{@code
 * ChatClient client = ChatClient.builder(model)
 *         .defaultAdvisors(
 *                 MessageChatMemoryAdvisor.builder(memory).build(),
 *                 SessionStateAdvisor.builder(memory).build())
 *         .build();
 * }</pre>
 *
 * <p>For every call that names a conversation by {@link ChatMemory#CONVERSATION_ID}, in a client whose advisors hold this memory:
 * <ul>
 *   <li>The system prompt explains the state to the model, in the same bytes each time.
 *   <li>The usage that the provider reports, cached tokens included, corrects the local count: of each model call by itself, inside
 *       the tool loop, for what arrives outside is the sum over all rounds.
 *   <li>Each request is valid and below the model's limit, with all that it carries: tools, retrieved texts, the question, results of
 *       the tool loop. The chat gives way first; then the largest messages lose their middles.
 *   <li>Anthropic's prompt cache keeps what stays from one request to the next, by {@link Builder#cacheBreakpoints}.
 *   <li>A request that the provider refuses as too long is made shorter, by the limit in the refusal, and sent again until it fits.
 *   <li>A turn that fails or is cancelled ends with what the user has seen of the answer, so that the chat continues with whole
 *       turns.
 *   <li>A turn that is in a request twice, because both the tool loop and a memory inside it add it, is sent once; and in one
 *       piece, even if other calls of the same conversation put messages in between.
 *   <li>If the policy does so, by {@link io.github.sessioncompression.state.StateOptions#historyTools}, the model is given the
 *       {@link HistoryTools} of the conversation, beside the tools that the application passes.
 *   <li>At the first call, combinations of advisors that repeat or lose messages are logged as warnings; so is, once, a call with a
 *       chat memory that names no conversation.
 * </ul>
 *
 * <p>The calls of a client with another memory are left as they are, to the byte. An advisor holds a memory if it has it in a field,
 * wrapped or not; for a memory that is used otherwise there is {@link #builder(SessionCompressor)}.
 *
 * <p>It works outside the tool loop and puts a part of itself inside, at {@link #MODEL_CALL_ORDER}. It may be anywhere among
 * the advisors if its order is below the tool advisor's. It stores no messages; that is the memory advisor's part.
 *
 * <p>The advisors of a stream up to the memory's run on the thread that subscribes, with its ThreadLocals, as they do without this advisor. No
 * thread that subscribes, cancels or receives the provider's answer waits for the store: it is asked on {@link Schedulers#boundedElastic()},
 * where the advisors behind {@link #MODEL_CALL_ORDER}, the model and what follows its answer run, too. A stream moves there earlier if the end of
 * the conversation's former turn is still being written. Wherever this advisor moves a stream, the ThreadLocals go along that are registered for
 * Micrometer's context propagation. Safe for use by many threads.
 */
public final class SessionStateAdvisor implements CallAdvisor, StreamAdvisor {
    /** Outside of memory and tool advisors, whose orders are 200 to 1,000 above the highest precedence. */
    public static final int DEFAULT_ORDER = Ordered.HIGHEST_PRECEDENCE + 100;

    /** Order at which each model call is seen: inside of tool loops, memory, retrieval and validation of structured output. */
    public static final int MODEL_CALL_ORDER = Ordered.LOWEST_PRECEDENCE - 1_000;

    /** Does what may wait for the store, on no thread of a stream. */
    private static final Executor ELASTIC = task -> Schedulers.boundedElastic().schedule(task);

    private static final Logger log = LoggerFactory.getLogger(SessionStateAdvisor.class);

    private final SessionCompressor compressor;
    /** True if it acts only when a memory of its compressor is among the advisors. */
    private final boolean needsMemory;

    private final boolean cacheBreakpoints;
    private final int order;
    private final RequestTools tools = new RequestTools();
    private final OfferedTools offered;
    private final AtomicBoolean diagnosed = new AtomicBoolean();
    private final AtomicBoolean hinted = new AtomicBoolean();
    private final AtomicBoolean toldOfOthers = new AtomicBoolean();
    private final OpenTurns turns = new OpenTurns();
    private final Cache<Advisor, ChainMemories.Found> owners =
            Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

    private SessionStateAdvisor(Builder builder) {
        this.compressor = builder.compressor;
        this.needsMemory = builder.needsMemory;
        this.cacheBreakpoints = builder.cacheBreakpoints;
        this.order = builder.order;
        this.offered = new OfferedTools(order);
    }

    /** Begins to set up an advisor beside a memory: it acts only if an advisor of the same client holds a memory of its compressor. */
    public static Builder builder(CompressingChatMemory memory) {
        Assert.notNull(memory, "memory cannot be null");
        return new Builder(memory.compressor(), true);
    }

    /**
     * Begins to set up an advisor for the conversations of a compressor, if no advisor holds the memory: the application adds the
     * messages to requests itself, for example. It acts unless another chat memory is among the advisors.
     */
    public static Builder builder(SessionCompressor compressor) {
        Assert.notNull(compressor, "compressor cannot be null");
        return new Builder(compressor, false);
    }

    @Override
    public String getName() {
        return "SessionStateAdvisor";
    }

    @Override
    public int getOrder() {
        return order;
    }

    @Override
    public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
        Conversation conversation = conversation(request, chain.getCallAdvisors());
        if (conversation == null) {
            return chain.nextCall(request);
        }
        Turn turn = turns.begin(conversation, request.prompt().getInstructions());
        try {
            turns.awaitSettled(turn);
            ChatClientRequest offering = offered.to(turn.carriedBy(request), conversation, chain.getCallAdvisors());
            ChatClientResponse response =
                    new ModelCallAdvisor(turn, tools, cacheBreakpoints).callAfter(this, offering, chain);
            ToolAnswers.store(turn, response);
            return response;
        } catch (RuntimeException | Error e) {
            turns.breakOff(turn, Runnable::run);
            throw e;
        } finally {
            turns.end(turn);
        }
    }

    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
        return Flux.defer(() -> {
            Conversation conversation = conversation(request, chain.getStreamAdvisors());
            if (conversation == null) {
                return chain.nextStream(request);
            }
            Turn turn = turns.begin(conversation, request.prompt().getInstructions());
            Flux<ChatClientResponse> answer = Flux.defer(() -> {
                ChatClientRequest offering =
                        offered.to(turn.carriedBy(request), conversation, chain.getStreamAdvisors());
                return new ModelCallAdvisor(turn, tools, cacheBreakpoints).streamAfter(this, offering, chain);
            });
            return afterSettled(turn, answer)
                    .doOnNext(turn::shown)
                    .doOnNext(piece -> ToolAnswers.store(turn, piece))
                    .doOnComplete(() -> turns.end(turn))
                    .onErrorResume(e -> {
                        turns.breakOff(turn, ELASTIC);
                        return Mono.fromFuture(turns.settled(turn)).then(Mono.error(e));
                    })
                    .doOnCancel(() -> turns.breakOff(turn, ELASTIC));
        });
    }

    /** Subscribes on the caller's thread, or on another one in its context if the end of an earlier turn is still being written. */
    private Flux<ChatClientResponse> afterSettled(Turn turn, Flux<ChatClientResponse> answer) {
        CompletableFuture<Void> settled = turns.settled(turn);
        return settled.isDone()
                ? answer
                : Mono.fromFuture(settled).thenMany(CallerContext.capture().onElastic(answer));
    }

    /** The conversation a call belongs to; {@code null} if it names none, or if it is not this advisor's to serve. */
    private @Nullable Conversation conversation(ChatClientRequest request, List<? extends Advisor> advisors) {
        boolean another = advisors.stream().anyMatch(ModelCallAdvisor.class::isInstance);
        if (another) {
            return null;
        }
        Object id = request.context().get(ChatMemory.CONVERSATION_ID);
        boolean named = id != null && !id.toString().isBlank();
        ChainMemories.Found memories = memories(advisors);
        if (memories.other() || (needsMemory && !memories.own())) {
            leave(advisors, named);
            return null;
        }
        if (!named) {
            hintAtMissingId(advisors);
            return null;
        }
        if (!diagnosed.getAndSet(true)) {
            Diagnosis.of(advisors, this).forEach(log::warn);
        }
        return compressor.conversation(Objects.requireNonNull(id).toString());
    }

    private ChainMemories.Found memories(List<? extends Advisor> advisors) {
        return ChainMemories.in(advisors, compressor, owners);
    }

    /** True if this advisor serves calls without a memory among the advisors, for the conversations of {@code other}. */
    boolean servesWithoutMemory(SessionCompressor other) {
        return !needsMemory && compressor == other;
    }

    /** True if an advisor holds a memory of this advisor's compressor. */
    boolean findsMemory(List<? extends Advisor> advisors) {
        return memories(advisors).own();
    }

    /** Logs once that calls with another memory are left alone, or that one without any memory names a conversation for nothing. */
    private void leave(List<? extends Advisor> advisors, boolean named) {
        if (named && !Diagnosis.hasMemory(advisors)) {
            if (!hinted.getAndSet(true)) {
                log.warn("{} They are sent as they are. {} (said once).", Diagnosis.NO_MEMORY, Diagnosis.ADD_MEMORY);
            }
        } else if (!toldOfOthers.getAndSet(true)) {
            compressor.inspection().note(Inspection.Finding.CLIENT_WITH_OTHER_MEMORY);
            log.debug(
                    "A chat client has this advisor, but none of its advisors {} holds a memory of this compressor: its"
                            + " calls are sent as they are (said once).",
                    advisors.stream().map(Advisor::getName).toList());
        }
    }

    /** Calls without an id may be meant so, but not if a memory serves them: it takes them all for one chat, or fails. */
    private void hintAtMissingId(List<? extends Advisor> advisors) {
        if (advisors.stream().anyMatch(BaseChatMemoryAdvisor.class::isInstance) && !hinted.getAndSet(true)) {
            log.warn(
                    "A call with a chat memory names no conversation: it is not compressed by what the model reports, and all"
                            + " such calls may share one chat. Name it by .advisors(a -> a.param(ChatMemory.CONVERSATION_ID, id)), that"
                            + " is \"{}\" (said once).",
                    ChatMemory.CONVERSATION_ID);
        }
    }

    /** Sets an advisor up. Not safe for use by many threads. */
    public static final class Builder {
        private final SessionCompressor compressor;
        private final boolean needsMemory;
        private boolean cacheBreakpoints = true;
        private int order = DEFAULT_ORDER;

        private Builder(SessionCompressor compressor, boolean needsMemory) {
            this.compressor = compressor;
            this.needsMemory = needsMemory;
        }

        /** Its place among the advisors: {@link #DEFAULT_ORDER} by default; below the tool advisor's order. */
        public Builder order(int newOrder) {
            order = newOrder;
            return this;
        }

        /**
         * True if requests to Anthropic's models get breakpoints of its prompt cache: after the tools, after the system prompt and at the
         * last user message. On by default. A strategy in the options of the model or the request goes first.
         */
        public Builder cacheBreakpoints(boolean on) {
            cacheBreakpoints = on;
            return this;
        }

        /** Builds the advisor. */
        public SessionStateAdvisor build() {
            return new SessionStateAdvisor(this);
        }
    }
}
