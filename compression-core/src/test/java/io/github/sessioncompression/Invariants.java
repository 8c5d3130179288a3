package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.FailurePolicy;
import io.github.sessioncompression.state.Injection;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The design's invariants, held against every view of one conversation.
 *
 * <p>Appends and views go through this, so that it knows the transcript without asking the library.
 */
final class Invariants {
    private final Conversation chat;
    private final CompressionPolicy policy;
    private final MessageTokens tokens;
    private final List<Message> transcript = new ArrayList<>();
    private @Nullable View previous;
    private @Nullable String systemPrompt;
    private long boundary;
    private long version;

    Invariants(Conversation chat, CompressionPolicy policy) {
        this.chat = chat;
        this.policy = policy;
        this.tokens = MessageTokens.of(policy.tokens());
    }

    void append(Message... messages) {
        append(List.of(messages));
    }

    void append(List<Message> messages) {
        chat.append(messages);
        String latest = latestSystem();
        for (Message message : messages) {
            if (message.role() == Role.SYSTEM) {
                if (message.text().equals(latest)) {
                    continue;
                }
                latest = message.text();
            }
            transcript.add(message);
        }
    }

    private @Nullable String latestSystem() {
        String latest = null;
        for (Message message : transcript) {
            if (message.role() == Role.SYSTEM) {
                latest = message.text();
            }
        }
        return latest;
    }

    List<Message> transcript() {
        return transcript;
    }

    /** Takes a view and checks everything that must hold of it. */
    View view() {
        return check(chat.view());
    }

    /** Checks everything that must hold of a view taken just now. */
    View check(View view) {
        originalsSurvive();
        systemPromptStays(view);
        if (policy.state().injection() != Injection.ASSISTANT) {
            ValidSequence.check(view.messages());
        }
        currentTurnIsIntact(view);
        nothingOfTheRestIsLost(view);
        prefixIsStable(view);
        sizesAreRight(view);
        stateIsCapped(view);
        boundaryOnlyAdvances();
        previous = view;
        return view;
    }

    /** 2: the originals survive. */
    private void originalsSurvive() {
        assertThat(chat.transcript()).isEqualTo(transcript);
    }

    /** 3: the system prompt is byte-identical, with the awareness block exactly once. */
    private void systemPromptStays(View view) {
        if (transcript.isEmpty() || policy.state().injection() == Injection.SYSTEM) {
            return;
        }
        if (policy.state().awareness()) {
            Message first = view.messages().get(0);
            String block = policy.state().appendAwareness("");
            assertThat(first.role()).isEqualTo(Role.SYSTEM);
            assertThat(first.text()).endsWith(block);
            assertThat(first.text().indexOf(block)).isEqualTo(first.text().lastIndexOf(block));
            if (systemPrompt != null) {
                assertThat(first.text()).isEqualTo(systemPrompt);
            }
            systemPrompt = first.text();
        }
    }

    /** 4: the current turn is there, whole and last; tool results may be placeholders. */
    private void currentTurnIsIntact(View view) {
        int start = -1;
        for (int i = 0; i < transcript.size(); i++) {
            if (transcript.get(i).role() == Role.USER) {
                start = i;
            }
        }
        if (start < 0) {
            return;
        }
        List<Message> turn = Repair.repaired(transcript.subList(start, transcript.size()));
        List<Message> end = view.messages()
                .subList(view.messages().size() - turn.size(), view.messages().size());
        for (int i = 0; i < turn.size(); i++) {
            assertSame(turn.get(i), end.get(i));
        }
    }

    /** 2 and 4: what the state does not cover is in the view in full, but for what the view says it left out. */
    private void nothingOfTheRestIsLost(View view) {
        CompressionRecord record = chat.record().orElse(CompressionRecord.none("session"));
        int covered = (int) record.boundary() + view.leftOut();
        long expected = transcript.stream()
                .skip(covered)
                .filter(m -> m.role() == Role.USER)
                .count();
        long shown = view.messages().stream()
                .filter(m -> m.role() == Role.USER
                        && !StateEnvelope.holds(m.text())
                        && !m.text().equals(Repair.OPENING)
                        && !m.text().equals(Repair.CONTINUATION))
                .count();
        long openers = transcript.stream()
                .skip(covered)
                .filter(m -> m.role() == Role.USER
                        && (StateEnvelope.holds(m.text())
                                || m.text().equals(Repair.OPENING)
                                || m.text().equals(Repair.CONTINUATION)))
                .count();
        assertThat(shown).isEqualTo(expected - openers);
    }

    private static void assertSame(Message original, Message shown) {
        assertThat(shown.role()).isEqualTo(original.role());
        assertThat(shown.toolCalls()).isEqualTo(original.toolCalls());
        assertThat(shown.toolCallId()).isEqualTo(original.toolCallId());
        if (original.role() != Role.TOOL) {
            assertThat(shown).isEqualTo(original);
        }
    }

    /** 5: between two rewrites each view extends the one before, and the accounting says how much stayed. */
    private void prefixIsStable(View view) {
        View before = previous;
        if (before == null) {
            return;
        }
        int same = 0;
        int most = Math.min(before.messages().size(), view.messages().size());
        while (same < most && before.messages().get(same).equals(view.messages().get(same))) {
            same++;
        }
        long stable = 0;
        for (Message message : view.messages().subList(0, same)) {
            stable += tokens.count(message);
        }
        assertThat((long) view.stablePrefixTokens()).isEqualTo(stable);
        boolean rewritten = view.compressions() > before.compressions()
                || view.prunedResults() > before.prunedResults()
                || view.leftOut() != before.leftOut();
        if (!rewritten) {
            assertThat(same)
                    .as("outcome " + view.outcome())
                    .isEqualTo(before.messages().size());
        }
    }

    /** 8 and the hard limit. */
    private void sizesAreRight(View view) {
        long sum = 0;
        for (Message message : view.messages()) {
            sum += tokens.count(message);
        }
        assertThat((long) view.tokens()).isEqualTo(sum);
        int limit = policy.hardLimitTokens();
        if (!policy.enabled() || policy.failure() == FailurePolicy.KEEP) {
            return;
        }
        if (view.tokens() > limit) {
            assertThat(view.outcome()).isInstanceOf(Outcome.OverBudget.class);
            assertThat(view.stateTokens()).isZero();
            long needed = view.systemTokens();
            int start = 0;
            for (int i = 0; i < view.messages().size(); i++) {
                if (view.messages().get(i).role() == Role.USER) {
                    start = i;
                }
            }
            for (Message message :
                    view.messages().subList(start, view.messages().size())) {
                needed += message.role() == Role.SYSTEM ? 0 : tokens.count(message);
            }
            assertThat(needed).as("system prompt and current turn alone").isGreaterThan(limit);
        }
    }

    /** 10: the state is capped. */
    private void stateIsCapped(View view) {
        int acknowledgement = tokens.count(Message.assistant(StateEnvelope.ACKNOWLEDGEMENT));
        assertThat(view.stateTokens()).isLessThanOrEqualTo(policy.stateMaxTokens() + acknowledgement + 8);
        chat.record().ifPresent(record -> {
            if (record.accounting().messages() > 0) {
                assertThat((long) record.accounting().stateTokens())
                        .as("never larger than what it replaces")
                        .isLessThanOrEqualTo(record.accounting().spanTokens());
            }
        });
    }

    /** 6: nothing is compressed twice. */
    private void boundaryOnlyAdvances() {
        CompressionRecord record = chat.record().orElse(CompressionRecord.none("session"));
        assertThat(record.boundary()).isBetween(boundary, (long) transcript.size());
        assertThat(record.version()).isGreaterThanOrEqualTo(version);
        boundary = record.boundary();
        version = record.version();
    }
}
