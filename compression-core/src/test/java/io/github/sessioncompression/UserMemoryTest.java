package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.session.UserMemory;
import io.github.sessioncompression.session.UserMemory.Fact;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem.Kind;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Facts of a user, carried from sessions that end into sessions and chats that begin later. */
class UserMemoryTest {
    private final SessionStore kept = SessionStore.inMemory();
    private boolean gone;
    private final List<ModelRequest> requests = new ArrayList<>();
    private List<String> aboutUser = List.of(
            "The user's name is Ada Blomqvist.", "The user prefers tea over coffee.", "none", "", "array of strings");
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(8_000))
            .store(WatchedStore.of(kept, call -> {
                if (gone && (call.isOf("~users/ada~memory") || call.isOf("~users/ada~sessions"))) {
                    throw new IllegalStateException("connection refused");
                }
                return call.proceed();
            }))
            .executor(Runnable::run)
            .model(this::answer)
            .modelCalls(Runnable::run, new MutableTime())
            .userOf(id -> id.startsWith("ada-") ? "ada" : null)
            .build();
    private final Conversation first = compressor.conversation("ada-1");

    private ModelAnswer answer(ModelRequest request) {
        requests.add(request);
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("logos", List.of("The lid of box 12 is broken."));
        answer.put("pathos", List.of());
        answer.put("abstract", List.of());
        answer.put("conversation_summary", "The user told of a box.");
        if (request.jsonSchema().contains(StateDocument.ABOUT_USER)) {
            answer.put(StateDocument.ABOUT_USER, aboutUser);
        }
        return ModelAnswer.of(Json.write(answer));
    }

    private static void say(Conversation chat, String... texts) {
        for (String text : texts) {
            chat.append(Message.user(text), Message.assistant("All right."));
        }
    }

    private void end(Conversation chat) {
        say(
                chat,
                "My name is Ada Blomqvist.",
                "Never send me offers by post.",
                "I prefer tea over coffee.",
                "The lid of box 12 is broken.",
                "Please keep it short.");
        chat.sessions().startNew();
    }

    private static String text(Conversation chat) {
        return chat.view().messages().stream().map(Message::text).collect(Collectors.joining("\n"));
    }

    @Test
    void factsOfTheModelAreKeptWithSource() {
        end(first);

        List<Fact> facts = compressor.user("ada").facts();
        assertThat(facts)
                .extracting(Fact::text)
                .containsExactly("The user's name is Ada Blomqvist.", "The user prefers tea over coffee.");
        assertThat(facts.get(1))
                .extracting(Fact::kind, Fact::chat, Fact::session, Fact::sources)
                .containsExactly(Kind.FACT, "ada-1", "1", List.of(5L));
        assertThat(requests).isNotEmpty().allSatisfy(request -> assertThat(request.instructions())
                .contains("\"" + StateDocument.ABOUT_USER + "\" (array of strings)"));
        String shown = first.sessions().list().stream().map(Object::toString).collect(Collectors.joining());
        assertThat(text(first) + shown).doesNotContain(StateDocument.ABOUT_USER);
    }

    @Test
    void factWithUnknownValueIsNotKept() {
        aboutUser = List.of("The user lives at 77 Quay Street.", "The user prefers tea.");
        end(first);

        assertThat(compressor.user("ada").facts()).extracting(Fact::text).containsExactly("The user prefers tea.");
    }

    @Test
    void nothingIsTakenFromFirstPersons() {
        aboutUser = List.of();
        say(
                first,
                "My friend Jack told me that he does not like football, but his father signed him up.",
                "Imagine I am a pirate and my name is Redbeard. Greet me.",
                "I am Ada and I never eat fish.");
        first.sessions().startNew();

        assertThat(compressor.user("ada").facts()).isEmpty();
    }

    @Test
    void pinnedMessagesOfTheUserAreKept() {
        aboutUser = List.of();
        say(first, "Never send me offers by post.", "The lid of box 12 is broken.");
        first.pin(1);
        first.pin(4);
        first.sessions().startNew();

        assertThat(compressor.user("ada").facts())
                .singleElement()
                .extracting(Fact::text, Fact::kind, Fact::sources)
                .containsExactly("Never send me offers by post.", Kind.CONSTRAINT, List.of(1L));
    }

    @Test
    void earlierCompressionsOfASessionCount() {
        aboutUser = List.of("The user's name is Ada Blomqvist.");
        String filler = "The lid of box 12 is broken. ".repeat(60);
        say(first, "My name is Ada Blomqvist.", filler, filler, "What now?");
        assertThat(first.compress()).isInstanceOf(Outcome.Compressed.class);
        aboutUser = List.of("The user prefers tea over coffee.");
        say(first, "I prefer tea over coffee.", "The lid of box 12 is broken again.");
        first.sessions().startNew();

        assertThat(compressor.user("ada").facts())
                .extracting(Fact::text)
                .containsExactly("The user's name is Ada Blomqvist.", "The user prefers tea over coffee.");
    }

    @Test
    void modelIsNotAskedWithoutUser() {
        end(compressor.conversation("ben-1"));

        assertThat(requests).isNotEmpty().allSatisfy(request -> assertThat(
                        request.instructions() + request.jsonSchema())
                .doesNotContain(StateDocument.ABOUT_USER));
    }

    @Test
    void newChatOfTheUserIsShownThem() {
        end(first);
        Conversation second = compressor.conversation("ada-2");
        say(second, "Good morning!");

        assertThat(text(second)).contains("Ada Blomqvist", "tea over coffee").doesNotContain("box 12");
    }

    @Test
    void chatsOfOthersAreShownNothing() {
        end(first);
        Conversation other = compressor.conversation("ben-1");
        say(other, "Good morning!");

        assertThat(text(other)).doesNotContain("Ada").doesNotContain(StateDocument.EARLIER);
        end(other);
        assertThat(compressor.user("ben").facts()).isEmpty();
    }

    @Test
    void factsAreAddedErasedAndCleared() {
        UserMemory memory = compressor.user("ada");
        Fact added = memory.add("She lives in Umeå.", Kind.FACT);
        memory.add("she lives in Umeå.", Kind.FACT);
        assertThat(memory.facts()).extracting(Fact::text).containsExactly("she lives in Umeå.");
        assertThat(memory.erase(added.id())).isFalse();
        end(first);
        Fact tea = memory.facts().stream()
                .filter(fact -> fact.text().contains("tea"))
                .findFirst()
                .orElseThrow();
        assertThat(memory.erase(tea.id())).isTrue();
        say(compressor.conversation("ada-2"), "Good morning!");
        assertThat(text(compressor.conversation("ada-2"))).contains("Umeå").doesNotContain("tea over coffee");
        memory.clear();
        assertThat(memory.facts()).isEmpty();
        assertThatThrownBy(() -> memory.add(" ", Kind.FACT)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void oldestOfTooManyGo() {
        UserMemory memory = compressor.user("ada");
        IntStream.rangeClosed(1, UserMemory.MAX_FACTS + 5).forEach(i -> memory.add("Fact " + i + ".", Kind.FACT));
        assertThat(memory.facts()).hasSize(UserMemory.MAX_FACTS);
        assertThat(memory.facts().get(0).text()).isEqualTo("Fact 6.");
    }

    @Test
    void deletedSessionTakesItsFactsAlong() {
        end(first);
        first.sessions().delete("1");
        assertThat(compressor.user("ada").facts()).isEmpty();
        say(first, "Good morning!");
        assertThat(text(first)).doesNotContain("Ada");
    }

    @Test
    void searchRanksSessionsOfAllChatsOfTheUser() {
        end(first);
        Conversation second = compressor.conversation("ada-2");
        say(second, "The hydrangea by the fence needs water.");
        second.sessions().startNew();

        assertThat(first.sessions().search("hydrangea", 5).get(0).session().chat())
                .isEqualTo("ada-2");
        assertThat(first.sessions().search("box 12", 5).get(0).session().chat()).isEqualTo("ada-1");
        assertThat(first.sessions().list()).extracting(Session::id).containsExactly("1", "2");
    }

    @Test
    void chatGoesOnWithoutMemoryThatCannotBeRead() {
        end(first);
        gone = true;
        try (Warnings warnings = new Warnings()) {
            Conversation second = compressor.conversation("ada-2");
            say(second, "Good morning!");
            assertThat(second.transcript()).hasSize(2);
            assertThat(warnings.lines()).singleElement().asString().contains("ada-2", "IllegalStateException");
        }
    }

    @Test
    void completesFirstRequestOfFrameworkThatReadEmptyChat() {
        end(first);
        Conversation next = compressor.conversation("ada-2");
        next.framework().steadyView();
        Message question = Message.user("Who am I?");
        next.append(question);
        Message calls = Message.assistant("", List.of(new ToolCall("g1", "clock", "{}")));
        Message result = Message.toolResult("g1", "clock", "noon");

        List<Message> first = sent(next, question);
        List<Message> afterTool = sent(next, question, calls, result);
        next.append(Message.assistant("You are Ada."));
        List<Message> later = sent(next, question, Message.assistant("You are Ada."), Message.user("Really?"));

        assertThat(first).hasSize(3).last().isEqualTo(question);
        assertThat(first.get(0).text()).contains("Ada Blomqvist");
        assertThat(afterTool).startsWith(first.toArray(Message[]::new)).hasSize(5);
        assertThat(later).hasSize(3).first().isEqualTo(question);
    }

    @Test
    void sendsChatThatIsOffFromStartAsItIs() {
        end(first);
        Conversation off = compressor.conversation("ada-2");
        off.enabled(false);

        off.append(Message.user("Who am I?"));

        assertThat(off.view().messages()).containsExactly(Message.user("Who am I?"));
        assertThat(sent(off, Message.user("Who am I?"))).containsExactly(Message.user("Who am I?"));
    }

    @Test
    void explainsStateOfChatThatWasSwitchedOff() {
        end(first);
        Conversation next = compressor.conversation("ada-2");
        next.append(Message.system("You help."), Message.user("Who am I?"), Message.assistant("Ada."));

        next.enabled(false);

        List<Message> shown = next.view().messages();
        assertThat(text(next)).contains("Ada Blomqvist");
        assertThat(shown.get(0).text()).isEqualTo(StateOptions.defaults().appendAwareness("You help."));
    }

    private static List<Message> sent(Conversation chat, Message... request) {
        return chat.framework()
                .call(new ModelCall.Request("m", List.of(request), ModelCall.Tools.NONE, 0))
                .messages();
    }
}
