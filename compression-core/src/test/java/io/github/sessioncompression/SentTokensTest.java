package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ProviderFailure.ContextLengthExceeded;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Sent tokens are counted from requests if those are seen, else from views. */
class SentTokensTest {
    private static final int TOOLS = 100;

    @AutoClose
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(4_000))
            .executor(Runnable::run)
            .build();

    private final Conversation chat = compressor.conversation("chat");

    private CompressionStats stats() {
        return chat.status().stats();
    }

    private ModelCall call(Message... more) {
        List<Message> request = new ArrayList<>(chat.framework().steadyView().messages());
        request.addAll(List.of(more));
        return chat.framework().call(new ModelCall.Request("m", request, new ModelCall.Tools(Set.of(), TOOLS), 0));
    }

    @Test
    void countsViewsIfRequestsAreUnseen() {
        chat.append(Chats.turn(1, 30));
        int first = chat.view().tokens();
        chat.append(Chats.turn(2, 30));
        int second = chat.view().tokens();
        assertThat(stats().sentTokens()).isEqualTo(first + second);
        assertThat(stats().stablePrefixTokens()).isEqualTo(first);
    }

    @Test
    void requestsCountWithAllTheyCarryAndTheirViewsDoNot() {
        long sent = 0;
        long unchanged = 0;
        for (int i = 0; i < 60; i++) {
            chat.append(Chats.question(i, 30));
            Message page = Message.user("Found: a page about row " + i);
            List<Message> messages = call(page).messages();
            sent += (long) chat.tokens(messages) + TOOLS;
            chat.append(Chats.answer(i, 30));
            unchanged = stats().stablePrefixTokens();
        }
        assertThat(stats().compressions()).isPositive();
        assertThat(stats().sentTokens()).isEqualTo(sent);
        assertThat(unchanged).isBetween(sent / 2, sent);
        assertThat(compressor.stats().sentTokens()).isEqualTo(sent);
    }

    @Test
    void countsRefusedRequestTwice() {
        for (int i = 0; i < 12; i++) {
            chat.append(Chats.turn(i, 30));
        }
        chat.append(Chats.question(12, 30));
        ModelCall call = call();
        long sent = (long) chat.tokens(call.messages()) + TOOLS;
        assertThat(call.refused(new ContextLengthExceeded(OptionalInt.of(1_000), OptionalInt.of((int) sent))))
                .isTrue();
        sent += (long) chat.tokens(call.messages()) + TOOLS;
        call.answered(new Usage(900, 0, 0, 20, 0));
        assertThat(stats().sentTokens()).isEqualTo(sent);
    }

    @Test
    void whileCompressionIsSwitchedOffViewsCount() {
        chat.append(Chats.question(1, 30));
        call();
        long before = stats().sentTokens();
        chat.enabled(false);
        chat.append(Chats.answer(1, 30));
        call();
        assertThat(stats().sentTokens())
                .isEqualTo(before + chat.framework().steadyView().tokens());
    }

    @Test
    void closeKeepsUsageSinceLastCompression() {
        SessionStore store = SessionStore.inMemory();
        for (int run = 1; run <= 2; run++) {
            try (SessionCompressor process = SessionCompressor.builder()
                    .policy(CompressionPolicy.forWindow(4_000))
                    .store(store)
                    .build()) {
                Conversation lasting = process.conversation("chat");
                lasting.append(Chats.turn(run, 30));
                int sent = lasting.view().tokens();
                lasting.framework().reportUsage(Usage.of(sent, 20));
                assertThat(lasting.status().stats().chatUsage().calls()).isEqualTo(run);
                assertThat(lasting.status().stats().sentTokens()).isGreaterThanOrEqualTo(sent);
            }
        }
        assertThat(store.counters("chat").chat().outputTokens()).isEqualTo(40);
    }
}
