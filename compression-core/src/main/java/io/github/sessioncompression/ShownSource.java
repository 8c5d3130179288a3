package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which of the contexts shown before the messages were taken of that an application hands back, perhaps one by one.
 *
 * <p>Several contexts may show the same state: one made room by leaving messages out, or by more placeholders. What comes first of
 * such a list, the state and the pins, is the same in all of them. So at first it is taken for the one that hides the least, and
 * for the next as soon as a message comes that only fits there. Not safe for use by many threads.
 */
final class ShownSource {
    private final List<ShownBefore.Remembered> before;
    private final List<Entry> transcript;
    /** Those that it may be, what hides less first. */
    private final List<Candidate> open = new ArrayList<>();

    private record Candidate(ShownBefore.Remembered remembered, ShownMessages shown) {
        long head() {
            return remembered.basis().headThrough();
        }
    }

    ShownSource(List<ShownBefore.Remembered> before, List<Entry> transcript) {
        this.before = before;
        this.transcript = transcript;
    }

    /** What the messages are taken for now; {@code null} if for nothing. */
    ShownBefore.@Nullable Remembered remembered() {
        return open.isEmpty() ? null : open.get(0).remembered();
    }

    /** The messages of {@link #remembered()}. */
    @Nullable
    ShownMessages shown() {
        return open.isEmpty() ? null : open.get(0).shown();
    }

    /** Chooses by the state that messages show, else by the messages that they share with a context. */
    void choose(List<Message> messages) {
        boolean tellsState = messages.stream().anyMatch(this::isState);
        if (!open.isEmpty() && !tellsState) {
            return;
        }
        List<Message> others = messages.stream()
                .filter(message -> message.role() != Role.SYSTEM)
                .toList();
        ShownMatch best = null;
        List<ShownMatch> matches = new ArrayList<>();
        for (ShownBefore.Remembered each : before) {
            ShownMatch match = new ShownMatch(each, others, false);
            if (tellsState ? messages.stream().anyMatch(message -> isState(each, message)) : match.findsAny()) {
                matches.add(match);
                best = best == null || rank(match) > rank(best) ? match : best;
            }
        }
        open.clear();
        if (best == null) {
            return;
        }
        long most = rank(best);
        for (ShownMatch match : matches) {
            long head = match.remembered().basis().headThrough();
            if (rank(match) == most && open.stream().noneMatch(other -> other.head() == head)) {
                open.add(new Candidate(match.remembered(), new ShownMessages(match.remembered(), transcript)));
            }
        }
        open.sort(Comparator.comparingLong(Candidate::head));
    }

    /** What begins with a message of a context without a state goes rather with that than with another that shows it too. */
    private static long rank(ShownMatch match) {
        return 2L * match.common() + (match.remembered().context().stateMessage() == null ? 1 : 0);
    }

    /** Whether any context has shown this behind its state. */
    boolean isShown(Message message) {
        return before.stream()
                .map(ShownBefore.Remembered::context)
                .flatMap(context -> context.snapshot().stream().skip(context.headMessages()))
                .anyMatch(other -> ShownMessages.same(message, other));
    }

    /** Whether a context has shown the state like this. */
    boolean isState(Message message) {
        return before.stream().anyMatch(each -> isState(each, message));
    }

    /** Whether it is the state of what the messages are taken for now. */
    boolean isOwnState(Message message) {
        ShownBefore.Remembered own = remembered();
        return own != null && isState(own, message);
    }

    private static boolean isState(ShownBefore.Remembered each, Message message) {
        Message state = each.context().stateMessage();
        return state != null && ShownMessages.same(message, state);
    }

    /** The place of the next message in {@link #shown()}, which may be another one afterwards. */
    int find(Message message) {
        List<Integer> places = new ArrayList<>();
        open.forEach(each -> places.add(each.shown().find(message)));
        while (open.size() > 1 && isLater(places)) {
            open.remove(0);
            places.remove(0);
        }
        if (open.size() > 1 && isFirst(places)) {
            open.subList(1, open.size()).clear();
        }
        return places.isEmpty() ? ShownMessages.UNKNOWN : places.get(0);
    }

    /** Whether only one is left that it may be. */
    boolean isSettled() {
        return open.size() == 1;
    }

    /** Whether a message is shown by a later one only, or there and here but nothing of what the later one hides came before. */
    private boolean isLater(List<Integer> places) {
        int place = places.get(0);
        if (place == ShownMessages.UNKNOWN) {
            return places.stream().anyMatch(other -> other != ShownMessages.UNKNOWN);
        }
        return open.get(0).shown().sequence(place) > open.get(1).head() && places.get(1) != ShownMessages.UNKNOWN;
    }

    /** Whether a message is shown here and by no later one. */
    private static boolean isFirst(List<Integer> places) {
        return places.get(0) != ShownMessages.UNKNOWN
                && places.stream().skip(1).allMatch(other -> other == ShownMessages.UNKNOWN);
    }
}
