package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Context.ContextSource;
import io.github.sessioncompression.ShownViews.SystemTexts;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateOptions.Injection;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.token.MessageTokens;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Application text within handed-back system messages. */
class SystemTextsTest {
    private static final Message PROMPT = Message.system("You sell pots.");
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(100_000)
            .withState(StateOptions.defaults().withInjection(Injection.SYSTEM));
    private static final ContextRules RULES = new ContextRules(POLICY, MessageTokens.of(POLICY.tokens()));
    private static final Context WITH_STATE = context(Contexts.STATE, PROMPT);
    private static final Context WITHOUT = context(StateDocument.EMPTY, PROMPT);

    private final SystemTexts texts = new SystemTexts(
            RULES,
            List.of(
                    new ShownViews.Shown(WITHOUT, true, Long.MAX_VALUE, new ShownViews.Ranges()),
                    new ShownViews.Shown(WITH_STATE, true, Long.MAX_VALUE, new ShownViews.Ranges())));

    private static Context context(StateDocument state, Message... system) {
        List<Entry> entries = Contexts.entries(1, system);
        ContextSource basis = new ContextSource(CompressionRecord.none("session"), List.of(), 0);
        return new Context(RULES, basis, 0, entries, !entries.isEmpty(), List.of(), state, KeptThinking.BOUND);
    }

    @Test
    void removesTextAppendedByViews() {
        Message shown = WITH_STATE.systemMessages().get(0);
        assertThat(shown.text()).startsWith(PROMPT.text()).contains("the pot is blue");

        assertThat(texts.plain(List.of(shown))).containsExactly(PROMPT);
        assertThat(texts.plain(WITHOUT.systemMessages())).containsExactly(PROMPT);
        assertThat(texts.isPlain(shown)).isFalse();
        assertThat(texts.isPlain(WITHOUT.systemMessages().get(0))).isFalse();
    }

    @Test
    void keepsApplicationTextUnchanged() {
        assertThat(texts.plain(List.of(PROMPT)).get(0)).isSameAs(PROMPT);
        assertThat(texts.isPlain(PROMPT)).isTrue();
    }

    @Test
    void removesMessageMadeByView() {
        Message madeUp = context(Contexts.STATE).systemMessages().get(0);

        assertThat(texts.plain(List.of(madeUp, PROMPT))).containsExactly(PROMPT);
        assertThat(texts.isPlain(madeUp)).isFalse();
    }

    @Test
    void keepsStateTextNeverShown() {
        Message own =
                Message.system(PROMPT.text() + "\n" + WITH_STATE.stateInSystem().replace("blue", "red"));

        assertThat(texts.plain(List.of(own))).containsExactly(own);
    }
}
