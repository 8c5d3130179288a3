package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateOptions.Injection;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private final Map<Message, Integer> counts = new HashMap<>();
    private final List<Message> transcript = new ArrayList<>();
    private @Nullable View previous;
    /** Number of messages in the transcript when the view before was taken. */
    private int seen;

    private @Nullable String systemPrompt;
    private long boundary;
    private long version;
    /** True if a provider refused a request since the last view. */
    private boolean refused;

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

    /** The provider refuses the view as too long; from then on what it reported and what was done about it counts. */
    void refuse() {
        Calls.refuseAtTheWindow(chat, view().messages());
        refused = true;
    }

    List<Message> transcript() {
        return transcript;
    }

    /** The same message stands in many views. */
    private int count(Message message) {
        return counts.computeIfAbsent(message, tokens::count);
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
        ShownHistory history = new ShownHistory(transcript, view);
        currentTurnStays(view, history);
        nothingOfTheRestIsLost(view, history);
        prefixIsStable(view);
        sizesAreRight(view, history);
        stateIsCapped(view);
        boundaryOnlyAdvances();
        previous = view;
        seen = transcript.size();
        refused = false;
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

    /** 4: the current turn's user message is the last one of the view that a user said; its last answered group follows in full. */
    private void currentTurnStays(View view, ShownHistory history) {
        long question = history.question();
        if (question == 0) {
            return;
        }
        Message last = null;
        for (Message message : view.messages()) {
            boolean said = message.role() == Role.USER && !message.text().equals(Repair.CONTINUATION);
            last = said ? message : last;
        }
        assertThat(last).isNotNull().isEqualTo(history.shown().get(question));
        assertThat(ShownHistory.isForm(Objects.requireNonNull(last), transcript.get((int) question - 1)))
                .as(last + " for " + transcript.get((int) question - 1))
                .isTrue();
        for (long sequence : history.showable()) {
            if (sequence >= history.wholeFrom()) {
                assertThat(history.shown()).containsKey(sequence);
            }
        }
    }

    /** 2 and 4: what the state does not cover is in the view, but for what the view says it left out; so is what is pinned. */
    private void nothingOfTheRestIsLost(View view, ShownHistory history) {
        CompressionRecord record = chat.record().orElse(CompressionRecord.none("session"));
        long missing = 0;
        long lastMissing = 0;
        for (long sequence : history.showable()) {
            boolean shown = history.shown().containsKey(sequence);
            if (history.isPinned(sequence)) {
                assertThat(shown).as("pinned message " + sequence).isTrue();
                if (transcript.get((int) sequence - 1).pinned()) {
                    assertThat(ShownHistory.isForm(
                                    Objects.requireNonNull(history.shown().get(sequence)),
                                    transcript.get((int) sequence - 1)))
                            .isTrue();
                }
            } else if (sequence <= record.boundary()) {
                boolean question = transcript.get((int) sequence - 1).role() == Role.USER
                        && record.pinned().contains(sequence);
                assertThat(shown && !question).as("covered message " + sequence).isFalse();
            } else if (!shown) {
                missing++;
                lastMissing = sequence;
            }
        }
        assertThat(missing).isLessThanOrEqualTo(view.leftOut());
        for (long sequence : history.shown().headMap(lastMissing).keySet()) {
            assertThat(history.isPinned(sequence)
                            || sequence == lastUserThrough(lastMissing)
                            || sequence <= record.boundary())
                    .as("the oldest give way first, but not " + sequence)
                    .isTrue();
        }
    }

    private long lastUserThrough(long sequence) {
        long last = sequence;
        while (last > 0 && transcript.get((int) last - 1).role() != Role.USER) {
            last--;
        }
        return last;
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
            stable += count(message);
        }
        assertThat((long) view.stablePrefixTokens()).isEqualTo(stable);
        boolean rewritten = view.compressions() > before.compressions()
                || view.prunedResults() > before.prunedResults()
                || view.leftOut() != before.leftOut()
                || (view.outcome() instanceof Outcome.Truncated
                        && !view.outcome().equals(before.outcome()))
                || gaveWay(before, view)
                || (same < most && isLate(view.messages().get(same)));
        if (!rewritten) {
            assertThat(same)
                    .as("outcome " + view.outcome())
                    .isEqualTo(before.messages().size());
        }
    }

    /** True for the result of a call that other messages follow, which has come since the view before: it is shown behind its call. */
    private boolean isLate(Message changed) {
        return changed.role() == Role.TOOL
                && transcript.subList(seen, transcript.size()).stream().anyMatch(added -> added.role() == Role.TOOL);
    }

    /**
     * True if an expansion was dropped for a reason: the view with it would exceed the hard limit, or the provider refused the request
     * that held it.
     */
    private boolean gaveWay(View before, View view) {
        if (refused && expansionTokens(before) > 0) {
            return true;
        }
        long gone = expansionTokens(before) - expansionTokens(view);
        return gone > 0 && view.tokens() + gone > policy.hardLimitTokens();
    }

    private long expansionTokens(View view) {
        long sum = 0;
        for (int i = 0; i < view.messages().size(); i++) {
            if (view.parts().get(i).kind() == ViewPart.Kind.EXPANSION) {
                sum += count(view.messages().get(i));
            }
        }
        return sum;
    }

    /** 8 and the hard limit. */
    private void sizesAreRight(View view, ShownHistory history) {
        long sum = 0;
        for (Message message : view.messages()) {
            sum += count(message);
        }
        assertThat((long) view.tokens()).isEqualTo(sum);
        int limit = policy.hardLimitTokens();
        if (!policy.enabled()) {
            return;
        }
        if (view.tokens() > limit) {
            assertThat(view.outcome()).isInstanceOf(Outcome.OverBudget.class);
            assertThat(view.stateTokens()).isZero();
            long needed = view.tokens();
            for (Map.Entry<Long, Message> each : history.shown().entrySet()) {
                needed -= history.mustStay(each.getKey()) ? 0 : count(each.getValue());
            }
            assertThat(needed)
                    .as("system prompt, pins and what stays of the current turn alone")
                    .isGreaterThan(limit);
        }
    }

    /** 10: the state is capped. */
    private void stateIsCapped(View view) {
        int acknowledgement = count(Message.assistant(StateEnvelope.ACKNOWLEDGEMENT));
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
