package io.github.sessioncompression.conformance;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import java.util.ArrayList;
import java.util.List;

/** A memory, called as {@code AiServices} calls it. */
final class LangChain4jChat implements DrivenChat {
    private static final String TOOL = "order_state";

    private final ChatMemory memory;
    private SystemMessage system = SystemMessage.from(Sample.SYSTEM);

    LangChain4jChat(ChatMemory memory) {
        this.memory = memory;
    }

    @Override
    public void system(String text) {
        system = SystemMessage.from(text);
    }

    @Override
    public List<RequestMessage> ask(String question) {
        memory.add(system);
        List<ChatMessage> request = new ArrayList<>(memory.messages());
        UserMessage user = UserMessage.from(question);
        memory.add(user);
        request.add(user);
        return LangChain4jMessages.toRequest(request);
    }

    @Override
    public List<RequestMessage> call(List<String> ids, String result) {
        fail(ids);
        ids.forEach(id -> memory.add(ToolExecutionResultMessage.from(id, TOOL, result)));
        return messages();
    }

    @Override
    public void fail(List<String> ids) {
        memory.add(AiMessage.from(ids.stream()
                .map(id -> ToolExecutionRequest.builder()
                        .id(id)
                        .name(TOOL)
                        .arguments("{}")
                        .build())
                .toList()));
    }

    @Override
    public void answer(String text) {
        memory.add(AiMessage.from(text));
    }

    @Override
    public List<RequestMessage> messages() {
        return LangChain4jMessages.toRequest(memory.messages());
    }
}
