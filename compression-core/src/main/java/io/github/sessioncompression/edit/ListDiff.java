package io.github.sessioncompression.edit;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateEnvelope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares a list that an application returns with the view that it was taken from, and makes an {@link Edit} of the transcript.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>The view is chosen: of those shown lately the one with most messages of the list; its state counts more than all of them. Of equal ones
 *       it is the one that hides more, because an application can't return messages that it was not shown; then one that was returned by
 *       {@code view()}, for a view that nobody has seen may show a pin of another process, which the list lacks for that reason.
 *   <li>Each message of the list is found in the view, or among the messages that this process has added since; others are new. A placeholder counts
 *       as the result that it replaces; state, acknowledgement and fillers are no messages.
 *   <li>Messages that the view showed stay if the list has them, in the list's order. Messages that it did not show stay behind the message before
 *       them: those that its state covers or that it left out, results without a call, and additions of other processes.
 *   <li>A list without the state of its view replaces everything.
 * </ol>
 *
 * <p>A list with none of the messages of any view, and without a state of this chat, replaces everything, too. <b>Threads:</b> not safe; made for one
 * list and used once. <b>On failure</b> of the store, which may be read for covered messages, its exception is thrown.
 *
 * @see ShownList
 * @see ViewDiff
 */
public final class ListDiff {
    private final ChatSnapshot chat;
    private final List<Message> system = new ArrayList<>();
    private final List<Message> others = new ArrayList<>();

    private ListDiff(ChatSnapshot chat, List<Message> list) {
        this.chat = chat;
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
                && chat.shown().stream().anyMatch(each -> each.stateMessages().contains(message.withSource(null)));
    }

    /** The edit after which a chat consists of what {@code list} shows. */
    public static Edit of(ChatSnapshot chat, List<Message> list) {
        return new ListDiff(chat, list).edit();
    }

    /** The messages of a list without those that views add, for a chat that will contain nothing else. */
    public static List<Message> messages(ChatSnapshot chat, List<Message> list) {
        ListDiff diff = new ListDiff(chat, list);
        Shown current = chat.shown().get(0);
        return diff.diff(current, diff.isTold(current), false).replaced().messages();
    }

    private Edit edit() {
        Shown source = choose();
        boolean told = source != null && isTold(source);
        if (!told && dropFormerState()) {
            return diff(chat.shown().get(0), true, true).edit();
        }
        if (source != null) {
            return diff(source, told, false).edit();
        }
        return Edit.only(
                Stream.concat(chat.plain(system).stream(), others.stream().filter(each -> !ShownList.isMade(each)))
                        .toList());
    }

    private ViewDiff diff(Shown source, boolean told, boolean standsForMore) {
        return new ViewDiff(chat, source, system, others, told, standsForMore);
    }

    /** A view with the number of the list's messages in it. */
    private record Scored(Shown view, long score) {}

    /**
     * The view that the list was taken from; {@code null} if none has a message of it. An outdated view is taken only if it was returned and no other
     * returned one has as many of the messages.
     */
    private @Nullable Shown choose() {
        List<Scored> found = chat.shown().stream()
                .filter(each -> !each.isDead())
                .map(each -> new Scored(each, score(each)))
                .filter(each -> each.score() > 0)
                .toList();
        Shown handedOut = best(found, Shown::handedOut);
        return handedOut != null && handedOut.isOutdated() ? handedOut : best(found, each -> !each.isOutdated());
    }

    /**
     * Of the candidates the one with the highest score; of equal ones, one that still holds, then one whose state the list has, then the one that
     * hides more.
     */
    private @Nullable Shown best(List<Scored> found, Predicate<Shown> candidates) {
        return found.stream()
                .filter(each -> candidates.test(each.view()))
                .max(Comparator.comparingLong(Scored::score)
                        .thenComparing(each -> !each.view().isOutdated())
                        .thenComparing(
                                each -> isTold(each.view()) || each.view().stateMessage() == null)
                        .thenComparing(each -> hides(each.view()))
                        .thenComparing(each -> each.view().handedOut()))
                .map(Scored::view)
                .orElse(null);
    }

    /** Number that grows with what a view hides; counts the messages of an outdated one, whose sequence numbers no longer hold. */
    private static long hides(Shown shown) {
        return shown.isOutdated() ? -shown.messages().size() : shown.headThrough();
    }

    /** Number of the list's messages that a view shows; its state counts more than all of them. */
    private long score(Shown shown) {
        List<Message> all = shown.messages();
        Set<Message> contents = new HashSet<>();
        for (Message message : all.subList(shown.systemMessages(), all.size())) {
            contents.add(Shown.content(message));
        }
        long score = others.stream()
                .filter(message -> contents.contains(Shown.content(message)))
                .count();
        return isTold(shown) ? score + others.size() + 1 : score;
    }

    /** True if the list has the state of that view. */
    private boolean isTold(Shown shown) {
        return shown.isStateIn(shown.stateInSystem().isEmpty() ? others : system);
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
