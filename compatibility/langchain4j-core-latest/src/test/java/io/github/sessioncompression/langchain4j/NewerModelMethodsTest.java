package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.AsyncNotSupportedException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatModelStreamingEvent;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.output.TokenUsage;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.Counters.ModelUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.Test;

/** A guard passes on the methods that models have since LangChain4j 1.20, as it does the others. */
class NewerModelMethodsTest {
    private static final ChatResponse ANSWER = ChatResponse.builder()
            .aiMessage(AiMessage.from("At noon."))
            .tokenUsage(new TokenUsage(700, 3))
            .build();
    private final InvalidRequestException tooLong =
            new InvalidRequestException("This model's maximum context length is 900 tokens.");

    private final CompressingChatMemory memories = CompressingChatMemory.builder()
            .policy(CompressionPolicy.forWindow(4_000))
            .build();
    private final List<ChatRequest> sent = new CopyOnWriteArrayList<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    /** Answers asynchronously, and only so. */
    private final class Asynchronous implements ChatModel {
        CompletableFuture<ChatResponse> last = new CompletableFuture<>();

        @Override
        public CompletableFuture<ChatResponse> doChatAsync(ChatRequest request) {
            sent.add(request);
            Throwable failure = failures.poll();
            last = failure == null
                    ? CompletableFuture.supplyAsync(() -> ANSWER)
                    : CompletableFuture.supplyAsync(() -> {
                        throw new CompletionException(failure);
                    });
            return last;
        }
    }

    private final class Publishing implements StreamingChatModel {
        @Override
        public Flow.Publisher<ChatModelStreamingEvent> doChat(ChatRequest request) {
            sent.add(request);
            return subscriber -> {
                SubmissionPublisher<ChatModelStreamingEvent> publisher =
                        new SubmissionPublisher<>(Runnable::run, Flow.defaultBufferSize());
                publisher.subscribe(subscriber);
                Throwable failure = failures.poll();
                if (failure != null) {
                    publisher.closeExceptionally(failure);
                } else {
                    publisher.submit(new PartialResponse("At "));
                    publisher.submit(new PartialResponse("noon."));
                    publisher.submit(new CompleteResponse(ANSWER));
                    publisher.close();
                }
            };
        }
    }

    private static final class Collecting implements Flow.Subscriber<ChatModelStreamingEvent> {
        final List<ChatModelStreamingEvent> events = new ArrayList<>();
        final CompletableFuture<Integer> done = new CompletableFuture<>();
        int subscriptions;

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscriptions++;
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(ChatModelStreamingEvent event) {
            events.add(event);
        }

        @Override
        public void onError(Throwable failure) {
            done.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            done.complete(events.size());
        }
    }

    private List<ChatMessage> talk(int turns) {
        CompressingChatMemory memory = memories;
        for (int i = 0; i < turns; i++) {
            memory.add(UserMessage.from("Question " + i + ": we take train " + (1_000 + i) + " and pay at most " + i
                    + " EUR; the seat should be by the window, and dinner is not needed on the way."));
            memory.add(AiMessage.from("Noted: train " + (1_000 + i) + ". I will look for a seat by the window."));
        }
        memory.add(UserMessage.from("When does it leave?"));
        return memory.messages();
    }

    private static ChatRequest request(List<ChatMessage> messages) {
        return ChatRequest.builder().messages(messages).build();
    }

    private ModelUse usage() {
        return memories.conversation().status().stats().chatUsage();
    }

    @Test
    void anAsynchronousAnswerIsBooked() {
        ChatModel guarded = memories.guard(new Asynchronous());
        List<ChatMessage> messages = talk(1);

        assertThat(guarded.chatAsync(request(messages)).join()).isSameAs(ANSWER);
        assertThat(guarded.chatAsync(request(messages), ChatRequestOptions.EMPTY)
                        .join())
                .isSameAs(ANSWER);
        assertThat(guarded.chatAsync("Of no chat").join()).isEqualTo("At noon.");

        assertThat(usage()).isEqualTo(new ModelUse(2, 1_400, 6, 0, 0));
    }

    @Test
    void resendsTooLongAsyncRequestShorter() {
        failures.add(tooLong);
        assertThat(memories.guard(new Asynchronous())
                        .chatAsync(request(talk(15)))
                        .join())
                .isSameAs(ANSWER);
        assertThat(sent).hasSize(2);
        assertThat(sent.get(1).messages())
                .hasSizeLessThan(sent.get(0).messages().size());
        assertThat(usage().calls()).isEqualTo(1);
    }

    @Test
    void anotherAsynchronousFailureIsTheApplications() {
        failures.add(new InvalidRequestException("Unknown parameter."));
        CompletableFuture<ChatResponse> failed =
                memories.guard(new Asynchronous()).chatAsync(request(talk(1)));
        assertThatThrownBy(failed::join).hasCauseInstanceOf(InvalidRequestException.class);
        assertThat(sent).hasSize(1);

        CompletableFuture<ChatResponse> unsupported =
                memories.guard(new ChatModel() {}).chatAsync(request(talk(1)));
        assertThatThrownBy(unsupported::join).hasCauseInstanceOf(AsyncNotSupportedException.class);
    }

    @Test
    void cancellingCancelsTheCallItself() {
        CompletableFuture<ChatResponse> never = new CompletableFuture<>();
        ChatModel guarded = memories.guard(new ChatModel() {
            @Override
            public CompletableFuture<ChatResponse> doChatAsync(ChatRequest request) {
                return never;
            }
        });
        CompletableFuture<ChatResponse> call = guarded.chatAsync(request(talk(1)));
        assertThat(call.cancel(true)).isTrue();
        assertThatThrownBy(never::join).isInstanceOf(CancellationException.class);
    }

    @Test
    void publishedEventsPassAndTheirUsageIsBooked() {
        Collecting collecting = new Collecting();
        memories.guard(new Publishing()).chat(request(talk(1))).subscribe(collecting);
        assertThat(collecting.done.join()).isEqualTo(3);
        assertThat(usage()).isEqualTo(new ModelUse(1, 700, 3, 0, 0));
    }

    @Test
    void resendsTooLongPublishedRequestShorter() {
        failures.add(tooLong);
        Collecting collecting = new Collecting();
        memories.guard(new Publishing()).chat(request(talk(15))).subscribe(collecting);
        assertThat(collecting.done.join()).isEqualTo(3);
        assertThat(collecting.subscriptions).isEqualTo(1);
        assertThat(sent).hasSize(2);
        assertThat(sent.get(1).messages())
                .hasSizeLessThan(sent.get(0).messages().size());
    }

    @Test
    void anotherPublishedFailureIsTheApplications() {
        failures.add(new InvalidRequestException("Unknown parameter."));
        Collecting collecting = new Collecting();
        memories.guard(new Publishing()).chat(request(talk(15))).subscribe(collecting);
        assertThatThrownBy(collecting.done::join).hasMessageContaining("Unknown parameter.");
        assertThat(sent).hasSize(1);
    }
}
