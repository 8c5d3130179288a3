package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Turns side by side: the result of one comes behind messages of the other. */
class LateResultsTest {
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(4_000);
    private static final Message SOIL = Message.user("Is there soil in the shed of the north field?");
    private static final Message SEEDS = Message.user("And when do the seeds of the black tulips come?");
    private static final Message SOIL_ANSWER = Message.assistant("There are 14 bags of soil in the shed.");
    private static final Message SEEDS_ANSWER = Message.assistant("The seeds come on Friday at 07:40.");

    private final SessionStore store = SessionStore.inMemory();

    @AutoClose
    private final SessionCompressor compressor = compressor();

    private final Conversation chat = compressor.conversation("chat");

    private SessionCompressor compressor() {
        return SessionCompressor.builder()
                .policy(POLICY)
                .store(store)
                .executor(Runnable::run)
                .build();
    }

    private static Message call(String id, String tool, String arguments) {
        return Message.assistant("", List.of(new ToolCall(id, tool, arguments)));
    }

    private static Message result(String id, String tool, String text) {
        return Message.toolResult(id, tool, text);
    }

    private static List<String> texts(List<Message> messages) {
        ValidSequence.check(messages);
        return messages.stream()
                .filter(message ->
                        message.role() != Role.SYSTEM && !message.text().equals(Repair.NOTED))
                .map(message -> message.callsTools()
                        ? "call " + message.toolCalls().get(0).arguments()
                        : message.text())
                .toList();
    }

    /** Both turns' calls before the first result; {@code ""} as id is that of providers without ids. */
    private void talk(String soilId, String seedsId, String seedsTool) {
        chat.append(SOIL, call(soilId, "look", "{\"at\":\"shed\"}"));
        chat.view();
        chat.append(SEEDS, call(seedsId, seedsTool, "{\"at\":\"orders\"}"));
        chat.append(result(seedsId, seedsTool, "order 4711 arrives Friday 07:40"), SEEDS_ANSWER);
        assertThat(texts(chat.view().messages())).contains(Repair.UNANSWERED);
        chat.append(result(soilId, "look", "14 bags of soil in the shed"), SOIL_ANSWER);
    }

    private static final List<String> IN_ORDER = List.of(
            SOIL.text(),
            "call {\"at\":\"shed\"}",
            "14 bags of soil in the shed",
            SEEDS.text(),
            "call {\"at\":\"orders\"}",
            "order 4711 arrives Friday 07:40",
            SEEDS_ANSWER.text(),
            Repair.CONTINUATION,
            SOIL_ANSWER.text());

    @ParameterizedTest
    @CsvSource({"a, b, arrivals", "a, b, look", "'', '', arrivals", "a, a, arrivals", "a, '', look", "'', '', look"})
    void showsLateResultBehindItsCall(String soilId, String seedsId, String seedsTool) {
        talk(soilId, seedsId, seedsTool);

        View view = chat.view();

        assertThat(texts(view.messages())).isEqualTo(IN_ORDER);
        assertThat(Peek.at(POLICY, store, "chat")).isEqualTo(view.messages());
        assertThat(chat.transcript()).hasSize(8);
    }

    @Test
    void extendsViewAfterLateResult() {
        talk("a", "b", "arrivals");
        List<Message> before = chat.view().messages();

        chat.append(Message.user("Thanks."), Message.assistant("You are welcome."));

        assertThat(chat.view().messages().subList(0, before.size())).isEqualTo(before);
    }

    @Test
    void keepsPlaceholderWhileThereIsNoResult() {
        chat.append(SOIL, call("a", "look", "{}"), SEEDS, SEEDS_ANSWER);

        assertThat(texts(chat.view().messages())).containsOnlyOnce(Repair.UNANSWERED);
    }

    @Test
    void leavesOutSecondLateResult() {
        talk("a", "b", "arrivals");
        List<String> before = texts(chat.view().messages());

        chat.append(result("a", "look", "another number"));

        assertThat(texts(chat.view().messages())).isEqualTo(before);
    }

    @Test
    void turnsOfFrameworkKeepTheirRequests() {
        FrameworkChat framework = chat.framework();
        TurnHandle soil = framework.append(framework.begin(), List.of(SOIL));
        soil = framework.append(soil, List.of(call("a", "look", "{}")));
        TurnHandle seeds = framework.append(framework.begin(), List.of(SEEDS));
        seeds = framework.append(seeds, List.of(call("b", "arrivals", "{}")));
        List<Message> request = framework.view(seeds).messages();

        soil = framework.append(soil, List.of(result("a", "look", "14 bags")));

        assertThat(framework.view(soil).messages()).endsWith(result("a", "look", "14 bags"));
        assertThat(framework.view(seeds).messages()).isEqualTo(request);
        framework.append(seeds, List.of(result("b", "arrivals", "Friday"), SEEDS_ANSWER));
        framework.append(soil, List.of(SOIL_ANSWER));
        assertThat(texts(framework.begin().view().messages()))
                .containsSubsequence("call {}", "14 bags", SEEDS.text(), "call {}", "Friday", SEEDS_ANSWER.text())
                .doesNotContain(Repair.UNANSWERED);
    }

    @Test
    void listOfViewChangesNothing() {
        talk("a", "b", "arrivals");
        List<Message> transcript = chat.transcript();

        chat.framework().set(chat.view().messages());

        assertThat(chat.transcript()).isEqualTo(transcript);
    }

    @Test
    void listWithoutOtherTurnKeepsLateResult() {
        talk("a", "b", "arrivals");
        List<Message> view = new ArrayList<>(chat.view().messages());
        view.removeIf(message -> !message.toolCallId().equals("a")
                && !message.equals(SOIL)
                && !message.equals(SOIL_ANSWER)
                && message.toolCalls().stream().noneMatch(call -> call.id().equals("a")));

        chat.framework().set(view);

        assertThat(texts(chat.view().messages()))
                .isEqualTo(List.of(IN_ORDER.get(0), IN_ORDER.get(1), IN_ORDER.get(2), SOIL_ANSWER.text()));
        assertThat(chat.transcript()).hasSize(4);
    }

    @Test
    void requestOfAnotherHistoryHasResultBehindItsCall() {
        List<Message> sent = chat.framework()
                .call(new ModelCall.Request(
                        "m",
                        List.of(
                                SOIL,
                                call("a", "look", "{}"),
                                SEEDS,
                                result("a", "look", "14 bags"),
                                SOIL_ANSWER,
                                SEEDS),
                        ModelCall.Tools.NONE,
                        0))
                .messages();

        assertThat(texts(sent)).containsSubsequence("call {}", "14 bags", SEEDS.text());
    }

    @ParameterizedTest
    @CsvSource({"a, b, arrivals", "'', '', arrivals", "a, a, look"})
    void stateHasCallWithItsResult(String soilId, String seedsId, String seedsTool) {
        talk(soilId, seedsId, seedsTool);
        for (int turn = 0; turn < 4; turn++) {
            chat.append(Chats.turn(turn, 60));
        }

        assertThat(chat.compress(Focus.none())).isInstanceOf(Outcome.Compressed.class);

        assertThat(chat.record().orElseThrow().injected().items().stream().map(item -> item.text()))
                .noneMatch(text -> text.contains("outcome unknown"))
                .anyMatch(text -> text.contains("14 bags"));
    }

    @Test
    void modelReadsLateResultUnderNumberOfItsCall() {
        ScriptedModel model = new ScriptedModel().answers(TurnFixture.GOOD);
        try (SessionCompressor asking = SessionCompressor.builder()
                .policy(POLICY)
                .store(store)
                .executor(Runnable::run)
                .model(model)
                .modelCalls(Runnable::run, new MutableTime())
                .build()) {
            talk("", "", "look");
            chat.append(Chats.turn(0, 60));

            asking.conversation("chat").compress();

            assertThat(model.requests().get(0).prompt())
                    .contains(
                            " Assistant calls look (1): {\"at\":\"shed\"}",
                            " Tool look (1): 14 bags of soil in the shed")
                    .contains(" Assistant calls look (2): {\"at\":\"orders\"}", " Tool look (2): order 4711");
        }
    }
}
