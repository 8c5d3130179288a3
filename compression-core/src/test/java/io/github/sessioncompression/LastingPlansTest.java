package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.Artefacts.Work;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.CompressionRecord.Cause;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The latest plan and the answers to question tools over many compressions, whoever writes the state. */
class LastingPlansTest {
    private int calls;

    private Conversation chat(boolean byModel) {
        return chat(byModel, StateOptions.defaults());
    }

    private Conversation chat(boolean byModel, StateOptions options) {
        SessionCompressor.Builder builder = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(8_000).withState(options))
                .executor(Runnable::run);
        if (byModel) {
            builder.model(request -> ModelAnswer.of(ScriptedModel.state("The shed is green.", "About a garden.")));
        }
        return builder.build().conversation("chat");
    }

    private void call(Conversation chat, String tool, String arguments, String result) {
        String id = "c" + ++calls;
        chat.append(
                Message.user("Go on."),
                Message.assistant("", List.of(new ToolCall(id, tool, arguments))),
                Message.toolResult(id, tool, result),
                Message.assistant("Done."));
    }

    private static void compress(Conversation chat, int number, boolean byModel) {
        for (int i = 0; i < 4; i++) {
            chat.append(Chats.smallTalk(4 * number + i, 60));
        }
        chat.compress();
        assertThat(chat.record().orElseThrow().cause()).isEqualTo(byModel ? Cause.MODEL : Cause.OFFLINE);
    }

    private static String text(Conversation chat) {
        return chat.view().messages().stream().map(Message::text).collect(Collectors.joining("\n"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void planAndAnswersOutliveFiftyCompressions(boolean byModel) {
        Conversation chat = chat(byModel);
        call(
                chat,
                "TodoWrite",
                "{\"todos\":[{\"content\":\"dig the trench\",\"status\":\"completed\"},{\"content\":\"lay 40 m of pipe\",\"status\":\"pending\"}]}",
                "ok");
        call(
                chat,
                "AskUserQuestion",
                "{\"questions\":[{\"question\":\"May I cut the hedge?\"},{\"question\":\"Which month?\"}]}",
                "Yes, in March");
        for (int number = 0; number < 50; number++) {
            compress(chat, number, byModel);
            assertThat(text(chat)).contains("lay 40 m of pipe", "May I cut the hedge?", "Yes, in March");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void laterPlanTakesThePlaceOfTheFormer(boolean byModel) {
        Conversation chat = chat(byModel);
        call(chat, "ExitPlanMode", "{\"plan\":\"# Plan\\n1. dig the trench\\n2. lay 40 m of pipe\"}", "approved");
        compress(chat, 0, byModel);
        assertThat(text(chat)).contains("2. lay 40 m of pipe");
        call(chat, "todo_write", "{\"todos\":[{\"content\":\"plant the hedge\",\"status\":\"pending\"}]}", "ok");
        call(chat, "Task", "{\"description\":\"look for hoses\",\"prompt\":\"Which hoses are there?\"}", "three");

        compress(chat, 1, byModel);

        assertThat(text(chat)).contains("plant the hedge").doesNotContain("lay 40 m of pipe", "Asked the user");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void setToolsTellPlansAndAnswers(boolean byModel) {
        Conversation chat = chat(
                byModel,
                StateOptions.defaults()
                        .withTool("route", Work.PLAN)
                        .withTool("consult", Work.QUESTION)
                        .withTool("plan_meals", Work.NONE));
        call(chat, "route", "{\"stops\":\"shed, pond, hedge\"}", "ok");
        call(chat, "consult", "{\"about\":\"May I cut the hedge?\"}", "Yes, in March");
        call(chat, "plan_meals", "{\"plan\":\"soup on Monday\"}", "ok");

        compress(chat, 0, byModel);

        assertThat(text(chat))
                .contains("Plan: shed, pond, hedge", "May I cut the hedge?", "Yes, in March")
                .doesNotContain("Plan: soup");
    }
}
