package io.github.sessioncompression.context;

import io.github.sessioncompression.event.CompressionEvent.TokenBreakdown;
import io.github.sessioncompression.message.CallIds;
import io.github.sessioncompression.message.Contents;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.prune.MessageForm;
import io.github.sessioncompression.search.Expansion;
import io.github.sessioncompression.snapshot.GrowingList;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.thinking.KeptThinking;
import io.github.sessioncompression.thinking.RequestPrefix;
import io.github.sessioncompression.token.TokenSums;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a view, from the last rewrite on. It only grows, so every view taken from it is an exact extension of the view before: prefix
 * stability by construction.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>System messages come first, then pins, then the state; {@link ContextMaker} chooses them.
 *   <li>An added message gets unique call ids and what a valid order needs before it ({@link Repair}), and, before a question, what came back for it.
 *   <li>Its thinking stays only if the messages before it are those that the model had then ({@link KeptThinking}).
 *   <li>It is counted once. {@link TokenSums} has the size of every prefix.
 * </ol>
 *
 * <p><em>Does nothing</em> to the messages of a chat that is switched off: there is no repair and no state. <em>Threads</em>: not safe. <em>On
 * failure</em>: a compression, a pruning or a truncation makes another one, so nothing has to be undone here.
 */
public final class Context {
    private static final ViewPart STATE = new ViewPart(ViewPart.Kind.STATE, 0);
    private static final ViewPart EXPANSION = new ViewPart(ViewPart.Kind.EXPANSION, 0);
    private static final ViewPart FILLER = new ViewPart(ViewPart.Kind.FILLER, 0);

    private final GrowingList<Message> log = new GrowingList<>();
    private final GrowingList<ViewPart> parts = new GrowingList<>();
    private final @Nullable Repair repair;
    private final CallIds callIds = new CallIds();
    /** The places of results that came after messages which follow them here. */
    private final BitSet late = new BitSet();

    private final ContextRules rules;
    private ContextSource basis;
    private final int leftOut;
    private final String stateInSystem;
    private final boolean onlyEarlier;
    private final boolean plain;
    private final KeptThinking thinking;
    private RequestPrefix.@Nullable Chain prefixes;
    private boolean hasTurnThinking;
    private int systemMessages;
    private int stateFrom;
    private int headMessages;
    private final TokenSums sums = new TokenSums();
    private int systemTokens;
    private int stateTokens;
    private int toolTokens;
    private int repairTokens;
    /** Number of messages that the last view had; 0 while there was none. */
    private int seen;
    /** Number of messages that the first view had. */
    private int firstSeen = Integer.MAX_VALUE;
    /** The last sequence number that was added, shown or not. */
    private long through;

    public Context(
            ContextRules rules,
            ContextSource basis,
            int leftOut,
            List<Entry> system,
            boolean promptFirst,
            List<Pinned> pins,
            StateDocument state,
            KeptThinking thinking) {
        this.rules = rules;
        this.basis = basis;
        this.leftOut = leftOut;
        this.stateInSystem = rules.policy().state().injection().systemText(rules.schema(), state, "");
        this.onlyEarlier = !state.items(StateDocument.EARLIER).isEmpty()
                && state.with(StateDocument.EARLIER, List.of()).isEmpty();
        this.plain = thinking.plain();
        this.thinking = thinking;
        (plain ? system : rules.front(system, promptFirst, state)).forEach(this::addSystem);
        List<Message> shownState = rules.policy().state().injection().messages(rules.schema(), state);
        this.repair = plain ? null : new Repair(!pins.isEmpty() || !shownState.isEmpty());
        pins.forEach(pin -> append(pin.entry(), pin.kind()));
        addState(shownState);
    }

    private void addState(List<Message> state) {
        List<Message> fillers = repair == null || state.isEmpty() ? List.of() : repair.acceptState(state.get(0));
        for (Message filler : fillers) {
            repairTokens = TokenSums.sum(repairTokens, add(filler, rules.count(filler), FILLER));
        }
        stateFrom = log.size();
        for (Message message : state) {
            stateTokens = TokenSums.sum(stateTokens, add(message, rules.count(message), STATE));
        }
        headMessages = log.size();
    }

    private void addSystem(Entry each) {
        ViewPart part =
                new ViewPart(ViewPart.Kind.SYSTEM, each.sequence() == MessageForm.NO_PLACE ? 0 : each.sequence());
        systemTokens = TokenSums.sum(systemTokens, add(each.message(), each.tokens(), part));
        systemMessages++;
    }

    /** Adds a system message behind the system prompt if nothing else follows; else the context must be made again. */
    boolean tryAddSystem(Entry entry) {
        if (log.size() != systemMessages || systemMessages == 0 || parts.get(0).sequence() == 0) {
            return false;
        }
        if (plain || !Contents.isBlank(entry.message().text())) {
            addSystem(plain ? entry : rules.accepted(entry));
        }
        stateFrom = log.size();
        headMessages = log.size();
        basis = new ContextSource(basis.record(), entry.sequence(), basis.revision());
        return true;
    }

    public void append(Entry shown, ViewPart.Kind kind) {
        append(shown, kind, null);
    }

    @SuppressWarnings("ReferenceEquality") // What is accepted passes as the same instance.
    void append(Entry shown, ViewPart.Kind kind, @Nullable Expansion expansion) {
        through = Math.max(through, shown.sequence());
        for (int i = log.size() - 1; i >= systemMessages && parts.get(i).sequence() > shown.sequence(); i--) {
            late.set(i);
        }
        Message own = repair == null ? shown.message() : callIds.accept(shown.message());
        List<Message> accepted = repair == null ? List.of(own) : repair.accept(own);
        for (Message message : accepted) {
            boolean synthetic = message != own;
            if (!synthetic && expansion != null) {
                addExpansion(expansion);
            }
            int cost = message == shown.message() ? shown.tokens() : rules.count(message);
            Message sent = message.hasThinking() ? withKeptThinking(message, shown.sequence()) : message;
            int tokens = add(sent, cost, synthetic ? FILLER : new ViewPart(kind, shown.sequence()));
            repairTokens = TokenSums.sum(repairTokens, synthetic ? tokens : 0);
            if (message.role() == Role.TOOL) {
                toolTokens = TokenSums.sum(toolTokens, tokens);
            } else if (message.role() == Role.SYSTEM) {
                systemTokens = TokenSums.sum(systemTokens, tokens);
            }
        }
    }

    private Message withKeptThinking(Message message, long sequence) {
        KeptThinking.Shown kept = thinking.of(message, sequence, prefix(log.size()));
        hasTurnThinking |= kept == KeptThinking.Shown.IN_TURN;
        return kept == KeptThinking.Shown.NO ? message.withoutThinking() : message;
    }

    /** True if the last entry is a result whose call is further up: the context must be made again to show it there. */
    boolean endsLate() {
        return repair != null && callIds.isLate();
    }

    /** The prefix of a message behind the first {@code messages}. */
    public RequestPrefix prefix(int messages) {
        RequestPrefix.Chain known = prefixes;
        if (known == null) {
            known = new RequestPrefix.Chain(log::get);
            prefixes = known;
        }
        return known.of(messages);
    }

    /** True if it shows thinking that must go when the turn under way ends. */
    boolean hasTurnThinking() {
        return hasTurnThinking;
    }

    public int size() {
        return log.size();
    }

    private void addExpansion(Expansion expansion) {
        for (Message message : expansion.messages()) {
            add(message, rules.count(message), EXPANSION);
        }
    }

    boolean endsUnseenWith(long sequence) {
        int last = log.size() - 1;
        return last >= headMessages && seen <= last && sequenceAt(last) == sequence;
    }

    /** Puts messages before the last one, which {@linkplain #endsUnseenWith nobody was shown}. */
    void expandLast(Expansion expansion) {
        int last = log.size() - 1;
        Message message = log.get(last);
        ViewPart part = parts.get(last);
        int tokens = sums.of(last);
        log.removeLast();
        parts.removeLast();
        sums.removeLast();
        if (prefixes != null) {
            prefixes.cut(last);
        }
        addExpansion(expansion);
        add(message, tokens, part);
    }

    public void seen() {
        seen = log.size();
        firstSeen = Math.min(firstSeen, seen);
    }

    /** True if a view of the first {@code messages} may have been returned. */
    boolean wasSeen(int messages) {
        return firstSeen <= messages && messages <= seen;
    }

    /** Returns what the message adds to the size of all, so that its parts are never more than that. */
    private int add(Message message, int tokens, ViewPart part) {
        log.add(message);
        parts.add(part);
        return sums.add(tokens);
    }

    public ContextSource basis() {
        return basis;
    }

    /** Number of messages that neither it nor the state shows. */
    public int leftOut() {
        return leftOut;
    }

    public List<Message> snapshot() {
        return log.snapshot();
    }

    public List<ViewPart> parts() {
        return parts.snapshot();
    }

    int tokensUpTo(int messages) {
        return sums.upTo(messages);
    }

    public int tokensSharedWith(List<Message> others) {
        return sums.upToDifference(log.snapshot(), others);
    }

    public int tokens() {
        return sums.upTo(log.size());
    }

    public TokenBreakdown breakdown() {
        return new TokenBreakdown(
                systemTokens, stateTokens, tokens() - systemTokens - stateTokens - toolTokens, toolTokens);
    }

    public int systemTokens() {
        return systemTokens;
    }

    public int stateTokens() {
        return stateTokens;
    }

    public int toolTokens() {
        return toolTokens;
    }

    /** The sequence number of the entry that message {@code index} shows; 0 for system messages, the state, repairs and what came late. */
    long sequenceAt(int index) {
        return index < systemMessages || late.get(index) ? 0 : parts.get(index).sequence();
    }

    List<Message> systemMessages() {
        return log.snapshot().subList(0, systemMessages);
    }

    /** The sequence number of the last entry that it was given, shown or not, as a result without its call is not; 0 if there was none. */
    public long through() {
        return through;
    }

    /** The text that the state added to the system prompt; empty if it is elsewhere or there is none. */
    String stateInSystem() {
        return stateInSystem;
    }

    List<Message> stateMessages() {
        return log.snapshot().subList(stateFrom, headMessages);
    }

    /** True if the state is about earlier sessions and the user alone: nothing of this session is covered. */
    boolean showsOnlyEarlier() {
        return onlyEarlier;
    }

    int headMessages() {
        return headMessages;
    }

    int repairTokens() {
        return repairTokens;
    }

    /** A message that precedes the state, as it is shown. */
    public record Pinned(Entry entry, ViewPart.Kind kind) {}

    /**
     * The source of a context beside the messages it shows.
     *
     * @param record the record that was in force
     * @param headThrough the last sequence number before the history that the context shows: what comes up to it is covered, left out,
     *     pinned, or a system message in front
     */
    public record ContextSource(CompressionRecord record, long headThrough, long revision) {}
}
