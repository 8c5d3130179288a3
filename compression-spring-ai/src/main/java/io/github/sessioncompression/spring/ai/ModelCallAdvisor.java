package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.CompressionFailedException;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.ModelCall;
import io.github.sessioncompression.model.ProviderFailure;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateOptions.Injection;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.client.advisor.api.BaseChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The part of {@link SessionStateAdvisor} that is before each single call of the model, inside the tool loop. Made for one
 * turn.
 *
 * @param cacheBreakpoints true if requests get breakpoints for the provider's prompt cache
 */
record ModelCallAdvisor(Turn turn, RequestTools tools, boolean cacheBreakpoints) implements CallAdvisor, StreamAdvisor {
    /** Hands {@code request} on to what follows {@code advisor} in the chain, with this before each call of the model. */
    ChatClientResponse callAfter(CallAdvisor advisor, ChatClientRequest request, CallAdvisorChain chain) {
        CallAdvisorChain next = AdvisorChains.after(advisor, chain, this);
        return next == null ? adviseCall(request, chain) : next.nextCall(request);
    }

    /** As {@link #callAfter} does. */
    Flux<ChatClientResponse> streamAfter(StreamAdvisor advisor, ChatClientRequest request, StreamAdvisorChain chain) {
        StreamAdvisorChain next = AdvisorChains.after(advisor, chain, this);
        return next == null ? adviseStream(request, chain) : next.nextStream(request);
    }

    @Override
    public String getName() {
        return "SessionStateAdvisor.modelCall";
    }

    @Override
    public int getOrder() {
        return SessionStateAdvisor.MODEL_CALL_ORDER;
    }

    @Override
    public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
        begin(chain.getCallAdvisors());
        Sending sending = new Sending(request);
        CallAdvisorChain next = chain;
        while (true) {
            try {
                ChatClientResponse response = next.nextCall(sending.request());
                sending.answered(response);
                sending.end();
                return response;
            } catch (RuntimeException e) {
                if (!sending.isChangedAfter(e)) {
                    throw e;
                }
                next = chain.getCallAdvisors().contains(this) ? chain.copy(this) : chain;
            }
        }
    }

    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
        return Flux.defer(() -> CallerContext.capture().onElastic(Flux.defer(() -> {
            begin(chain.getStreamAdvisors());
            return stream(new Sending(request), chain, chain);
        })));
    }

    private Flux<ChatClientResponse> stream(Sending sending, StreamAdvisorChain chain, StreamAdvisorChain next) {
        AtomicBoolean started = new AtomicBoolean();
        // The memory adds the answer on the thread that brings its last piece.
        return next.nextStream(sending.request())
                .publishOn(Schedulers.boundedElastic())
                .doOnNext(piece -> {
                    started.set(true);
                    sending.answered(piece);
                })
                .doOnComplete(sending::end)
                .onErrorResume(e -> started.get() ? Flux.error(e) : again(sending, chain, e));
    }

    /** Making room may have to wait for the compression model, which no thread of the stream must. */
    private Flux<ChatClientResponse> again(Sending sending, StreamAdvisorChain chain, Throwable failure) {
        return Mono.fromCallable(() -> sending.isChangedAfter(failure))
                .subscribeOn(Schedulers.boundedElastic())
                .flatMapMany(changed -> {
                    if (!changed) {
                        return Flux.error(failure);
                    }
                    StreamAdvisorChain next = chain.getStreamAdvisors().contains(this) ? chain.copy(this) : chain;
                    return stream(sending, chain, next);
                });
    }

    /** A memory among the advisors that follow stores each round of the tool loop. */
    private void begin(List<? extends Advisor> advisors) {
        turn.conversation().framework().systemElsewhere();
        if (advisors.stream().anyMatch(BaseChatMemoryAdvisor.class::isInstance)) {
            turn.stored();
        }
    }

    /** One call of the model: what is sent, again and shorter if the provider refuses it as too long. */
    private final class Sending {
        private final ChatClientRequest asked;
        private final List<Message> messages;
        private final String systemPrompt;
        private final boolean marksCache;
        private final ModelCall call;
        private final AtomicReference<@Nullable Usage> usage = new AtomicReference<>();

        Sending(ChatClientRequest request) {
            Conversation conversation = turn.conversation();
            Prompt prompt = request.prompt();
            asked = request;
            marksCache = cacheBreakpoints && conversation.enabled();
            List<Message> once = OwnMessages.atTheEnd(prompt.getInstructions(), turn);
            systemPrompt = PromptMessages.firstSystemText(once);
            messages = PromptMessages.withSystemPrompt(once, ModelCallAdvisor.this::systemPrompt);
            ChatOptions options = prompt.getOptions();
            call = turn.call(new ModelCall.Request(
                    RequestOptions.modelName(options),
                    MessageMapper.toCore(messages),
                    tools.of(conversation, options),
                    RequestOptions.maxTokens(options)));
        }

        ChatClientRequest request() {
            List<Message> sent = messages;
            List<io.github.sessioncompression.message.Message> fitting = call.messages();
            if (!call.isAsGiven()) {
                // If the state is in the system prompt, it may be another one by now.
                sent = PromptMessages.withSystemPrompt(
                        MessageMapper.fromCore(fitting), changed -> systemPrompt(systemPrompt));
            }
            ChatOptions options = asked.prompt().getOptions();
            sent = ToolResults.readable(sent, options);
            ChatOptions caching = marksCache && options != null ? PromptCaching.withBreakpoints(options) : options;
            return sent == asked.prompt().getInstructions() && caching == options
                    ? asked
                    : new ChatClientRequest(new Prompt(sent, caching), asked.context());
        }

        /** True if there is another request to send now, because of what this one failed for. */
        boolean isChangedAfter(Throwable failure) {
            try {
                return call.refused(ProviderFailure.of(failure, Failures.READER));
            } catch (CompressionFailedException e) {
                failure.addSuppressed(e);
                return false;
            }
        }

        void answered(ChatClientResponse piece) {
            turn.called(piece.chatResponse());
            tellThinking(piece.chatResponse());
            ChatOptions options = asked.prompt().getOptions();
            if (!RequestOptions.mayReportSum(options, piece.chatResponse())) {
                ReportedUsage.of(piece.chatResponse(), options)
                        .ifPresent(more -> usage.accumulateAndGet(more, ModelCallAdvisor::latest));
            }
        }

        /** Of answers without calls no thinking is sent back. */
        private void tellThinking(@Nullable ChatResponse response) {
            if (response != null) {
                response.getResults().stream()
                        .map(Generation::getOutput)
                        .filter(AssistantMessage::hasToolCalls)
                        .forEach(message ->
                                MessageMapper.toCore(List.of(message)).forEach(call::answered));
            }
        }

        void end() {
            Usage reported = usage.get();
            if (reported != null) {
                call.answered(reported);
            }
        }
    }

    /** The later report, with what only the earlier one has: some providers report input and output in different pieces. */
    private static Usage latest(@Nullable Usage before, @Nullable Usage now) {
        if (before == null || now == null) {
            return before == null ? Objects.requireNonNull(now) : before;
        }
        return now.requestTokens() > 0
                ? now
                : new Usage(
                        before.inputTokens(),
                        before.cacheReadTokens(),
                        before.cacheCreationTokens(),
                        now.outputTokens(),
                        now.reasoningTokens());
    }

    private String systemPrompt(String text) {
        Conversation conversation = turn.conversation();
        StateOptions options = conversation.policy().state();
        String aware = options.appendAwareness(text);
        if (options.injection() != Injection.SYSTEM) {
            return aware;
        }
        StateDocument state = conversation.status().state().orElse(StateDocument.EMPTY);
        return options.injection().systemText(options.schema(), state, aware);
    }
}
