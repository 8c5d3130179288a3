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
 * such a list, the state and the pins, is the same in all of them, and there may be nothing else. So at first it is taken for the
 * one that hides the most, for nobody can hand back what that hides, and for one that hides less as soon as a message comes that
 * only fits there. Not safe for use by many threads.
 */
final class ShownSource {
    private final List<ShownBefore.Remembered> before;
    private final List<Entry> transcript;
    /** Those that it may be, what hides more first. */
    private final List<Candidate> open = new ArrayList<>();

    /** A context that it may be. */
    private static final class Candidate {
        final ShownBefore.Remembered remembered;
        final ShownMessages shown;
        /** Where it shows the message that came last. */
        int place = ShownMessages.UNKNOWN;

        Candidate(ShownBefore.Remembered remembered, ShownMessages shown) {
            this.remembered = remembered;
            this.shown = shown;
        }

        long head() {
            return remembered.basis().headThrough();
        }

        boolean shows() {
            return place != ShownMessages.UNKNOWN;
        }

        long sequence() {
            return shown.sequence(place);
        }
    }

    ShownSource(List<ShownBefore.Remembered> before, List<Entry> transcript) {
        this.before = before;
        this.transcript = transcript;
    }

    /** What the messages are taken for now; {@code null} if for nothing. */
    ShownBefore.@Nullable Remembered remembered() {
        return open.isEmpty() ? null : open.get(0).remembered;
    }

    /** The messages of {@link #remembered()}. */
    @Nullable
    ShownMessages shown() {
        return open.isEmpty() ? null : open.get(0).shown;
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
        open.sort(Comparator.comparingLong(Candidate::head).reversed());
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

    /** Whether any context has shown this system message in front. */
    boolean isInFront(Message message) {
        return before.stream()
                .flatMap(each -> each.context().systemMessages().stream())
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
        if (open.isEmpty()) {
            return ShownMessages.UNKNOWN;
        }
        open.forEach(each -> each.place = each.shown.find(message));
        if (message.role() == Role.SYSTEM) {
            // One that stands in front for one of them may stand in the history of another.
            return open.get(0).place;
        }
        Candidate most = open.get(0);
        if (open.stream().anyMatch(Candidate::shows)) {
            open.removeIf(each -> !each.shows());
        }
        if (most.shows()) {
            // Nothing came of what only the others show, and this is what comes behind it.
            open.removeIf(each -> each != most && each.sequence() > most.head());
        }
        return open.get(0).place;
    }

    /** Whether only one is left that it may be. */
    boolean isSettled() {
        return open.size() == 1;
    }
}
