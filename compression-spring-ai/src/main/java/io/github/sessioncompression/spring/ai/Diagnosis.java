package io.github.sessioncompression.spring.ai;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.client.advisor.api.BaseChatMemoryAdvisor;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Finds combinations of advisors that repeat messages, lose them, or leave the state without effect. */
final class Diagnosis {
    private static final List<String> TOOL_ADVISORS = List.of("ToolCallingAdvisor", "ToolCallAdvisor");

    static final String NO_MEMORY =
            "There is no chat memory advisor among the advisors: calls that name a conversation neither"
                    + " read nor store it.";

    /** The cure of {@link #NO_MEMORY}. */
    static final String ADD_MEMORY =
            "Add MessageChatMemoryAdvisor.builder(memory).build(); an application that reads and stores"
                    + " the chat itself builds the advisor by SessionStateAdvisor.builder(compressor).";

    private Diagnosis() {}

    /** True if an advisor of any kind keeps chats. */
    static boolean hasMemory(List<? extends Advisor> advisors) {
        return advisors.stream()
                .anyMatch(advisor ->
                        advisor instanceof BaseChatMemoryAdvisor || implementsNamed("MemoryAdvisor", advisor));
    }

    /** True if an advisor implements an interface of that simple name, which is not there in each version. */
    static boolean implementsNamed(String name, Advisor advisor) {
        return ClassUtils.getAllInterfacesAsSet(advisor).stream()
                .anyMatch(type -> type.getSimpleName().equals(name));
    }

    /** Faults in the advisors of a chat client, one sentence each. */
    static List<String> of(List<? extends Advisor> advisors, SessionStateAdvisor own) {
        List<String> findings = new ArrayList<>();
        List<? extends Advisor> memories = advisors.stream()
                .filter(BaseChatMemoryAdvisor.class::isInstance)
                .toList();
        Advisor tools =
                advisors.stream().filter(Diagnosis::isToolAdvisor).findFirst().orElse(null);
        if (memories.isEmpty() && !own.findsMemory(advisors)) {
            findings.add(NO_MEMORY);
        }
        if (memories.size() > 1) {
            findings.add("There are " + memories.size()
                    + " chat memory advisors: if they share a memory, every message is stored"
                    + " and sent more than once.");
        }
        if (memories.stream()
                .anyMatch(memory -> memory.getClass().getSimpleName().equals("PromptChatMemoryAdvisor"))) {
            findings.add(
                    "PromptChatMemoryAdvisor writes the chat into the system prompt: it changes with every turn, and no"
                            + " prompt cache holds. Use MessageChatMemoryAdvisor.");
        }
        if (tools != null) {
            if (memories.stream().anyMatch(memory -> memory.getOrder() > tools.getOrder()) && keepsHistory(tools)) {
                findings.add(
                        "The chat memory advisor is inside the tool loop of a tool advisor that keeps the history itself, so"
                                + " each round has the turn twice. It is sent once; better build the tool advisor without its internal"
                                + " conversation history, or give the memory advisor an order below " + tools.getOrder()
                                + ".");
            }
            if (own.getOrder() > tools.getOrder()) {
                findings.add(
                        "SessionStateAdvisor is inside the tool loop: a failing tool leaves its turn without an end. Give it"
                                + " an order below " + tools.getOrder() + ".");
            }
        }
        return findings;
    }

    /** True for the framework's tool advisor, which has another name in each version, and its subclasses. */
    static boolean isToolAdvisor(Advisor advisor) {
        return Stream.<Class<?>>iterate(advisor.getClass(), Objects::nonNull, Class::getSuperclass)
                .anyMatch(type -> TOOL_ADVISORS.contains(type.getSimpleName()));
    }

    /** True if the loop adds the turn so far itself; the framework has no accessor for it, so it is looked up, and assumed if it can't be. */
    private static boolean keepsHistory(Advisor tools) {
        Field field = ReflectionUtils.findField(tools.getClass(), "conversationHistoryEnabled");
        try {
            return field == null || !field.trySetAccessible() || field.getBoolean(tools);
        } catch (IllegalAccessException unreadable) {
            return true;
        }
    }
}
