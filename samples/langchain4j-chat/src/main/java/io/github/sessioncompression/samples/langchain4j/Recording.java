package io.github.sessioncompression.samples.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.service.tool.ToolExecutor;
import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A chat that took place, as a model: it says what was said then, so that the memory can be tried without a key. Answers on the
 * calling thread. Used by one thread.
 */
final class Recording implements StreamingChatModel {
    private static final String BUNDLED = "support-and-coding.json";

    private final List<List<Message>> turns = new ArrayList<>();
    private final Map<String, String> results = new HashMap<>();
    private final Map<ToolSpecification, ToolExecutor> tools = new HashMap<>();
    private final Deque<Message> answers = new ArrayDeque<>();
    private String system = "";
    private int next;

    private Recording(List<Message> messages) {
        for (Message message : messages) {
            if (message.role() == Role.SYSTEM) {
                system = message.text();
            } else if (message.role() == Role.TOOL) {
                results.put(message.toolCallId(), message.text());
            } else {
                if (message.role() == Role.USER) {
                    turns.add(new ArrayList<>());
                }
                turns.get(turns.size() - 1).add(message);
                message.toolCalls()
                        .forEach(call -> tools.put(
                                ToolSpecification.builder().name(call.name()).build(),
                                (request, memoryId) -> results.getOrDefault(request.id(), "")));
            }
        }
    }

    /** The chat that comes with the program. */
    static Recording bundled() throws IOException {
        try (InputStream file = Objects.requireNonNull(Recording.class.getResourceAsStream(BUNDLED), BUNDLED)) {
            String json = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return new Recording(JsonFields.parse(BUNDLED, json).objects("messages").stream()
                    .map(Recording::message)
                    .toList());
        }
    }

    private static Message message(JsonFields json) {
        String text = json.text("content", "");
        return switch (json.text("role")) {
            case "system" -> Message.system(text);
            case "user" -> Message.user(text);
            case "tool" -> Message.toolResult(json.text("tool_call_id"), json.text("name", ""), text);
            default ->
                Message.assistant(
                        text,
                        json.objects("tool_calls").stream()
                                .map(call -> new ToolCall(
                                        call.text("id"),
                                        call.object("function").text("name"),
                                        call.object("function").text("arguments")))
                                .toList());
        };
    }

    /** Its system prompt. */
    String system() {
        return system;
    }

    /** Its tools: they return what they returned then. */
    Map<ToolSpecification, ToolExecutor> tools() {
        return tools;
    }

    /** A prompt that names the next turn. */
    String prompt() {
        return next < turns.size() ? "replay " + (next + 1) + "/" + turns.size() + "> " : "replay> ";
    }

    /** Begins from the start. */
    void rewind() {
        next = 0;
    }

    /** Plays what a line asks for: one turn, a number of them, or all; {@code ask} says whether a question was answered. */
    void play(String line, Console console, Predicate<String> ask) {
        String wanted = line.strip();
        int most = wanted.isEmpty() ? 1 : wanted.equals("all") ? turns.size() : 0;
        if (wanted.matches("[0-9]{1,4}")) {
            most = Integer.parseInt(wanted);
        } else if (most == 0) {
            console.error(
                    "this is a recording, so it can't answer; Enter plays the next turn, 10 ten of them, all the rest");
        }
        if (next == turns.size()) {
            console.faint("The recording is over: /status and /state show what is left of it, /new begins again.");
        }
        boolean goesOn = true;
        for (int played = 0; goesOn && played < most && next < turns.size(); played++) {
            List<Message> turn = turns.get(next++);
            answers.clear();
            answers.addAll(turn.subList(1, turn.size()));
            console.line("you> " + Console.printable(turn.get(0).text()));
            goesOn = ask.test(turn.get(0).text());
        }
    }

    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
        Message said = answers.remove();
        AiMessage.Builder answer = AiMessage.builder()
                .toolExecutionRequests(said.toolCalls().stream()
                        .map(call -> ToolExecutionRequest.builder()
                                .id(call.id())
                                .name(call.name())
                                .arguments(call.arguments())
                                .build())
                        .toList());
        if (!said.text().isEmpty()) {
            answer.text(said.text());
            handler.onPartialResponse(said.text());
        }
        handler.onCompleteResponse(
                ChatResponse.builder().aiMessage(answer.build()).build());
    }
}
