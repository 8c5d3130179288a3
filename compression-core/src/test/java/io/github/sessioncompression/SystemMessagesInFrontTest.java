package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.context.Context;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.TokenCounter;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chats that begin with many system messages, added one by one. */
class SystemMessagesInFrontTest {
    private final AtomicInteger counts = new AtomicInteger();
    private final SessionStore store = SessionStore.inMemory();
    private final TokenCounter characters = TokenCounter.characters(4);
    private final CompressionPolicy policy = CompressionPolicy.forWindow(1_000_000);

    @AutoClose
    private final Compressors open = new Compressors();

    private Conversation chat(String id) {
        return open.open(SessionCompressor.builder()
                        .policy(policy)
                        .tokenCounter(text -> {
                            counts.incrementAndGet();
                            return characters.count(text);
                        })
                        .store(store)
                        .executor(Runnable::run))
                .conversation(id);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void areCountedOnceEach(boolean viewedEachTime) {
        Conversation chat = chat("chat");
        chat.append(Message.system("Rule 0: be brief."));
        chat.append(Message.system("Rule 1: be kind."));
        chat.view();
        counts.set(0);
        chat.append(Message.system("Rule 2: be quick."));
        chat.view();
        int each = counts.getAndSet(0);

        for (int i = 3; i < 503; i++) {
            chat.append(Message.system("Rule " + i + ": be brief."));
            if (viewedEachTime) {
                chat.view();
            }
        }

        assertThat(counts.get()).isLessThanOrEqualTo(500 * each);
    }

    @Test
    void areShownAlikeInEveryProcess() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Conversation chat = chat("chat " + seed);
            int size = 1 + random.nextInt(12);
            for (int i = 0; i < size; i++) {
                Message next =
                        switch (random.nextInt(12)) {
                            case 0 -> Message.user("Question " + i);
                            case 1 -> Message.assistant("Answer " + i);
                            case 2 -> Message.toolResult("none", "stock", "nobody asked");
                            case 3, 4 -> Message.system("  ".repeat(1 + random.nextInt(3)));
                            default -> Message.system("Rule " + i + ": be brief.\u0000");
                        };
                if (random.nextInt(3) == 0) {
                    chat.append(next, Message.system("Rule " + i + " again"));
                } else {
                    chat.append(next);
                }
                if (random.nextInt(4) == 0) {
                    chat.view();
                }
                if (random.nextInt(20) == 0) {
                    chat.enabled(random.nextBoolean());
                }
            }

            View here = chat.view();
            View elsewhere = chat("chat " + seed).view();

            assertThat(here.messages()).as("seed " + seed).isEqualTo(elsewhere.messages());
            assertThat(here.parts()).as("seed " + seed).isEqualTo(elsewhere.parts());
            assertThat(here.tokens()).as("seed " + seed).isEqualTo(elsewhere.tokens());
            assertThat(here.systemTokens()).as("seed " + seed).isEqualTo(elsewhere.systemTokens());
        }
    }

    @Test
    void eachPartNamesItsMessage() {
        Conversation chat = chat("chat");
        chat.append(Message.system("Be brief."), Message.system("   "), Message.system("Name prices in euros."));
        chat.append(Message.user("What is a rake?"));
        View view = chat.view();

        for (int i = 0; i < view.messages().size(); i++) {
            long sequence = view.parts().get(i).sequence();
            String said = chat.entries().get((int) sequence - 1).message().text();
            assertThat(view.messages().get(i).text()).startsWith(said);
        }
        assertThat(view.messages()).extracting(Message::role).containsExactly(Role.SYSTEM, Role.SYSTEM, Role.USER);
    }

    @Test
    void addedSystemMessageExtendsContext() {
        chat("chat");
        SessionCompressor compressor = open.get(0);
        ConversationParts parts = ConversationParts.of("chat", compressor.settings(), compressor.shared());
        ViewAccount views = parts.reporter().views();
        parts.chats().run(chat -> {
            chat.add(List.of(Message.system("Rule 0: be brief."), Message.system("Rule 1: be kind.")));
            Context context = chat.shown().context();
            List<Message> shown = views.next(context, true).messages();
            chat.add(List.of(Message.system("Rule 2: be quick.")));

            assertThat(chat.shown().context()).isSameAs(context);
            assertThat(views.next(context, true).messages()).hasSize(3).startsWith(shown.toArray(new Message[0]));
        });
    }
}
