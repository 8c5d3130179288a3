package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.mock.ChatModelMock;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The script of a model that fails for any request that a provider could refuse, plain and streamed.
 *
 * <p>Answers that were put in line come first, each once; then it repeats the question.
 */
final class StrictModel {
    private final Deque<AiMessage> line = new ArrayDeque<>();
    private final List<List<ChatMessage>> requests = new ArrayList<>();

    /** Puts answers in line, each for one request. */
    void next(AiMessage... answers) {
        line.addAll(List.of(answers));
    }

    /** The requests so far. */
    List<List<ChatMessage>> requests() {
        return requests;
    }

    /** The last request. */
    List<ChatMessage> lastRequest() {
        return requests.get(requests.size() - 1);
    }

    /** LangChain4j's own stand-in for a chat model, with this script. */
    ChatModelMock plain() {
        return ChatModelMock.thatResponds(this::answer);
    }

    /** A streaming model that calls back on a thread of its own. */
    StreamingChatModel streaming() {
        return new StreamingChatModel() {
            @Override
            public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
                Thread thread = new Thread(() -> stream(request, handler));
                thread.setDaemon(true);
                thread.start();
            }
        };
    }

    private void stream(ChatRequest request, StreamingChatResponseHandler handler) {
        try {
            AiMessage answer = answer(request);
            if (answer.text() != null) {
                handler.onPartialResponse(answer.text());
            }
            handler.onCompleteResponse(ChatResponse.builder().aiMessage(answer).build());
        } catch (RuntimeException | AssertionError e) {
            handler.onError(e);
        }
    }

    private synchronized AiMessage answer(ChatRequest request) {
        List<ChatMessage> messages = List.copyOf(request.messages());
        requests.add(messages);
        Chats.checkValid(messages);
        ChatMessage last = messages.get(messages.size() - 1);
        if (!(last instanceof UserMessage) && !(last instanceof ToolExecutionResultMessage)) {
            throw new AssertionError("the request ends with " + last);
        }
        AiMessage next = line.poll();
        return next != null
                ? next
                : AiMessage.from("You said: " + UserMessage.findLast(messages).orElseThrow());
    }
}
