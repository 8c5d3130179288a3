package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.recall.RecallTool;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Text that no view shows, for each way in which it can go: the model finds it by search, and by the id in its place. */
class HiddenTextReachTest {
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(4_000)
            .withPrune(PruneOptions.defaults().withMinContextTokens(0).withProtectTokens(0));
    private static final Pattern ID = Pattern.compile("→(m\\d+)]");
    private static final String SECRET = "The heron nests behind gate 918273.";
    private static final String LONG = "lawn hose bulb pot glove spade rake rose seed twine ".repeat(80);

    @AutoClose
    private final Compressors open = new Compressors();

    /** A chat whose background compressions never begin. */
    private Conversation chat(CompressionPolicy policy) {
        return open.open(SessionCompressor.builder().policy(policy).executor(dropped -> {}))
                .conversation("chat");
    }

    private static String text(View view) {
        return view.messages().stream()
                .map(message -> message.text() + message.toolCalls())
                .collect(Collectors.joining("\n"));
    }

    private static String search(Conversation chat) {
        return chat.framework()
                .recall(RecallTool.SEARCH_HISTORY, Json.write(Map.of("query", "Where does the heron nest?")));
    }

    private static String expand(Conversation chat, String id) {
        return chat.framework().recall(RecallTool.EXPAND_SEGMENT, Json.write(Map.of("segment_id", id)));
    }

    private static void isFoundBySearch(Conversation chat) {
        assertThat(text(chat.view())).doesNotContain("918273");
        assertThat(search(chat)).contains("918273");
    }

    /** Follows the first id in the view, through all parts of its message. */
    private static String original(Conversation chat) {
        Matcher id = ID.matcher(text(chat.view()));
        assertThat(id.find()).isTrue();
        StringBuilder all = new StringBuilder();
        @Nullable String part = id.group(1);
        for (int i = 0; part != null && i < 20; i++) {
            String answer = expand(chat, part);
            assertThat(answer.length()).isLessThanOrEqualTo(16_000);
            Map<String, @Nullable Object> content =
                    Json.parseObject(answer.substring(answer.indexOf('>') + 1, answer.lastIndexOf('<')));
            Object messages = Objects.requireNonNull(content.get("messages"));
            all.append(((Map<?, ?>) ((List<?>) messages).get(0)).get("text"));
            part = (String) content.get("next_segment");
        }
        return all.toString();
    }

    @Test
    void reachesMiddleThatWasCut() {
        String pasted = LONG.repeat(4) + SECRET + LONG.repeat(4);
        for (boolean pinned : List.of(false, true)) {
            Conversation chat = chat(POLICY);
            chat.append(Message.user(pasted).withPinned(pinned));
            isFoundBySearch(chat);
            assertThat(original(chat)).isEqualTo(pasted);
        }
    }

    @Test
    void reachesCutMiddleOfPinnedMessageInState() {
        Conversation chat = chat(CompressionPolicy.forWindow(4_000));
        chat.append(Message.user(LONG + LONG + LONG + LONG + SECRET + LONG + LONG + LONG + LONG)
                .withPinned(true));
        chat.append(Message.assistant("Noted."), Message.user("And now?"), Message.assistant("Now we plant."));
        chat.append(Message.user("Good."));
        chat.compress();
        assertThat(chat.view().parts()).extracting(ViewPart::kind).contains(ViewPart.Kind.PLACEHOLDER);
        isFoundBySearch(chat);
    }

    @Test
    void reachesArgumentsThatWerePruned() {
        String written = LONG + SECRET + LONG;
        Conversation chat = chat(POLICY);
        chat.append(
                Message.user("Write it down."),
                Message.assistant(
                        "",
                        List.of(new ToolCall("c", "write_file", Json.write(Map.of("path", "a", "content", written))))),
                Message.toolResult("c", "write_file", "ok"),
                Message.assistant("Done."),
                Message.user("Thanks."));
        assertThat(chat.prune()).isInstanceOf(Outcome.Pruned.class);
        isFoundBySearch(chat);
        assertThat(original(chat)).startsWith("write_file {").contains(written);
    }

    @Test
    void reachesResultThatWasPruned() {
        Conversation chat = chat(POLICY);
        chat.append(
                Message.user("Read it."),
                Message.assistant("", List.of(new ToolCall("c", "read_file", "{}"))),
                Message.toolResult("c", "read_file", LONG + SECRET),
                Message.assistant("Done."),
                Message.user("Thanks."));
        assertThat(chat.prune()).isInstanceOf(Outcome.Pruned.class);
        isFoundBySearch(chat);
        assertThat(original(chat)).isEqualTo(LONG + SECRET);
    }

    @Test
    void reachesOlderResultOfRepeatedCall() {
        Conversation chat = chat(
                POLICY.withPrune(POLICY.prune().withProtectTokens(1_000_000).withMinSavingsTokens(0)));
        chat.append(Message.user("Read it."));
        for (String id : List.of("a", "b")) {
            chat.append(
                    Message.assistant("", List.of(new ToolCall(id, "read_file", "{}"))),
                    Message.toolResult(id, "read_file", id.equals("a") ? LONG.substring(0, 2_000) + SECRET : "empty"));
        }
        chat.append(Message.assistant("Done."), Message.user("Thanks."));
        assertThat(chat.prune()).isInstanceOf(Outcome.Pruned.class);
        isFoundBySearch(chat);
        assertThat(original(chat)).endsWith(SECRET);
    }

    @Test
    void reachesCaptionOfMediaThatWerePruned() {
        Conversation chat = chat(POLICY);
        Message photo = Message.user(SECRET).withMediaCount(2).withSource("the framework's own message");
        chat.append(photo, Message.assistant("Nice."), Message.user("Thanks."));
        assertThat(chat.prune()).isInstanceOf(Outcome.Pruned.class);
        assertThat(text(chat.view())).contains(SECRET + "\n[media left out →m1]");
        assertThat(search(chat)).contains("918273");
        assertThat(original(chat)).isEqualTo(SECRET);
        assertThat(expand(chat, "m1")).contains("\"media\":2");
        assertThat(chat.recall().expand("m1").get(0).message()).isEqualTo(photo);
    }

    @Test
    void reachesMessagesThatAreLeftOut() {
        Conversation chat = chat(CompressionPolicy.forWindow(4_000).withExecution(Execution.ASYNC));
        chat.append(Message.user(SECRET), Message.assistant("Noted."));
        fill(chat);
        isFoundBySearch(chat);
        assertThat(expand(chat, "m1")).contains("918273");
    }

    @Test
    void reachesMessagesThatBridgeHides() {
        Conversation chat = chat(CompressionPolicy.forWindow(4_000));
        chat.append(
                Message.user("Order the soil."), Message.assistant("The stock list says: " + LONG.substring(0, 1_500)));
        chat.append(Message.user("Fine."), Message.assistant(LONG.substring(0, 900) + SECRET.toLowerCase(Locale.ROOT)));
        fill(chat);
        assertThat(chat.view().stateTokens()).isPositive();
        assertThat(chat.record().orElseThrow().boundary()).isZero();
        assertThat(search(chat)).contains("918273");
        assertThat(expand(chat, "m4")).contains("918273");
    }

    @Test
    void findsNothingThatViewShows() {
        Conversation chat = chat(POLICY);
        chat.append(Message.user(SECRET), Message.assistant("Noted."));
        assertThat(search(chat)).doesNotContain("918273");
    }

    @Test
    void answersUnusableIdsWithAnError() {
        Conversation chat = chat(POLICY);
        chat.append(Message.system("You are a gardener."), Message.user("Hi."));
        for (String id : List.of("m0", "m1", "m3", "m999999999999999999", "m9999999999999999999", "m2:x", "m-1")) {
            assertThat(expand(chat, id)).contains("error").doesNotContain("gardener");
        }
        assertThat(expand(chat, "m2:999")).contains("\"text\":\"\"");
    }

    private static void fill(Conversation chat) {
        for (int i = 0; chat.view().leftOut() == 0 && i < 100; i++) {
            chat.append(Chats.question(i, 30));
            chat.view();
            chat.append(Chats.answer(i, 30));
        }
        assertThat(chat.view().leftOut()).isPositive();
    }
}
