package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.RecordDiff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The code of docs/conversation.md compiles and works: each of its blocks is in this file, word for word. */
class ConversationPageTest {
    private static final Path PAGE = Path.of("..", "docs", "conversation.md");
    private static final Path THIS =
            Path.of("src", "test", "java", "io", "github", "sessioncompression", "ConversationPageTest.java");

    private final List<CompressionEvent> events = new CopyOnWriteArrayList<>();

    private static String callTheModel(List<Message> messages) {
        return "An answer to " + messages.size() + " messages.";
    }

    @Test
    void examplesWork() {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(16_000)) // tokens
                .listener(events::add)
                .build();
        Conversation chat = compressor.conversation("user-42");
        chat.append(Message.system("You help the customers of a garden shop."));
        chat.append(Message.user("My order is 1003. Never call me before 9."));
        View view = chat.view(); // what to send
        chat.append(Message.assistant(callTheModel(view.messages())));
        for (int i = 0; i < 20; i++) {
            chat.append(Chats.turn(i, 60));
        }
        chat.compress();

        View sent = chat.view();
        int tokens = sent.tokens(); // by the local count
        int state = sent.stateTokens(); // of these, the state's
        Outcome since = sent.outcome(); // what happened since the view before
        View small = chat.view(4_000); // for a call with a smaller window; later views do not change
        assertThat(tokens).isGreaterThan(state);
        assertThat(state).isPositive();
        assertThat(since).isInstanceOf(Outcome.Compressed.class);
        assertThat(small.tokens()).isLessThanOrEqualTo(4_000);

        for (int i = 20; i < 40; i++) {
            chat.append(Chats.turn(i, 60));
        }
        Plan plan = chat.plan(); // the next step and its sizes; changes nothing
        Outcome outcome = chat.compress(Focus.on("the refund"));
        CompletableFuture<Outcome> later = chat.compressAsync(Focus.none());
        chat.abort(); // ends a running compression without effect
        chat.prune(); // old tool results become placeholders
        Status status = chat.status(); // sizes, boundary, whether a compression runs, statistics
        assertThat(plan.step()).isEqualTo(Plan.Step.NOTHING);
        assertThat(outcome).isInstanceOf(Outcome.Compressed.class);
        assertThat(later.join()).isNotNull();
        assertThat(status.boundary()).isPositive();

        long rule = chat.entries().get(1).sequence(); // places begin at 1 and never change
        chat.pin(rule);
        chat.pin("Prices are in euros."); // a standing rule of the application's
        List<Entry> pins = chat.pins();
        chat.unpin(rule); // the next compression may cover it again
        assertThat(rule).isEqualTo(2);
        assertThat(pins).hasSize(2);

        List<CompressionRecord> history = chat.history(); // oldest first
        long first = history.get(0).version();
        long latest = chat.record().orElseThrow().version();
        RecordDiff diff = chat.diff(first, latest); // entries of the state that came, went and changed
        chat.rollback(first); // the first record is in force again, under a new version
        assertThat(diff.added()).isNotEmpty();
        assertThat(chat.record().orElseThrow().version()).isEqualTo(latest + 1);

        List<Message> transcript = chat.transcript(); // every message, whatever the state covers
        List<StateItem> items = chat.record().orElseThrow().injected().items();
        List<Entry> sources = chat.explain(items.get(0)); // messages from which an entry of the state was made
        String json = chat.export(); // one JSON document: messages, state, statistics
        Conversation copy = compressor.importConversation("user-42-copy", json);
        boolean found = chat.erase(rule); // from transcript, views, state, search and earlier records
        assertThat(transcript).hasSizeGreaterThan(80);
        assertThat(sources).isNotEmpty();
        assertThat(copy.transcript()).isEqualTo(transcript);
        assertThat(found).isTrue();
        chat.clear(); // deletes the chat
        assertThat(chat.transcript()).isEmpty();
        compressor.close();
    }

    @Test
    void blocksAreThisCode() throws IOException {
        String here = plain(Files.readString(THIS));
        Matcher block = Pattern.compile("```java\\n([^`]*)```").matcher(Files.readString(PAGE));
        int blocks = 0;
        while (block.find()) {
            String code = block.group(1);
            List<String> lines = code.contains("builder()") || code.contains("chat.clear()")
                    ? code.lines().toList()
                    : List.of(code);
            lines.forEach(line -> assertThat(here).contains(plain(line)));
            blocks++;
        }
        assertThat(blocks).isEqualTo(6);
    }

    @Test
    void listsEveryEvent() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(Stream.of(CompressionEvent.class.getPermittedSubclasses())
                        .map(Class::getSimpleName)
                        .filter(name -> !page.contains('`' + name + '`')))
                .isEmpty();
    }

    private static String plain(String code) {
        return code.replaceAll("//[^\n]*", "").replaceAll("\\s+", "");
    }
}
