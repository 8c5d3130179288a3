package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.CompressionFailedException;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.model.ProviderFailure;
import io.github.sessioncompression.state.Injection;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The part of {@link SessionStateAdvisor} that stands before each single call of the model, inside the tool loop. Made for one
 * turn.
 */
final class ModelCallAdvisor implements CallAdvisor, StreamAdvisor {
    private final Turn turn;
    private final Overhead overhead;

    ModelCallAdvisor(Turn turn, Overhead overhead) {
        this.turn = turn;
        this.overhead = overhead;
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
        boolean nested = begin(chain.getCallAdvisors());
        ChatClientRequest sent = prepared(request);
        ChatClientResponse response;
        try {
            response = chain.nextCall(sent);
        } catch (RuntimeException e) {
            ChatClientRequest shorter = shorter(sent, e);
            if (shorter == null) {
                throw e;
            }
            sent = shorter;
            response = again(chain).nextCall(shorter);
        }
        if (!ToolRounds.mayBeSum(sent.prompt().getOptions(), response.chatResponse())) {
            report(usage(response, sent).orElse(null), sent, nested);
        }
        return response;
    }

    private CallAdvisorChain again(CallAdvisorChain chain) {
        return chain.getCallAdvisors().contains(this) ? chain.copy(this) : chain;
    }

    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
        return Flux.defer(() -> {
            boolean nested = begin(chain.getStreamAdvisors());
            ChatClientRequest sent = prepared(request);
            AtomicBoolean started = new AtomicBoolean();
            AtomicReference<@Nullable ChatClientRequest> retried = new AtomicReference<>();
            AtomicReference<@Nullable Usage> usage = new AtomicReference<>();
            return chain.nextStream(sent)
                    .doOnNext(piece -> started.set(true))
                    .onErrorResume(e -> started.get() ? Mono.error(e) : again(chain, sent, e, retried))
                    .doOnNext(piece -> {
                        if (!ToolRounds.mayBeSum(sent.prompt().getOptions(), piece.chatResponse())) {
                            usage(piece, sent)
                                    .ifPresent(more -> usage.accumulateAndGet(more, ModelCallAdvisor::latest));
                        }
                    })
                    .doOnComplete(() -> {
                        ChatClientRequest second = retried.get();
                        report(usage.get(), second != null ? second : sent, nested);
                    });
        });
    }

    /** Making room may have to wait for the compression model, which no thread of the stream must. */
    private Flux<ChatClientResponse> again(
            StreamAdvisorChain chain,
            ChatClientRequest sent,
            Throwable failure,
            AtomicReference<@Nullable ChatClientRequest> retried) {
        return Mono.fromCallable(() -> Optional.ofNullable(shorter(sent, failure)))
                .subscribeOn(Schedulers.boundedElastic())
                .flatMapMany(shorter -> {
                    if (shorter.isEmpty()) {
                        return Flux.error(failure);
                    }
                    retried.set(shorter.get());
                    StreamAdvisorChain next = chain.getStreamAdvisors().contains(this) ? chain.copy(this) : chain;
                    return next.nextStream(shorter.get());
                });
    }

    /** The later report, with what only the earlier one has: some providers tell of input and output in different pieces. */
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

    private static Optional<Usage> usage(ChatClientResponse response, ChatClientRequest sent) {
        return ReportedUsage.of(response.chatResponse(), sent.prompt().getOptions());
    }

    /** Whether a memory stores each round of the tool loop. */
    private boolean begin(List<? extends Advisor> advisors) {
        boolean nested = advisors.stream().anyMatch(BaseChatMemoryAdvisor.class::isInstance);
        if (nested) {
            turn.stored();
        }
        return nested;
    }

    private ChatClientRequest prepared(ChatClientRequest request) {
        Conversation conversation = turn.conversation();
        Prompt prompt = request.prompt();
        conversation.framework().overheadTokens(overhead.tokens(conversation, prompt));
        List<Message> messages = prompt.getInstructions();
        List<Message> changed = PromptMessages.withSystemPrompt(
                PromptMessages.withoutRepeatedTurn(messages), text -> systemPrompt(conversation, text));
        return changed == messages ? request : with(request, changed);
    }

    private static String systemPrompt(Conversation conversation, String text) {
        StateOptions options = conversation.policy().state();
        String aware = options.appendAwareness(text);
        if (options.injection() != Injection.SYSTEM) {
            return aware;
        }
        StateDocument state = conversation.status().state().orElse(StateDocument.EMPTY);
        return options.injection().systemText(options.schema(), state, aware);
    }

    private static ChatClientRequest with(ChatClientRequest request, List<Message> messages) {
        return new ChatClientRequest(new Prompt(messages, request.prompt().getOptions()), request.context());
    }

    /** The request with less in it, if that is what it was refused for; {@code null} to leave it at that. */
    private @Nullable ChatClientRequest shorter(ChatClientRequest sent, Throwable failure) {
        if (ProviderFailure.of(failure, Failures.READER).contextLengthExceeded().isEmpty()) {
            return null;
        }
        Conversation conversation = turn.conversation();
        try {
            Outcome outcome = conversation.framework().contextLengthExceeded();
            if (outcome instanceof Outcome.Unchanged || outcome instanceof Outcome.Failed) {
                return null;
            }
        } catch (CompressionFailedException e) {
            failure.addSuppressed(e);
            return null;
        }
        List<Message> view = MessageMapper.fromCoreWithoutSystem(
                conversation.framework().steadyView().messages());
        List<Message> shorter = PromptMessages.withView(sent.prompt().getInstructions(), view);
        return shorter == null ? null : with(sent, shorter);
    }

    private void report(@Nullable Usage usage, ChatClientRequest sent, boolean nested) {
        if (usage != null) {
            List<Message> beside =
                    nested ? List.of() : PromptMessages.toolLoop(sent.prompt().getInstructions());
            Conversation conversation = turn.conversation();
            conversation.framework().reportUsage(usage, conversation.tokens(MessageMapper.toCore(beside)));
        }
    }
}
