package io.github.sessioncompression.request;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.search.Expansion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Matches a request with a context that was given out: finds the messages of the context, those in the place of one,
 * and which are its own. With that the context in it can be exchanged for another one.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>Go through the request. A message with role, text, calls and call id of one of the next {@value #LOOK_AHEAD} messages of the
 *       context is that message.
 *   <li>In each gap between two matches, a user's message, or a result of the same call, replaces the message of the context in its
 *       place, such as a question with retrieved documents. What is in the gap of the context only, the request has left out.
 *   <li>All other messages are the request's own.
 *   <li>{@link #with} shows another context in the place of the first one: own messages stay before the message that they preceded,
 *       replaced ones are used instead of the originals, and what the request left out stays out. The question, and calls whose results come
 *       last, stay even if the other context covers them.
 * </ol>
 *
 * <p>Linear in both, except for the look ahead. Keeps nothing of the context that changes. Not safe for use by many threads.
 */
public final class RequestMatch {
    /** The most messages of the context in a row that a request may lack. */
    private static final int LOOK_AHEAD = 16;

    private static final int OWN = -1;

    private final List<Message> request;
    private final ShownRequest shown;
    private final long last;
    /** For each message of the request its place in the context, or {@link #OWN}. */
    private final int[] places;
    /** For each message of the request that replaces one of the transcript, the sequence number of that one, else 0. */
    private final long[] standsFor;

    private final Map<Long, Message> substitutes = new HashMap<>();
    /** The messages of the transcript that the context shows and the request does not. */
    private final Set<Long> absent = new HashSet<>();

    private int matched;
    private boolean withSystem;

    /** A message of a request with its cost; {@code own} if it is not the context's, {@code state} if it carries the state. */
    public record Piece(Message message, int tokens, boolean own, boolean state) {
        public static Piece own(Message message, ToIntFunction<Message> tokens) {
            return new Piece(message, tokens.applyAsInt(message), true, false);
        }

        public static long sum(List<Piece> pieces) {
            return pieces.stream().mapToLong(Piece::tokens).sum();
        }

        /** Tokens of system messages that are not the chat's: they come in each round. */
        public static long ownSystem(List<Piece> pieces) {
            return pieces.stream()
                    .filter(piece -> piece.own() && piece.message().role() == Role.SYSTEM)
                    .mapToLong(Piece::tokens)
                    .sum();
        }
    }

    /** A match with no context: all messages are the request's own. */
    public RequestMatch(List<Message> request) {
        this(request, ShownRequest.EMPTY);
    }

    public RequestMatch(List<Message> request, ShownRequest shown) {
        this.request = request;
        this.shown = shown;
        this.last = shown.lastSequence();
        this.places = new int[request.size()];
        this.standsFor = new long[request.size()];
        match();
    }

    /** The match with the context that the request has most messages of, the first of several; there is at least one. */
    public static RequestMatch best(List<Message> request, Stream<ShownRequest> contexts) {
        Iterator<ShownRequest> each = contexts.iterator();
        RequestMatch best = new RequestMatch(request, each.next());
        while (each.hasNext() && best.matched < best.shown.size()) {
            RequestMatch match = new RequestMatch(request, each.next());
            best = match.matched > best.matched ? match : best;
        }
        return best;
    }

    private void match() {
        int next = 0;
        int ownFrom = 0;
        for (int i = 0; i < places.length; i++) {
            int place = find(request.get(i), next);
            places[i] = place;
            if (place != OWN) {
                gap(ownFrom, i, next, place);
                matched++;
                withSystem |= shown.message(place).role() == Role.SYSTEM;
                next = place + 1;
                ownFrom = i + 1;
            }
        }
        gap(ownFrom, places.length, next, shown.size());
    }

    private int find(Message message, int from) {
        int end = Math.min(shown.size(), from + LOOK_AHEAD);
        for (int place = from; place < end; place++) {
            if (saysTheSame(message, shown.message(place))) {
                return place;
            }
        }
        return OWN;
    }

    /** Between two matches: finds which messages of the request replace which of the context, and which are missing. */
    private void gap(int ownFrom, int ownTo, int shownFrom, int shownTo) {
        int own = ownFrom;
        for (int place = shownFrom; place < shownTo; place++) {
            long sequence = shown.sequence(place);
            if (sequence == 0 || shown.message(place).role() == Role.SYSTEM) {
                continue;
            }
            int at = own;
            while (at < ownTo && !isVersionOf(request.get(at), shown.message(place))) {
                at++;
            }
            if (at < ownTo) {
                substitutes.put(sequence, request.get(at));
                standsFor[at] = sequence;
                own = at + 1;
            } else {
                absent.add(sequence);
            }
        }
    }

    private static boolean isVersionOf(Message own, Message shown) {
        return own.role() == shown.role()
                && (own.role() == Role.USER
                        || (own.role() == Role.TOOL && own.toolCallId().equals(shown.toolCallId())));
    }

    /** By what a provider sees. */
    @SuppressWarnings("ReferenceEquality") // The same instance needs no second look.
    private static boolean saysTheSame(Message one, Message other) {
        return one == other
                || (one.role() == other.role()
                        && one.text().equals(other.text())
                        && one.toolCalls().equals(other.toolCalls())
                        && one.toolCallId().equals(other.toolCallId()));
    }

    public int matched() {
        return matched;
    }

    /** The prefixes of thinking, by message of the request, as the context has them: a framework brings back its own message alone. */
    public IdentityHashMap<Message, String> thinkingPrefixes() {
        IdentityHashMap<Message, String> prefixes = new IdentityHashMap<>();
        for (int i = 0; i < places.length; i++) {
            if (places[i] != OWN && request.get(i).hasThinking()) {
                prefixes.put(request.get(i), shown.message(places[i]).thinkingPrefix());
            }
        }
        return prefixes;
    }

    /** Tokens of the context's system messages that the request replaces by its own. */
    public long absentSystem() {
        long sum = 0;
        for (int i = 0; i < shown.size() && !withSystem; i++) {
            sum += shown.message(i).role() == Role.SYSTEM ? shown.tokens(i) : 0;
        }
        return sum;
    }

    public long contextTokens() {
        return IntStream.range(0, shown.size()).mapToLong(shown::tokens).sum();
    }

    /**
     * The request as it is, except for what frameworks miss because they read a chat before they add its question: what came back for that, and
     * before a session's first question the state about earlier sessions and the user.
     */
    public List<Piece> asItIs(@Nullable Expansion expansion, ToIntFunction<Message> ownTokens) {
        List<Piece> pieces = new ArrayList<>(places.length);
        int expanded = expansion == null ? -1 : placeWithout(expansion);
        int begun = shown.onlyEarlier() ? firstQuestionWithoutState() : -1;
        for (int i = 0; i < places.length; i++) {
            for (int place = shown.stateFrom(); i == begun && place < shown.stateTo(); place++) {
                pieces.add(new Piece(shown.message(place), shown.tokens(place), false, true));
            }
            if (expansion != null && i == expanded) {
                expansion.messages().forEach(message -> pieces.add(Piece.own(message, ownTokens)));
            }
            Message message = request.get(i);
            int place = places[i];
            pieces.add(
                    place == OWN
                            ? Piece.own(message, ownTokens)
                            : new Piece(message, shown.tokens(place), false, shown.isState(place)));
        }
        return pieces;
    }

    /** Index of the session's first question in a request of its first turn that lacks the state before it; -1 if it is another request. */
    private int firstQuestionWithoutState() {
        int first = -1;
        for (int i = 0; i < places.length; i++) {
            int place = places[i];
            boolean isOfChat = place >= shown.stateFrom() || standsFor[i] != 0;
            if (isOfChat && first < 0) {
                boolean isFirst = shown.stateTo() < shown.size() && sequenceOf(i) == shown.sequence(shown.stateTo());
                if (!isFirst || request.get(i).role() != Role.USER) {
                    return -1;
                }
                first = i;
            } else if (isOfChat
                    && request.get(i).role() == Role.ASSISTANT
                    && !request.get(i).callsTools()) {
                return -1;
            }
        }
        return first;
    }

    /** Index of an expansion's question in a request that lacks the expansion; -1 if there is none. */
    private int placeWithout(Expansion expansion) {
        int at = places.length - 1;
        while (at >= 0 && sequenceOf(at) != expansion.question().sequence()) {
            at--;
        }
        int before = expansion.messages().size();
        boolean there = at >= before
                && saysTheSame(request.get(at - before), expansion.messages().get(0));
        return there ? -1 : at;
    }

    /**
     * The request with what {@code now} shows in the place of what it has of the context. What the request asks stays, even if
     * {@code now} does not show it: other calls of the same conversation may have gone on so far that it is covered.
     */
    public List<Piece> with(ShownRequest now, ToIntFunction<Message> ownTokens) {
        List<Piece> changed = new ArrayList<>();
        keepWhatIsAskedUnless(now);
        int own = ownBefore(0, 0, changed, ownTokens);
        for (int place = 0; place < now.size(); place++) {
            Message message = now.message(place);
            long sequence = now.sequence(place);
            if ((message.role() == Role.SYSTEM && !withSystem)
                    || sequence > last
                    || absent.contains(sequence)
                    || (sequence == 0 && !now.isState(place) && Repair.isFiller(message))) {
                continue;
            }
            if (sequence > 0) {
                own = ownBefore(own, sequence, changed, ownTokens);
            }
            Message substitute = sequence == 0 ? null : substitutes.get(sequence);
            boolean state = now.isState(place);
            changed.add(
                    substitute == null
                            ? new Piece(message, now.tokens(place), false, state)
                            : Piece.own(substitute, ownTokens));
        }
        ownBefore(own, Long.MAX_VALUE, changed, ownTokens);
        return changed;
    }

    /** Makes the question, and the calls whose results come last, the request's own if {@code now} does not show them. */
    private void keepWhatIsAskedUnless(ShownRequest now) {
        Set<Long> there = new HashSet<>();
        for (int place = 0; place < now.size(); place++) {
            there.add(now.sequence(place));
        }
        boolean answering =
                !request.isEmpty() && request.get(request.size() - 1).role() == Role.TOOL;
        for (int i = request.size() - 1; i >= 0; i--) {
            Message message = request.get(i);
            boolean isQuestion = message.role() == Role.USER && !Repair.isFiller(message);
            if ((answering || isQuestion) && !isOwn(i) && !there.contains(sequenceOf(i))) {
                places[i] = OWN;
                standsFor[i] = 0;
            }
            answering &= !message.callsTools();
            if (isQuestion) {
                return;
            }
        }
    }

    private int ownBefore(int index, long sequence, List<Piece> to, ToIntFunction<Message> ownTokens) {
        int at = index;
        while (at < places.length && (isOwn(at) || sequenceOf(at) < sequence)) {
            if (isOwn(at) && (at == places.length - 1 || !Repair.isFiller(request.get(at)))) {
                to.add(Piece.own(request.get(at), ownTokens));
            }
            at++;
        }
        return at;
    }

    private boolean isOwn(int index) {
        return places[index] == OWN && standsFor[index] == 0;
    }

    private long sequenceOf(int index) {
        return places[index] == OWN ? standsFor[index] : shown.sequence(places[index]);
    }
}
