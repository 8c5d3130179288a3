package io.github.sessioncompression;

import io.github.sessioncompression.ShownViews.Shown;
import io.github.sessioncompression.ShownViews.SystemTexts;
import io.github.sessioncompression.ViewDiff.Piece;
import io.github.sessioncompression.ViewDiff.Wanted;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateEnvelope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares a list that an application hands back with the view that it was taken from, and says what the transcript is to be.
 *
 * <p>A list speaks of what its view showed and of what this process has added since: of that stays what the list still has, in its
 * order, and what the list has beside it is new. What the view did not show stays: messages that its state covers or that it left out,
 * results without a call, and what others have added, each behind the message that it stood behind. A placeholder stands for
 * its result; state, acknowledgement and fillers stand for nothing. A list without the state of its view replaces everything.
 *
 * <p>The view is that of the ones shown lately that has most messages of the list, where the state counts more than all of them; of equal
 * ones that which hides more, since nobody can hand back what it hides.
 */
final class ListDiff {
    private final ChatSnapshot chat;
    private final SystemTexts systemTexts;
    private final List<Message> system = new ArrayList<>();
    private final List<Message> others = new ArrayList<>();

    private ListDiff(ChatSnapshot chat, List<Message> list) {
        this.chat = chat;
        this.systemTexts = new SystemTexts(chat.rules(), chat.shown());
        for (Message message : list) {
            boolean leads = message.role() == Role.SYSTEM && (chat.onlyLatestSystem() || others.isEmpty());
            (leads ? system : others).add(message);
        }
        if (!others.isEmpty() && isAcknowledgementOfAView(others.get(0))) {
            others.remove(0);
        }
    }

    /** True for an acknowledgement without its state, with which no chat begins. */
    private boolean isAcknowledgementOfAView(Message message) {
        return StateEnvelope.isAcknowledgement(message)
                && chat.shown().stream()
                        .anyMatch(each -> each.context().stateMessages().contains(message.withSource(null)));
    }

    static Wanted of(ChatSnapshot chat, List<Message> list) {
        return new ListDiff(chat, list).wanted();
    }

    /** The messages that a list says, where nothing else is to be there. */
    static Wanted said(ChatSnapshot chat, List<Message> list) {
        ListDiff diff = new ListDiff(chat, list);
        Shown current = chat.shown().get(0);
        return diff.diff(current, diff.isTold(current), false).replaced();
    }

    private Wanted wanted() {
        Shown source = choose();
        boolean told = source != null && isTold(source);
        if (!told && dropFormerState()) {
            return diff(chat.shown().get(0), true, true).wanted();
        }
        if (source != null) {
            return diff(source, told, false).wanted();
        }
        return Wanted.only(Stream.concat(
                        systemTexts.plain(system).stream(), others.stream().filter(each -> !ShownList.isMade(each)))
                .map(Piece::added)
                .toList());
    }

    private ViewDiff diff(Shown source, boolean told, boolean standsForMore) {
        return new ViewDiff(chat, source, systemTexts, system, others, told, standsForMore);
    }

    private @Nullable Shown choose() {
        Map<Shown, Long> found = new LinkedHashMap<>();
        chat.shown().stream().filter(each -> !each.isDead()).forEach(each -> found.put(each, score(each)));
        found.values().removeIf(score -> score == 0);
        Comparator<Shown> better = Comparator.<Shown>comparingLong(found::get)
                .thenComparing(each -> !each.isOutdated())
                .thenComparing(each -> isTold(each) || each.context().stateMessage() == null)
                .thenComparing(ListDiff::hides);
        Shown handedOut =
                found.keySet().stream().filter(Shown::handedOut).max(better).orElse(null);
        if (handedOut != null && handedOut.isOutdated()) {
            return handedOut;
        }
        found.keySet().removeIf(Shown::isOutdated);
        return found.keySet().stream().max(better).orElse(null);
    }

    /** Number that grows with what a view hides; sequence numbers of an outdated one tell nothing. */
    private static long hides(Shown shown) {
        Context context = shown.context();
        return shown.isOutdated() ? -context.snapshot().size() : context.basis().headThrough();
    }

    /** Number of the list's messages that a view shows; its state counts more than all of them. */
    private long score(Shown shown) {
        List<Message> all = shown.context().snapshot();
        Set<Message> contents = new HashSet<>();
        for (Message message : all.subList(shown.context().systemMessages().size(), all.size())) {
            contents.add(ShownViews.content(message));
        }
        long score = others.stream()
                .filter(message -> contents.contains(ShownViews.content(message)))
                .count();
        return isTold(shown) ? score + others.size() + 1 : score;
    }

    private boolean isTold(Shown shown) {
        return shown.isStateIn(shown.context().stateInSystem().isEmpty() ? others : system);
    }

    /** Takes out a state of this chat that holds no more, with its acknowledgement; false if there is none. */
    private boolean dropFormerState() {
        boolean isKnown = chat.shown().stream().anyMatch(each -> each.isDead() && isTold(each));
        int at = 0;
        while (at < others.size() && !StateEnvelope.holds(others.get(at).text())) {
            at++;
        }
        if (at == others.size()
                || !(isKnown || chat.isEarlierState().test(others.get(at).text()))) {
            return isKnown;
        }
        others.remove(at);
        if (at < others.size() && StateEnvelope.isAcknowledgement(others.get(at))) {
            others.remove(at);
        }
        return true;
    }
}
