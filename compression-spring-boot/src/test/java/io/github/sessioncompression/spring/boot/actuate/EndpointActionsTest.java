package io.github.sessioncompression.spring.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.message.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;

/** Actions of the endpoint on a conversation. */
class EndpointActionsTest extends EndpointFixture {
    @Test
    void compressesPrunesAndClears() {
        exposed.run(context -> {
            Conversation chat = chat(context);

            assertThat(act(context, SessionCompressionEndpoint.Action.PRUNE, null))
                    .isEqualTo("unchanged");
            ActionReport compressed =
                    (ActionReport) endpoint(context).act("user-42", SessionCompressionEndpoint.Action.COMPRESS, null);
            assertThat(compressed.outcome()).isEqualTo("compressed");
            assertThat(compressed.detail()).matches("from \\d+ to \\d+ tokens");
            assertThat(chat.record()).isPresent();
            assertThat(act(context, SessionCompressionEndpoint.Action.CLEAR, null))
                    .isEqualTo("cleared");
            assertThat(store.head("user-42")).isEmpty();
        });
    }

    @Test
    void rollsBackErasesAndChangesSessions() {
        exposed.run(context -> {
            Conversation chat = chat(context);
            chat.compress();
            long first = chat.record().orElseThrow().version();
            chat.append(Message.user("One more."), Message.assistant("Noted."));
            chat.compress();

            assertThat(act(context, SessionCompressionEndpoint.Action.ROLLBACK, String.valueOf(first)))
                    .isEqualTo("rolled-back");
            assertThat(chat.record().orElseThrow().boundary()).isEqualTo(6);
            long last = chat.entries().get(chat.entries().size() - 1).sequence();
            assertThat(act(context, SessionCompressionEndpoint.Action.ERASE, String.valueOf(last)))
                    .isEqualTo("erased");
            assertThat(act(context, SessionCompressionEndpoint.Action.ABORT, null))
                    .isEqualTo("unchanged");
            assertThat(act(context, SessionCompressionEndpoint.Action.NEW, null))
                    .isEqualTo("begun");
            assertThat(chat.transcript()).isEmpty();
            assertThat(act(context, SessionCompressionEndpoint.Action.RESUME, "1"))
                    .isEqualTo("resumed");
            assertThat(chat.transcript()).isNotEmpty();
            for (String wrong : List.of("", "x", "99")) {
                assertRefused(
                        endpoint(context).act("user-42", SessionCompressionEndpoint.Action.ROLLBACK, wrong),
                        400,
                        wrong.isEmpty() ? "must be given" : wrong.equals("x") ? "whole number" : "99");
            }
            assertRefused(endpoint(context).act("user-42", SessionCompressionEndpoint.Action.RESUME, "7"), 400, "'7'");
        });
    }

    @Test
    void pinsAndUnpins() {
        exposed.run(context -> {
            chat(context);
            assertThat(act(context, SessionCompressionEndpoint.Action.PIN, "2")).isEqualTo("pinned");
            assertThat(report(context, "user-42").pins()).containsExactly(2L);
            assertThat(act(context, SessionCompressionEndpoint.Action.UNPIN, "2"))
                    .isEqualTo("unpinned");
            assertThat(report(context, "user-42").pins()).isEmpty();
            assertRefused(endpoint(context).act("user-42", SessionCompressionEndpoint.Action.PIN, "99"), 400, "99");
        });
    }

    private static String act(
            AssertableApplicationContext context, SessionCompressionEndpoint.Action action, @Nullable String argument) {
        return ((ActionReport) endpoint(context).act("user-42", action, argument)).outcome();
    }
}
