package io.github.sessioncompression.conformance;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An AI service of LangChain4j whose turns end without an answer: the model fails, or calls a tool that there is not. Plays a {@link Script}'s patterns. */
final class BrokenService implements ChatModel {
    private static final String TOOL = "order_state";

    private final List<Script.Moment> requests = new ArrayList<>();
    private final List<RequestMessage> added = new ArrayList<>();
    private String turn = "";
    private int step;
    private int number;
    private int calls;
    private String open = "";

    private BrokenService() {}

    /** A service with the memory. */
    interface Assistant {
        /** Asks a question. */
        String chat(String question);
    }

    /** Plays one pattern until {@code most} messages were added; returns the requests that the model got. */
    static List<Script.Moment> play(ChatMemory memory, String pattern, int most) {
        BrokenService model = new BrokenService();
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model)
                .chatMemory(memory)
                .systemMessageProvider(id -> Sample.SYSTEM)
                .tools(Map.of(ToolSpecification.builder().name(TOOL).build(), (call, id) -> model.result()))
                .build();
        while (model.added.size() < most) {
            for (String turn : pattern.split("(?=Q)", -1)) {
                model.begin(turn);
                try {
                    String ignored = assistant.chat(Sample.question(model.number));
                } catch (RuntimeException e) {
                    model.open = ""; // The turn is over.
                }
            }
        }
        return model.requests;
    }

    private void begin(String newTurn) {
        turn = newTurn;
        step = 1;
        number++;
        added.add(RequestMessage.user(Sample.question(number)));
    }

    private String result() {
        return Sample.result(calls);
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        if (!open.isEmpty()) {
            added.add(RequestMessage.tool(open, result()));
            open = "";
        }
        requests.add(new Script.Moment(
                Sample.question(number), LangChain4jMessages.toRequest(request.messages()), List.copyOf(added)));
        if (step == turn.length()) {
            throw new IllegalStateException("the model fails");
        }
        return ChatResponse.builder().aiMessage(reply(turn.charAt(step++))).build();
    }

    private AiMessage reply(char kind) {
        if (kind == 'A') {
            added.add(RequestMessage.assistant(Sample.answer(number)));
            return AiMessage.from(Sample.answer(number));
        }
        open = "call" + String.format("%05d", ++calls);
        added.add(RequestMessage.assistant("", open));
        return AiMessage.from(ToolExecutionRequest.builder()
                .id(open)
                .name(kind == 'X' ? "no_such_tool" : TOOL)
                .arguments("{}")
                .build());
    }
}
