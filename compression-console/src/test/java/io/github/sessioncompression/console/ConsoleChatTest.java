package io.github.sessioncompression.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.View;
import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the console tells of chats, held against what the core tells. */
class ConsoleChatTest extends ConsoleFixture {
    private final SessionConsole console = open();

    @Test
    void listHasSizesAndCounts() {
        Conversation chat = chat("b");
        chat("a");
        chat("c");
        chat.view();
        JsonFields page = json(console, "/api/chats", "limit=2");
        JsonFields row = page.objects("chats").get(1);

        assertThat(page.objects("chats")).extracting(it -> it.text("id")).containsExactly("a", "b");
        assertThat(page.text("next")).isEqualTo("b");
        assertThat(json(console, "/api/chats", "limit=2&after=b").objects("chats"))
                .extracting(it -> it.text("id"))
                .containsExactly("c");
        assertThat(row.count("messages")).isEqualTo(29);
        assertThat(row.count("compressions")).isEqualTo(1);
        assertThat(row.count("tokensSaved")).isPositive();
        assertThat(row.count("sentTokens")).as("not kept yet").isEqualTo((int)
                chat.status().stats().sentTokens());
        assertThat(row.object("context").count("contextTokens"))
                .isEqualTo(chat.status().contextTokens());
        assertThat(row.object("context").count("triggerTokens"))
                .isEqualTo(chat.policy().triggerTokens());
        assertThat(row.object("context").count("configuredWindow")).isEqualTo(4_000);
        assertThat(row.text("written")).isNotEmpty();
    }

    @Test
    void listIsSortedAndFiltered() {
        turn(compressor.conversation("small"), 1);
        chat("Large");
        Function<String, List<String>> ids = query -> json(console, "/api/chats", query).objects("chats").stream()
                .map(it -> it.text("id"))
                .toList();

        assertThat(ids.apply("sort=messages")).containsExactly("Large", "small");
        assertThat(ids.apply("sort=messages&order=asc")).containsExactly("small", "Large");
        assertThat(ids.apply("sort=written")).containsExactly("Large", "small");
        assertThat(ids.apply("sort=messages&offset=1&limit=1")).containsExactly("small");
        assertThat(ids.apply("filter=LAR")).containsExactly("Large");
        assertThat(ids.apply("only=compressed")).containsExactly("Large");
        assertThat(ids.apply("only=failed")).isEmpty();
        assertThat(json(console, "/api/chats", "sort=saved").count("total")).isEqualTo(2);
    }

    @Test
    void viewIsExactlyTheNextCall() {
        Conversation chat = chat("a");
        chat.append(Message.user("And now?"));
        JsonFields answer = json(console, "/api/view", "id=a");
        View sent = chat.view();

        assertThat(answer.objects("messages"))
                .extracting(it -> it.text("text"))
                .isEqualTo(sent.messages().stream().map(Message::text).toList());
        assertThat(answer.objects("messages"))
                .extracting(it -> it.number("sequence", 0, 99))
                .isEqualTo(sent.parts().stream().map(ViewPart::sequence).toList());
        assertThat(answer.objects("messages").stream()
                        .mapToInt(it -> it.count("tokens"))
                        .sum())
                .isCloseTo(sent.tokens(), org.assertj.core.data.Offset.offset(40));
        assertThat(answer.objects("messages").get(answer.count("stateAt")).text("kind"))
                .isEqualTo("state");
        assertThat(json(console, "/api/raw", "id=a&index=" + answer.count("stateAt"))
                        .object("message")
                        .text("text"))
                .contains("<session_state");
    }

    @Test
    void viewOfAnAnswerIsWhatItsCallWasSent() {
        Conversation chat = chat("a");
        chat.append(Message.user("And now?"));
        View sent = chat.view();
        chat.append(Message.assistant("Now it is there."));
        long answer = chat.status().messages();
        turn(chat, 8);
        chat.compress();
        turn(chat, 9);
        String query = "id=a&answer=" + answer;

        assertThat(json(console, "/api/view", query).objects("messages"))
                .extracting(it -> it.text("text"))
                .isEqualTo(sent.messages().stream().map(Message::text).toList())
                .isNotEqualTo(inspected(chat));
        assertThat(json(
                                console,
                                "/api/raw",
                                query + "&index=" + (sent.messages().size() - 1))
                        .object("message")
                        .text("text"))
                .isEqualTo("And now?");
        assertThat(json(console, "/api/view", query).flag("known")).isTrue();
        JsonFields unknown = json(console, "/api/view", "id=a&answer=" + (answer - 1));
        assertThat(unknown.flag("known")).isFalse();
        assertThat(unknown.objects("messages"))
                .as("the next call instead")
                .extracting(it -> it.text("text"))
                .isEqualTo(inspected(chat));
        assertThat(error(get(console, "/api/raw", "id=a&index=0&answer=" + (answer - 1))))
                .isEqualTo("404 not-found");
        assertThat(error(get(console, "/api/view", "id=a&answer=x"))).isEqualTo("400 bad-request");
    }

    private List<String> inspected(Conversation chat) {
        return compressor.inspection().view(chat).messages().stream()
                .map(Message::text)
                .toList();
    }

    @Test
    void transcriptTellsWhatBecameOfEachMessage() {
        Conversation chat = chat("a");
        long boundary = chat.status().boundary();
        List<JsonFields> messages = json(console, "/api/messages", "id=a").objects("messages");
        Map<Long, String> marks =
                messages.stream().collect(Collectors.toMap(it -> it.number("sequence", 1, 99), it -> it.text("mark")));

        assertThat(messages).hasSize(29);
        assertThat(marks)
                .containsEntry(1L, "system")
                .containsEntry(2L, "pinned")
                .containsEntry(29L, "shown");
        assertThat(IntStream.rangeClosed(6, (int) boundary).mapToObj(it -> marks.get((long) it)))
                .containsOnly("covered");
        JsonFields covered = messages.get(5);
        assertThat(covered.object("reason").text("cause")).isEqualTo("offline");
        assertThat(covered.object("reason").text("trigger")).isEqualTo("manual");
        assertThat(covered.text("text")).contains(SECRET);
        assertThat(json(console, "/api/raw", "id=a&sequence=3")
                        .object("message")
                        .objects("tool_calls"))
                .hasSize(1);
    }

    @Test
    void prunedResultShowsItsPlaceholderAndItsOriginal() {
        Conversation chat = compressor.conversation("a");
        for (int i = 0; i < 4; i++) {
            chat.append(
                    Message.user("Look " + i),
                    Message.assistant(
                            "", List.of(new io.github.sessioncompression.message.ToolCall("c" + i, "look", "{}"))),
                    Message.toolResult("c" + i, "look", "A very long result. ".repeat(60)),
                    Message.assistant("Done."));
        }
        assertThat(text(act(console, "a", "prune", null))).contains("\"pruned\"");
        JsonFields result =
                json(console, "/api/messages", "id=a").objects("messages").get(2);

        assertThat(result.text("mark")).isEqualTo("pruned");
        assertThat(result.text("text")).startsWith("A very long result");
        assertThat(result.text("shown")).startsWith("[result of look left out");
        assertThat(result.object("reason").count("shownTokens")).isLessThan(result.count("tokens"));
    }

    @Test
    void transcriptIsPaged() {
        chat("a");
        JsonFields last = json(console, "/api/messages", "id=a&limit=10");
        JsonFields before = json(console, "/api/messages", "id=a&limit=10&after=" + last.count("previous"));

        assertThat(last.count("last")).isEqualTo(29);
        assertThat(last.has("next")).isFalse();
        assertThat(before.count("last")).isEqualTo(last.count("first") - 1);
        assertThat(before.count("next")).isEqualTo(before.count("last"));
        assertThat(json(console, "/api/messages", "id=a&limit=10&after=0").has("previous"))
                .isFalse();
    }

    @Test
    void compressionHasItsRun() {
        Conversation chat = chat("a");
        List<JsonFields> records = json(console, "/api/compressions", "id=a").objects("compressions");
        CompressionRecord current = chat.record().orElseThrow();
        JsonFields last = records.get(records.size() - 1);
        JsonFields run = last.object("run");

        assertThat(records).hasSize(chat.history().size());
        assertThat(last.text("cause")).isEqualTo("offline");
        assertThat(last.object("shares").count("extractTokens"))
                .isEqualTo(current.accounting().shares().extractTokens());
        assertThat(last.numbers("covered")).containsExactly(1L, current.boundary());
        assertThat(run.text("trigger")).isEqualTo("manual");
        assertThat(run.count("tokensBefore") - run.count("tokensAfter"))
                .isEqualTo(run.count("savedTokens"))
                .isPositive();
        assertThat(run.has("latencyMillis")).isTrue();
        assertThat(last.has("latencyMillis")).as("without its run, too").isTrue();
        assertThat(last.count("modelCalls")).isZero();
    }

    @Test
    void stateAndDiffNameTheirMessages() {
        Conversation chat = chat("a");
        turn(chat, 7);
        chat.compress();
        List<JsonFields> items = json(console, "/api/state", "id=a").objects("items");
        JsonFields diff = json(console, "/api/diff", "id=a");

        assertThat(items).isNotEmpty().allSatisfy(item -> assertThat(item.text("writer"))
                .isEqualTo("rules"));
        assertThat(items).anySatisfy(item -> assertThat(item.numbers("sources")).isNotEmpty());
        assertThat(diff.objects("added").size() + diff.objects("changed").size())
                .isPositive();
        assertThat(error(get(console, "/api/diff", "id=a&from=77&to=78"))).isEqualTo("400 bad-request");
        assertThat(error(get(console, "/api/state", "id=a&version=77"))).isEqualTo("404 not-found");
    }

    @Test
    void sessionsAreListedSearchedAndResumed() {
        chat("a");
        assertThat(text(act(console, "a", "start", null))).contains("\"started\"", "\"2\"");
        turn(compressor.conversation("a"), 9);
        List<JsonFields> sessions = json(console, "/api/sessions", "id=a").objects("sessions");
        String earlier = encoded(sessions.get(0).text("conversationId"));

        assertThat(sessions).extracting(it -> it.textOrNull("parent")).containsExactly(null, "1");
        assertThat(json(console, "/api/messages", "id=" + earlier).objects("messages"))
                .isNotEmpty();
        assertThat(json(console, "/api/chat", "id=" + earlier).text("chat")).isEqualTo("a");
        assertThat(json(console, "/api/sessions/search", "id=a&q=order+" + SECRET)
                        .objects("hits"))
                .isNotEmpty();
        assertThat(text(act(console, "a", "resume", "1"))).contains("\"resumed\"");
        assertThat(compressor.conversation("a").sessions().current().id()).isEqualTo("1");
        assertThat(error(act(console, "a", "resume", "9"))).isEqualTo("400 bad-request");
    }

    @Test
    void searchFindsMessages() {
        chat("a");
        assertThat(json(console, "/api/search", "id=a&q=1003")
                        .objects("hits")
                        .get(0)
                        .text("excerpt"))
                .contains("1003");
    }

    @Test
    void actionsDoWhatTheySay() {
        Conversation chat = chat("a");
        long version = chat.record().orElseThrow().version();

        assertThat(text(act(console, "a", "unpin", "2"))).contains("\"unpinned\"");
        assertThat(text(act(console, "a", "pin", "26"))).contains("\"pinned\"");
        assertThat(text(act(console, "a", "pin-text", "Always answer in rhymes.")))
                .contains("\"pinned\"");
        assertThat(chat.pins()).extracting(it -> it.sequence()).contains(26L).doesNotContain(2L);
        assertThat(text(act(console, "a", "rollback", String.valueOf(version)))).contains("\"rolled-back\"");
        assertThat(text(act(console, "a", "compress", "the prices"))).contains("outcome");
        assertThat(text(act(console, "a", "abort", null))).contains("\"unchanged\"");
        assertThat(text(act(console, "a", "erase", "10"))).contains("\"erased\"");
        assertThat(text(act(console, "a", "erase", "10"))).contains("\"unchanged\"");
        assertThat(text(act(console, "a", "verify", null))).contains("\"ok\"");
        assertThat(error(act(console, "a", "explode", null))).isEqualTo("400 bad-request");
        assertThat(error(act(console, "a", "pin", "many"))).isEqualTo("400 bad-request");
        assertThat(error(act(console, "a", "rollback", "99"))).isEqualTo("400 bad-request");
        assertThat(error(act(console, "none", "prune", null))).isEqualTo("404 unknown-chat");
    }

    @Test
    void factsOfTheUserAreErased() {
        chat("a");
        String fact = compressor
                .inspection()
                .userOf("a")
                .orElseThrow()
                .add("Is vegan", io.github.sessioncompression.state.StateItem.Kind.FACT)
                .id();

        assertThat(json(console, "/api/user", "id=a").objects("facts").get(0).text("text"))
                .isEqualTo("Is vegan");
        assertThat(text(act(console, "a", "erase-fact", fact))).contains("\"erased\"");
        assertThat(json(console, "/api/user", "id=a").objects("facts")).isEmpty();
    }
}
