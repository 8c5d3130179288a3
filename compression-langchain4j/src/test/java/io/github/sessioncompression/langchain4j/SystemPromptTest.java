package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.SystemMessage;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Status;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A chat of 50 turns with a real client, seen from the provider's side. */
@Tag("once")
class SystemPromptTest {
    private static final int TURNS = 50;
    private static final int WINDOW = 3_500;
    private static final String STORY =
            "The neighbour has opinions about hedges, compost and the weather of last summer. ";
    private static final Pattern FACT = Pattern.compile("bed \\d+ holds \\w+ \\d+");

    private final StrictOpenAiServer chats = StrictOpenAiServer.start().withWindow(WINDOW);
    private final StrictOpenAiServer compressions = StrictOpenAiServer.start();

    interface Gardener {
        @SystemMessage("You help in a garden.\n\tSay \"Prost\" — never “cheers” 🌱.  Two  spaces stay.")
        String chat(String question);
    }

    /** A tool. */
    public static final class Beds {
        /** Contents of a bed. */
        @Tool
        public String bed(int number) {
            return "bed " + number + " holds tulip " + (number * 3) + ". " + STORY.repeat(2);
        }
    }

    @AfterEach
    void stop() {
        chats.close();
        compressions.close();
    }

    @Test
    void staysByteIdenticalThroughCompressions() {
        chats.answers(SystemPromptTest::answer);
        compressions.answers(sent -> Reply.text(state(sent.question())));
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(WINDOW))
                .model(StructuredChatModel.of(client(compressions)))
                .executor(Runnable::run)
                .build();
        CompressingChatMemoryProvider memories =
                CompressingChatMemoryProvider.builder().compressor(compressor).build();
        Gardener gardener = AiServices.builder(Gardener.class)
                .chatModel(client(chats))
                .chatMemoryProvider(memories)
                .tools(new Beds())
                .registerListener(memories.usageListener())
                .build();

        for (int turn = 1; turn <= TURNS; turn++) {
            gardener.chat("Note that bed " + turn + " holds rose " + (turn * 7) + ". " + STORY.repeat(5));
        }

        Status status = memories.conversation("default").status();
        assertThat(chats.refusals()).isEmpty();
        assertThat(compressions.refusals()).isEmpty();
        assertThat(status.stats().compressions()).isGreaterThanOrEqualTo(5);
        assertThat(compressions.sent())
                .hasSizeGreaterThanOrEqualTo((int) status.stats().compressions());
        assertThat(chats.sent()).hasSizeGreaterThan(TURNS);
        assertThat(chats.sent())
                .extracting(SystemPromptTest::untilTheEndOfTheSystemPrompt)
                .containsOnly(untilTheEndOfTheSystemPrompt(chats.sent().get(0)));
        assertThat(chats.sent().get(0).system()).startsWith("You help in a garden.\n\tSay \"Prost\"");
        assertThat(rewrites(chats.sent())).isLessThanOrEqualTo(status.stats().compressions());
        assertThat(chats.lastSent().allText())
                .contains("bed 1 holds rose 7", "bed 2 holds rose 14", "bed 49 holds rose");
        assertThat(status.stats().chatUsage().calls()).isEqualTo(chats.sent().size());
        assertThat(status.stats().chatUsage().cacheReadTokens()).isPositive();
        assertThat(compressions.sent()).allSatisfy(sent -> {
            assertThat(sent.schema()).isNotNull();
            assertThat(sent.tools()).isEmpty();
            assertThat(sent.system()).doesNotContain("Prost");
            assertThat(sent.messages()).hasSize(1);
        });
        compressor.close();
    }

    private static OpenAiChatModel client(StrictOpenAiServer server) {
        return OpenAiChatModel.builder()
                .baseUrl(server.baseUrl())
                .apiKey("none")
                .modelName("gpt-4.1-mini")
                .supportedCapabilities(Capability.RESPONSE_FORMAT_JSON_SCHEMA)
                .maxRetries(0)
                .build();
    }

    /** Every fifth question is answered with the help of a tool. */
    private static Reply answer(Sent sent) {
        int questions = sent.question().isEmpty() ? 0 : number(sent.question());
        boolean asked = sent.last().role().equals("user");
        return asked && questions % 5 == 0
                ? Reply.call("bed", Map.of("number", questions))
                : Reply.text("Noted for bed " + questions + ". " + STORY.repeat(4));
    }

    private static int number(String question) {
        return Integer.parseInt(question.replaceFirst("(?s).*Note that bed (\\d+) .*", "$1"));
    }

    /** State of a model that forgets nothing. */
    private static String state(String prompt) {
        TreeSet<String> facts = new TreeSet<>();
        Matcher found = FACT.matcher(prompt);
        while (found.find()) {
            facts.add(found.group());
        }
        return Json.write(Map.of(
                "logos",
                List.copyOf(facts),
                "pathos",
                List.of("Patient"),
                "abstract",
                List.of("Beds have numbers"),
                "conversation_summary",
                "Beds are noted."));
    }

    /** Everything the provider's cache sees up to the first message of the chat, byte for byte. */
    private static String untilTheEndOfTheSystemPrompt(Sent sent) {
        int end = sent.raw().indexOf("\"user\"");
        return sent.raw().substring(0, end);
    }

    /** Number of requests that do not continue the previous one. */
    private static long rewrites(List<Sent> requests) {
        long rewrites = 0;
        for (int i = 1; i < requests.size(); i++) {
            int before = requests.get(i - 1).messages().size();
            if (requests.get(i).messages().size() < before
                    || !requests.get(i)
                            .messages()
                            .subList(0, before)
                            .equals(requests.get(i - 1).messages())) {
                rewrites++;
            }
        }
        return rewrites;
    }
}
