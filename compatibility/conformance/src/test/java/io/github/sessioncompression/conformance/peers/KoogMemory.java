package io.github.sessioncompression.conformance.peers;

import ai.koog.agents.core.agent.config.AIAgentConfig;
import ai.koog.agents.core.agent.session.AIAgentLLMWriteSession;
import ai.koog.agents.core.dsl.extension.HistoryCompressionStrategy;
import ai.koog.agents.core.environment.AIAgentEnvironment;
import ai.koog.agents.core.environment.ReceivedToolResult;
import ai.koog.agents.core.tools.ToolDescriptor;
import ai.koog.agents.core.tools.ToolRegistry;
import ai.koog.prompt.Prompt;
import ai.koog.prompt.executor.model.PromptExecutor;
import ai.koog.prompt.llm.LLMCapability;
import ai.koog.prompt.llm.LLMProvider;
import ai.koog.prompt.llm.LLModel;
import ai.koog.prompt.message.Message;
import ai.koog.prompt.message.MessagePart;
import ai.koog.prompt.message.RequestMetaInfo;
import ai.koog.prompt.message.ResponseMetaInfo;
import ai.koog.utils.time.KoogClock;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.github.sessioncompression.conformance.MemorySize;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import kotlin.Unit;
import kotlin.coroutines.Continuation;

/** Koog's prompt with a {@code HistoryCompressionStrategy}, applied above the size in tokens, as its node for compression does on a condition. */
final class KoogMemory extends ForeignMemory {
    private static final LLModel MODEL =
            new LLModel(LLMProvider.OpenAI, "summariser", List.of(LLMCapability.Completion.INSTANCE), 1_000_000L);

    private final MemorySize size;
    private final HistoryCompressionStrategy strategy;
    private final Executor executor;
    private final List<MessagePart.Tool.Result> results = new ArrayList<>();
    private int waiting;
    private List<Message> messages = List.of();

    KoogMemory(Object id, MemorySize size, HistoryCompressionStrategy strategy, Function<String, String> summary) {
        super(id);
        this.size = size;
        this.strategy = strategy;
        this.executor = new Executor(summary);
    }

    private static final class Executor extends PromptExecutor {
        private final Function<String, String> summary;

        Executor(Function<String, String> summary) {
            this.summary = summary;
        }

        /** The method that Kotlin calls; to Java it is hidden, and so are the others, which are not called here. */
        @SuppressWarnings("unused")
        public Object execute(
                Prompt prompt,
                LLModel model,
                List<ToolDescriptor> tools,
                Continuation<? super Message.Assistant> continuation) {
            String text = prompt.getMessages().stream().map(KoogMemory::text).collect(Collectors.joining("\n"));
            return new Message.Assistant(summary.apply(text), new ResponseMetaInfo(KoogClock.System.now()));
        }

        @Override
        public void close() {}
    }

    /** No tool is run here. */
    private static final class NoTools implements AIAgentEnvironment {
        @Override
        public Object executeTool(MessagePart.Tool.Call call, Continuation<? super ReceivedToolResult> continuation) {
            throw new UnsupportedOperationException("no tools");
        }

        @Override
        public Object reportProblem(Throwable problem, Continuation<? super Unit> continuation) {
            throw new IllegalStateException(problem);
        }
    }

    @Override
    synchronized void append(ChatMessage message) {
        RequestMetaInfo now = new RequestMetaInfo(KoogClock.System.now());
        if (message instanceof UserMessage user) {
            add(new Message.User(user.singleText(), now));
        } else if (message instanceof AiMessage ai) {
            List<MessagePart.ResponsePart> parts = new ArrayList<>();
            if (ai.text() != null && !ai.text().isEmpty()) {
                parts.add(new MessagePart.Text(ai.text()));
            }
            ai.toolExecutionRequests()
                    .forEach(call -> parts.add(new MessagePart.Tool.Call(call.id(), call.name(), call.arguments())));
            waiting = ai.toolExecutionRequests().size();
            results.clear();
            add(new Message.Assistant(parts, new ResponseMetaInfo(KoogClock.System.now())));
        } else if (message instanceof ToolExecutionResultMessage result) {
            results.add(new MessagePart.Tool.Result(result.id(), result.toolName(), result.text()));
            if (results.size() == waiting) {
                add(new Message.User(List.<MessagePart.RequestPart>copyOf(results), now));
            }
        }
    }

    private void add(Message message) {
        List<Message> all = new ArrayList<>(messages);
        all.add(message);
        messages = all;
    }

    @Override
    synchronized void compress() {
        int tokens =
                messages.stream().mapToInt(message -> Tokens.of(text(message))).sum();
        if (tokens <= size.tokens()) {
            return;
        }
        Prompt prompt = new Prompt(messages, "chat");
        try (AIAgentLLMWriteSession session = new AIAgentLLMWriteSession(
                new NoTools(),
                executor,
                List.of(),
                new ToolRegistry(),
                prompt,
                MODEL,
                null,
                new AIAgentConfig(prompt, MODEL, 1, Runnable::run),
                KoogClock.System)) {
            session.replaceHistoryWithTLDR(strategy, true);
            messages = session.getPrompt().getMessages();
        }
    }

    private static String text(Message message) {
        return message.getParts().stream().map(KoogMemory::text).collect(Collectors.joining("\n"));
    }

    private static String text(MessagePart part) {
        if (part instanceof MessagePart.Text text) {
            return text.getText();
        } else if (part instanceof MessagePart.Tool.Call call) {
            return call.getTool() + call.getArgs();
        }
        return part instanceof MessagePart.Tool.Result result ? result.getOutput() : "";
    }

    @Override
    synchronized List<ChatMessage> read() {
        return messages.stream().flatMap(message -> messages(message).stream()).toList();
    }

    private static List<ChatMessage> messages(Message message) {
        List<ChatMessage> read = new ArrayList<>();
        List<ToolExecutionRequest> calls = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (MessagePart part : message.getParts()) {
            if (part instanceof MessagePart.Tool.Call call) {
                calls.add(ToolExecutionRequest.builder()
                        .id(call.getId())
                        .name(call.getTool())
                        .arguments(call.getArgs())
                        .build());
            } else if (part instanceof MessagePart.Tool.Result result) {
                read.add(ToolExecutionResultMessage.from(result.getId(), result.getTool(), result.getOutput()));
            } else {
                text.append(text(part));
            }
        }
        if (message instanceof Message.Assistant) {
            read.add(AiMessage.builder()
                    .text(text.toString())
                    .toolExecutionRequests(calls)
                    .build());
        } else if (message instanceof Message.System) {
            read.add(SystemMessage.from(text.toString()));
        } else if (!text.isEmpty()) {
            read.add(UserMessage.from(text.toString()));
        }
        return read;
    }

    @Override
    synchronized void reset() {
        messages = List.of();
    }
}
