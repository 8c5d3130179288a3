package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.ai.provider.Fluent;
import io.github.sessioncompression.spring.ai.provider.Provider;
import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.ProviderStub;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.client.advisor.api.BaseAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.tool.ToolCallback;

/** The chat client of Spring AI's reference documentation, over a provider's real client. */
final class SpringChat {
    /** Spring AI 2.0 and later. */
    static final boolean TWO = isTwo();

    static final String SYSTEM = "You are a friendly assistant of a garden shop.";
    static final String ID = "chat-1";

    private SpringChat() {}

    private static boolean isTwo() {
        for (java.lang.reflect.Method method : ChatOptions.class.getMethods()) {
            if (method.getName().equals("mutate")) {
                return true;
            }
        }
        return false;
    }

    /** The real client of the provider that a stub speaks for. */
    static ChatModel model(ProviderStub stub) {
        if (stub instanceof AnthropicStub) {
            return Provider.ANTHROPIC.client(stub.url(), options -> options.set("maxTokens", 500));
        }
        return Provider.OPENAI.client(stub.url(), options -> TWO ? options : options.set("streamUsage", true));
    }

    /** A memory whose background compressions run on the thread that asks for them. */
    static CompressingChatMemory memory(CompressionPolicy policy) {
        return CompressingChatMemory.builder()
                .compressor(SessionCompressor.builder()
                        .policy(policy)
                        .executor(Runnable::run)
                        .build())
                .build();
    }

    /** Adds turns with the facts of the garden to the chat {@link #ID}. */
    static void addTurns(ChatMemory memory, int count) {
        for (int turn = 1; turn <= count; turn++) {
            memory.add(ID, new UserMessage(GardenChat.question(turn)));
            memory.add(ID, new AssistantMessage("Noted: " + GardenChat.found("garden " + turn)));
        }
    }

    /** A client with a memory at its default order. */
    static ChatClient client(ProviderStub stub, ChatMemory memory, List<ToolCallback> tools, Advisor... more) {
        List<Advisor> advisors = new ArrayList<>(List.of(more));
        advisors.add(MessageChatMemoryAdvisor.builder(memory).build());
        return client(stub, tools, advisors);
    }

    static ChatClient client(ProviderStub stub, List<ToolCallback> tools, List<Advisor> advisors) {
        ChatClient.Builder builder =
                ChatClient.builder(model(stub)).defaultSystem(SYSTEM).defaultAdvisors(advisors);
        return tools.isEmpty()
                ? builder.build()
                : builder.defaultToolCallbacks(tools).build();
    }

    /** A memory advisor inside of tool loops. */
    static Advisor nested(ChatMemory memory) {
        return MessageChatMemoryAdvisor.builder(memory)
                .order(BaseAdvisor.HIGHEST_PRECEDENCE + 1_000)
                .build();
    }

    /** The session state, the memory inside or outside of the tool loop, and the loop with or without a history of its own. */
    static List<Advisor> wired(CompressingChatMemory memory, boolean nested, boolean history) {
        return List.of(
                SessionStateAdvisor.builder(memory).build(),
                nested
                        ? nested(memory)
                        : MessageChatMemoryAdvisor.builder(memory).build(),
                history ? toolAdvisor() : toolAdvisorWithoutHistory());
    }

    /** A tool loop among the advisors, with its default settings. */
    static Advisor toolAdvisor() {
        return (Advisor) toolAdvisorBuilder().build();
    }

    /** A tool loop that leaves the history to the memory. */
    static Advisor toolAdvisorWithoutHistory() {
        return (Advisor)
                toolAdvisorBuilder().set("conversationHistoryEnabled", false).build();
    }

    private static Fluent toolAdvisorBuilder() {
        return Fluent.of(
                "org.springframework.ai.chat.client.advisor." + (TWO ? "ToolCallingAdvisor" : "ToolCallAdvisor"));
    }

    static String call(ChatClient client, String id, String question) {
        return Objects.requireNonNull(client.prompt()
                .user(question)
                .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, id))
                .call()
                .content());
    }

    static String stream(ChatClient client, String id, String question) {
        return WireFormat.streamed(
                client.prompt().user(question).advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, id)));
    }

    /** The answer to a question in the chat {@link #ID}. */
    static String ask(boolean streaming, ChatClient client, String question) {
        return streaming ? stream(client, ID, question) : call(client, ID, question);
    }
}
