package io.github.sessioncompression.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.TokenStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * An AI service for gardeners, plain or streamed, whose model is guarded.
 *
 * @param url where the provider is
 * @param leftWaiting whether the model is not going to answer, so that its client had better give up soon
 * @param cancelled whether a streamed answer is cancelled at its first piece
 */
record GardenService(
        Clients provider, String url, boolean streamed, BooleanSupplier leftWaiting, BooleanSupplier cancelled) {
    /** Timeout of calls expected to be answered. */
    static final Duration PATIENT = Duration.ofSeconds(30);

    /** Only for calls that are not answered at all. */
    private static final Duration IMPATIENT = Duration.ofMillis(40);

    /** Needs no words of its own. */
    interface Plain {
        @SystemMessage("You help to plan a garden.")
        String chat(String question);
    }

    /** The same, streamed. */
    interface Streamed {
        @SystemMessage("You help to plan a garden.")
        TokenStream chat(String question);
    }

    /** A tool. */
    public static final class Shed {
        /** The same each time. */
        @Tool("counts what is in the shed")
        public String count(@P("what") String item) {
            return "three";
        }
    }

    /** Function that sends a question to the service. */
    UnaryOperator<String> over(CompressingChatMemoryProvider memories, CompressingChatMemory memory) {
        if (!streamed) {
            ChatModel patient = provider.model(url, PATIENT);
            ChatModel impatient = provider.model(url, IMPATIENT);
            Plain plain = AiServices.builder(Plain.class)
                    .chatModel(memories.guard(new ChatModel() {
                        @Override
                        public ChatResponse chat(ChatRequest request) {
                            return (leftWaiting.getAsBoolean() ? impatient : patient).chat(request);
                        }
                    }))
                    .chatMemory(memory)
                    .tools(new Shed())
                    .build();
            return plain::chat;
        }
        StreamingChatModel patient = provider.streaming(url, PATIENT);
        StreamingChatModel impatient = provider.streaming(url, IMPATIENT);
        Streamed service = AiServices.builder(Streamed.class)
                .streamingChatModel(memories.guard(new StreamingChatModel() {
                    @Override
                    public void chat(ChatRequest request, StreamingChatResponseHandler handler) {
                        (leftWaiting.getAsBoolean() ? impatient : patient).chat(request, handler);
                    }
                }))
                .chatMemory(memory)
                .tools(new Shed())
                .build();
        return question -> await(service.chat(question));
    }

    private String await(TokenStream stream) {
        CompletableFuture<String> done = new CompletableFuture<>();
        boolean cancel = cancelled.getAsBoolean();
        stream.onPartialResponseWithContext((piece, context) -> {
                    if (cancel) {
                        context.streamingHandle().cancel();
                        done.complete("cancelled");
                    }
                })
                .onCompleteResponse(
                        response -> done.complete(response.aiMessage().text()))
                .onError(done::completeExceptionally)
                .start();
        return done.orTimeout(PATIENT.toSeconds(), TimeUnit.SECONDS).join();
    }
}
