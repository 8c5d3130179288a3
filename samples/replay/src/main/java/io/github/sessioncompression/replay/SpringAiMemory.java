package io.github.sessioncompression.replay;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.View;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;

/**
 * Spring AI's {@code ChatMemory}, used in the order in which a memory advisor inside the tool loop does: the messages are got,
 * then the user's message or the tools' responses are added, and the answer when it is there. The system prompt belongs to the
 * request, where the library's advisor explains the state.
 */
final class SpringAiMemory implements Memory {
    private final SessionCompressor compressor;
    private final CompressingChatMemory memory;
    private final String id;
    private final MessageTokens tokens;
    private final Requests requests;
    /** The messages of the transcript by what was made of them: what is handed out unchanged is the same instance. */
    private final IdentityHashMap<org.springframework.ai.chat.messages.Message, List<Message>> said =
            new IdentityHashMap<>();
    /** The user's message, or the tools' responses, that the next call will carry. */
    private final List<Message> next = new ArrayList<>();

    private String system = "";

    SpringAiMemory(SessionCompressor compressor, String id, Happenings happenings) {
        this.compressor = compressor;
        this.id = id;
        this.memory = CompressingChatMemory.builder().compressor(compressor).build();
        this.tokens = MessageTokens.of(compressor.policy().tokens());
        this.requests = new Requests(conversation(), tokens, happenings);
    }

    @Override
    public Conversation conversation() {
        return compressor.conversation(id);
    }

    @Override
    public void append(Message message) {
        if (message.role() == Role.SYSTEM) {
            system = message.text();
            conversation().framework().overheadTokens(tokens.count(message));
        } else if (message.role() == Role.ASSISTANT) {
            addNext();
            memory.add(id, keep(answer(message), List.of(message)));
        } else {
            if (message.role() == Role.USER || (!next.isEmpty() && next.get(0).role() == Role.USER)) {
                addNext();
            }
            next.add(message);
        }
    }

    @Override
    public Supplier<View> request() {
        String prompt = compressor.policy().state().appendAwareness(system);
        List<org.springframework.ai.chat.messages.Message> remembered = memory.get(id);
        List<Message> carried = List.copyOf(next);
        addNext();
        return () -> {
            List<Message> request = new ArrayList<>();
            if (!prompt.isEmpty()) {
                request.add(Message.system(prompt));
            }
            remembered.forEach(message -> request.addAll(read(message)));
            request.addAll(carried);
            return requests.view(request);
        };
    }

    private void addNext() {
        if (!next.isEmpty()) {
            List<Message> added = List.copyOf(next);
            next.clear();
            memory.add(
                    id,
                    keep(
                            added.get(0).role() == Role.USER
                                    ? new UserMessage(added.get(0).text())
                                    : responses(added),
                            added));
        }
    }

    private org.springframework.ai.chat.messages.Message keep(
            org.springframework.ai.chat.messages.Message made, List<Message> from) {
        said.put(made, from);
        return made;
    }

    private static AssistantMessage answer(Message message) {
        return AssistantMessage.builder()
                .content(message.text())
                .toolCalls(message.toolCalls().stream()
                        .map(call ->
                                new AssistantMessage.ToolCall(call.id(), "function", call.name(), call.arguments()))
                        .toList())
                .build();
    }

    private static ToolResponseMessage responses(List<Message> results) {
        return ToolResponseMessage.builder()
                .responses(results.stream()
                        .map(result -> new ToolResponse(
                                result.toolCallId(), Objects.requireNonNullElse(result.name(), ""), result.text()))
                        .toList())
                .build();
    }

    private List<Message> read(org.springframework.ai.chat.messages.Message message) {
        List<Message> known = said.get(message);
        if (known != null) {
            return known;
        }
        if (message instanceof ToolResponseMessage responses) {
            return responses.getResponses().stream()
                    .map(response -> Message.toolResult(response.id(), response.name(), response.responseData()))
                    .toList();
        }
        String text = Objects.requireNonNullElse(message.getText(), "");
        if (message instanceof AssistantMessage answer) {
            return List.of(Message.assistant(
                    text,
                    answer.getToolCalls().stream()
                            .map(call -> new ToolCall(call.id(), call.name(), call.arguments()))
                            .toList()));
        }
        return List.of(Message.user(text));
    }
}
