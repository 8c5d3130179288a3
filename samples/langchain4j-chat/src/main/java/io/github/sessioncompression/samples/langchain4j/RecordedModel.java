package io.github.sessioncompression.samples.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.service.tool.ToolExecutor;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Says what was said in a recording, so that the same memory and the same AI service can be tried without a model.
 *
 * <p>Answers on {@code executor}'s threads, word by word.
 */
final class RecordedModel implements StreamingChatModel {
    private final Recording recording;
    private final Executor executor;
    private volatile Iterator<AiMessage> answers = List.<AiMessage>of().iterator();

    RecordedModel(Recording recording, Executor executor) {
        this.recording = recording;
        this.executor = executor;
    }

    /** What is asked next is the question of that turn, from 0. */
    void turn(int number) {
        answers = recording.turns().get(number).answers().iterator();
    }

    /** The tools of the recording: they return what they returned then. */
    Map<ToolSpecification, ToolExecutor> tools() {
        Function<String, ToolSpecification> specification =
                name -> ToolSpecification.builder().name(name).build();
        ToolExecutor then = (call, memoryId) -> recording.results().getOrDefault(call.id(), "");
        return recording.tools().stream().collect(Collectors.toMap(specification, name -> then));
    }

    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
        AiMessage answer = answers.next();
        executor.execute(() -> {
            if (answer.text() != null) {
                for (String word : answer.text().split("(?<= )", -1)) {
                    handler.onPartialResponse(word);
                }
            }
            handler.onCompleteResponse(ChatResponse.builder().aiMessage(answer).build());
        });
    }
}
