package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.PipelineRun.StageTiming;
import io.github.sessioncompression.PlantedChat.Planted;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.recall.ExpansionOptions;
import io.github.sessioncompression.recall.ExpansionOptions.Trigger;
import io.github.sessioncompression.recall.RecallTool;
import io.github.sessioncompression.state.StateOptions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A model that answers what its request says, in chats of 300 turns whose facts left the context: with tools and without. Each chat is
 * held without either, too.
 */
@Tag("endurance")
@Tag("landing")
class ExpansionOfPlantedFactsTest {
    private static final int CHATS = 3;
    private static final CompressionPolicy PLAIN = CompressionPolicy.forWindow(8_000)
            .withExecution(Execution.SYNC)
            .withState(StateOptions.defaults().withMaxTokens(200));
    private static final CompressionPolicy EXPANDING =
            PLAIN.withExpansion(ExpansionOptions.defaults().withTrigger(Trigger.WORDS));

    /** Results of the chats of one setting. */
    private static final class StageTiming {
        final Set<String> answered = new HashSet<>();
        long tokens;
    }

    /** Holds all chats; the tools are called for each question that the request does not answer. */
    private static StageTiming hold(CompressionPolicy policy, boolean tools) {
        StageTiming course = new StageTiming();
        for (long seed = 1; seed <= CHATS; seed++) {
            try (SessionCompressor compressor = SessionCompressor.builder()
                    .policy(policy)
                    .executor(Runnable::run)
                    .build()) {
                hold(new PlantedChat(seed), compressor.conversation("chat-" + seed), tools, course);
            }
        }
        return course;
    }

    private static void hold(PlantedChat words, Conversation chat, boolean tools, StageTiming course) {
        for (int turn = 0; turn < PlantedChat.TURNS; turn++) {
            chat.append(Message.user(words.said(turn)));
            View view = chat.view();
            course.tokens += view.tokens();
            Planted fact = words.askedIn(turn);
            String reply = words.reply(turn);
            if (fact == null) {
                chat.append(Message.assistant(reply));
                continue;
            }
            boolean says = TalkFixture.text(view).contains(fact.answer());
            if (tools && !says) {
                String id = "call" + turn;
                String arguments = Json.write(Map.of("query", fact.question()));
                chat.append(Message.assistant("", List.of(new ToolCall(id, "search_history", arguments))));
                String result = chat.framework().recall(RecallTool.SEARCH_HISTORY, arguments);
                chat.append(Message.toolResult(id, "search_history", result));
                says = TalkFixture.text(chat.view()).contains(fact.answer());
            }
            if (says) {
                course.answered.add(chat.id() + ": " + fact.question());
            }
            // All chats go on alike, and no answer is a source of its own.
            chat.append(Message.assistant("I will see to it."));
        }
    }

    @Test
    void toolsAndExpansionAnswerForgottenFacts() {
        int asked = CHATS * PlantedChat.facts().size();
        StageTiming plain = hold(PLAIN, false);
        StageTiming expanding = hold(EXPANDING, false);
        StageTiming tools = hold(PLAIN, true);
        int forgotten = asked - plain.answered.size();
        expanding.answered.removeAll(plain.answered);
        tools.answered.removeAll(plain.answered);

        System.out.printf(
                "EXPANSION: of %d forgotten facts %d came back by themselves for %.1f %% more tokens, %d by the tool%n",
                forgotten,
                expanding.answered.size(),
                100.0 * expanding.tokens / plain.tokens - 100,
                tools.answered.size());
        assertThat(forgotten).isGreaterThanOrEqualTo(asked / 4);
        assertThat(expanding.answered).hasSizeGreaterThanOrEqualTo((forgotten * 70 + 99) / 100);
        assertThat(expanding.tokens).isLessThanOrEqualTo(plain.tokens * 110 / 100);
        assertThat(tools.answered).hasSizeGreaterThanOrEqualTo((forgotten * 95 + 99) / 100);
    }
}
