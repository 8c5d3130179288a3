package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.Chats.SMALL;
import static io.github.sessioncompression.langchain4j.Chats.calls;
import static io.github.sessioncompression.langchain4j.Chats.checkValid;
import static io.github.sessioncompression.langchain4j.Chats.immediate;
import static io.github.sessioncompression.langchain4j.Chats.memory;
import static io.github.sessioncompression.langchain4j.Chats.result;
import static io.github.sessioncompression.langchain4j.Chats.talk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateEnvelope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CompressingChatMemoryTest {
    private static final SystemMessage SYSTEM = SystemMessage.from("You are a travel agent. Be brief.");

    private final SessionCompressor compressor = immediate(SMALL);
    private final CompressingChatMemory memory = memory(compressor);

    @Test
    void hasGivenIdOrLangChain4jDefault() {
        assertThat(memory.id()).isEqualTo("default");
        assertThat(CompressingChatMemory.builder()
                        .id(7)
                        .compressor(compressor)
                        .build()
                        .id())
                .isEqualTo(7);
    }

    @Test
    void returnsAddedInstances() {
        AiMessage answer = AiMessage.builder()
                .text("Hi")
                .thinking("greet")
                .attributes(Map.of("signature", "xyz"))
                .build();
        UserMessage question = UserMessage.from("Hello");
        memory.add(SYSTEM);
        memory.messages();
        memory.add(question);
        memory.add(answer);
        List<ChatMessage> messages = memory.messages();
        assertThat(messages).hasSize(3);
        assertThat(messages.get(1)).isSameAs(question);
        assertThat(messages.get(2)).isSameAs(answer);
    }

    @Test
    void returnsThinkingOfUnknownRequestWithoutIt() {
        AiMessage answer = AiMessage.builder().text("Hi").thinking("greet").build();
        memory.add(SYSTEM);
        memory.add(UserMessage.from("Hello"));
        memory.add(answer);

        assertThat(memory.messages().get(2)).isEqualTo(AiMessage.from("Hi"));
    }

    @Test
    void returnsModifiableList() {
        talk(memory, 0, 1);
        memory.messages().add(UserMessage.from("reprompt"));
        memory.messages().remove(0);
        assertThat(memory.messages()).hasSize(3).doesNotContain(UserMessage.from("reprompt"));
    }

    @Test
    void becomesAStateAndTheRecentTurns() {
        memory.add(SYSTEM);
        talk(memory, 0, 30);
        List<ChatMessage> messages = memory.messages();
        checkValid(messages);
        assertThat(messages).hasSizeLessThan(40);
        assertThat(messages.get(0)).isInstanceOf(SystemMessage.class);
        UserMessage state = (UserMessage) messages.get(1);
        assertThat(state.singleText()).startsWith("<session_state");
        assertThat(state.attributes()).containsEntry("session-compression.kind", "state");
        AiMessage acknowledgement = (AiMessage) messages.get(2);
        assertThat(acknowledgement.text()).isEqualTo(StateEnvelope.ACKNOWLEDGEMENT);
        assertThat(acknowledgement.attributes()).containsEntry("session-compression.kind", "acknowledgement");
        assertThat(messages.get(3)).isInstanceOf(UserMessage.class);
        assertThat(messages.get(messages.size() - 1)).isEqualTo(Chats.answer(29));
    }

    @Test
    void extendsListBetweenCompressionsAndKeepsSystemMessage() {
        memory.add(SYSTEM);
        List<ChatMessage> before = memory.messages();
        ChatMessage system = before.get(0);
        int extensions = 0;
        for (int turn = 0; turn < 60; turn++) {
            memory.add(SYSTEM);
            long rewrites = compressor.conversation("default").status().stats().compressions();
            talk(memory, turn, 1);
            List<ChatMessage> now = memory.messages();
            assertThat(now.get(0)).isEqualTo(system);
            if (compressor.conversation("default").status().stats().compressions() == rewrites) {
                assertThat(now.subList(0, before.size())).isEqualTo(before);
                extensions++;
            }
            before = now;
        }
        assertThat(extensions).isBetween(30, 58);
    }

    @Test
    void mapsGeneratedMessagesOnce() {
        talk(memory, 0, 30);
        List<ChatMessage> first = memory.messages();
        memory.add(UserMessage.from("More."));
        List<ChatMessage> second = memory.messages();
        for (int i = 0; i < first.size(); i++) {
            assertThat(second.get(i)).isSameAs(first.get(i));
        }
    }

    @Test
    void changesNothingWhenItIsSetToItsOwnMessages() {
        memory.add(SYSTEM);
        talk(memory, 0, 30);
        long before = memory.conversation().status().messages();
        List<ChatMessage> messages = memory.messages();
        memory.set(messages);
        assertThat(memory.messages()).isEqualTo(messages);
        assertThat(memory.conversation().status().messages()).isEqualTo(before);
        assertThat(memory.conversation().transcript()).hasSize(61);
    }

    @Test
    void keepsTheStateWhenTheEndOfItsMessagesIsReplaced() {
        memory.add(SYSTEM);
        talk(memory, 0, 30);
        List<ChatMessage> messages = memory.messages();
        messages.set(messages.size() - 1, AiMessage.from("Rewritten."));
        memory.set(messages);
        assertThat(memory.messages()).isEqualTo(messages);
        assertThat(memory.conversation().transcript()).hasSize(61);
        assertThat(memory.conversation().transcript().get(1).text()).startsWith("Question 0");
    }

    @Test
    void replacesEverythingByAListWithoutItsState() {
        talk(memory, 0, 30);
        memory.set(UserMessage.from("world"), AiMessage.from("hi"));
        assertThat(memory.messages()).endsWith(UserMessage.from("world"), AiMessage.from("hi"));
        assertThat(memory.conversation().transcript()).hasSize(2);
    }

    @Test
    void refusesToBeSetToNothing() {
        assertThatThrownBy(() -> memory.set(List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("messages");
    }

    @Test
    void canBeClearedTwice() {
        talk(memory, 0, 30);
        memory.clear();
        memory.clear();
        assertThat(memory.messages()).noneMatch(message -> !(message instanceof SystemMessage));
        assertThat(memory.conversation().status().messages()).isZero();
    }

    @Test
    void addsNothingForNoMessages() {
        memory.add(List.of());
        memory.add(new ChatMessage[0]);
        assertThat(memory.conversation().status().messages()).isZero();
    }

    @Test
    void keepsOneSystemMessageAndPutsItFirst() {
        talk(memory, 0, 1);
        memory.add(SYSTEM);
        memory.add(SYSTEM);
        memory.add(SystemMessage.from("You are a pirate."));
        assertThat(memory.messages())
                .filteredOn(SystemMessage.class::isInstance)
                .hasSize(1);
        assertThat(((SystemMessage) memory.messages().get(0)).text()).startsWith("You are a pirate.");
    }

    @Test
    void sendsValidRequestUnlikeMessageWindow() {
        ChatMemory window = dev.langchain4j.memory.chat.MessageWindowChatMemory.withMaxMessages(3);
        for (ChatMemory any : List.of(window, memory)) {
            any.add(SYSTEM);
            any.add(UserMessage.from("How much is 2+2 and 3+3?"));
            any.add(calls("1", "2"));
            any.add(result("1", "4"));
            any.add(result("2", "6"));
        }
        assertThat(window.messages()).containsExactly(SYSTEM);
        assertThat(memory.messages())
                .endsWith(
                        UserMessage.from("How much is 2+2 and 3+3?"),
                        calls("1", "2"),
                        result("1", "4"),
                        result("2", "6"));
        checkValid(memory.messages());
    }

    @Test
    void keepsFunctionalToolResultsVerbatim() {
        ToolExecutionResultMessage found = ToolExecutionResultMessage.builder()
                .id("s1")
                .toolName("lookup")
                .text("found: weather")
                .attributes(Map.of("found_tools", List.of("weather")))
                .build();
        memory.add(SYSTEM);
        memory.add(UserMessage.from("Find the tools for the weather."));
        memory.add(calls("s1"));
        memory.add(found);
        memory.add(AiMessage.from("Found."));
        talk(memory, 0, 40);
        List<ChatMessage> messages = memory.messages();
        checkValid(messages);
        assertThat(memory.conversation().status().boundary()).isGreaterThan(5);
        assertThat(messages).anySatisfy(message -> assertThat(message).isSameAs(found));
        assertThat(messages).contains(calls("s1"));
    }

    @Test
    void asksTheApplicationsRuleForPins() {
        CompressingChatMemory own = CompressingChatMemory.builder()
                .compressor(compressor)
                .pin(message ->
                        message instanceof UserMessage user && user.attributes().containsKey("rule"))
                .build();
        UserMessage rule = UserMessage.builder()
                .addContent(dev.langchain4j.data.message.TextContent.from("Never mention prices."))
                .attributes(Map.of("rule", "1"))
                .build();
        own.add(rule);
        own.add(AiMessage.from("Understood, no prices."));
        talk(own, 0, 40);
        assertThat(own.messages()).anySatisfy(message -> assertThat(message).isSameAs(rule));
    }

    @Test
    void standsForTheSameChatAsAnotherMemoryOfTheSameId() {
        CompressingChatMemory other = memory(compressor);
        talk(memory, 0, 30);
        assertThat(other.messages()).isEqualTo(memory.messages());
        other.add(UserMessage.from("From over here."));
        assertThat(memory.messages()).endsWith(UserMessage.from("From over here."));
    }

    @Test
    void keepsTheChatsOfANumberAndItsTextApart() {
        CompressingChatMemory number =
                CompressingChatMemory.builder().id(1).compressor(compressor).build();
        CompressingChatMemory text =
                CompressingChatMemory.builder().id("1").compressor(compressor).build();
        number.add(UserMessage.from("I am the number."));
        assertThat(text.messages()).doesNotContain(UserMessage.from("I am the number."));
    }

    @Test
    void waitsForNothingWhenItIsTheSystemMessageAlone() {
        memory.add(SYSTEM);
        assertThat(memory.messages()).hasSize(1);
        assertThat(((SystemMessage) memory.messages().get(0)).text()).startsWith(SYSTEM.text());
    }

    @Test
    void compressesNothingWhileThePolicyIsOff() {
        CompressionPolicy off = SMALL.withEnabled(false);
        CompressingChatMemory plain = memory(immediate(off));
        talk(plain, 0, 60);
        assertThat(plain.messages())
                .endsWith(Chats.question(59), Chats.answer(59))
                .hasSizeGreaterThanOrEqualTo(120);
    }
}
