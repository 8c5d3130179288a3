package io.github.sessioncompression.thinking;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the {@link RequestPrefix} of an answer when it comes back to its conversation.
 *
 * <p><b>Algorithm</b>, for an answer with thinking that is added.
 * <ol>
 *   <li>If its request was seen on its way ({@link #answered(Message, RequestPrefix)}), take the prefix recorded for this content, the latest of
 *       several.
 *   <li>Else the request was a view given out since the last answer, and what was added since. If all of them have one prefix, take it.
 *   <li>Else the prefix stays unknown, and the thinking is not sent again.
 * </ol>
 *
 * <p>Keeps at most {@value #MOST_ANSWERS} answers, {@value #MOST_EQUAL} prefixes of equal ones, and {@value #MOST_VIEWS} views. A prefix that is
 * forgotten is unknown. <b>Threads:</b> not safe; used under the chat's lock.
 */
public final class AnswerPrefixes {
    private static final int MOST_ANSWERS = 1_000;
    /** Most prefixes that are kept of answers with equal content. */
    private static final int MOST_EQUAL = 8;

    private static final int MOST_VIEWS = 4;

    /** Prefixes of answers to model calls, by {@link RequestPrefix#key}. */
    private Map<String, Set<String>> answered = Map.of();

    /** Views given out since the last answer. */
    private final List<Handed> handed = new ArrayList<>();

    /** True if a view was forgotten since the last answer: then it is not certain which one was answered. */
    private boolean overflown;

    private RequestPrefix.Requests requests = new RequestPrefix.Requests();

    /** Messages that were given out, what they are a view of if they are one, and what was added since. */
    private record Handed(@Nullable Object view, int size, Supplier<RequestPrefix> messages, List<Message> added) {
        /** The prefix of an answer behind the view and what was added since. */
        RequestPrefix prefix(boolean systemElsewhere) {
            RequestPrefix prefix = messages.get();
            for (Message message : added) {
                prefix = prefix.and(message);
            }
            return systemElsewhere ? prefix.withoutSystem() : prefix;
        }
    }

    /**
     * A view was given out: the next answer may be one to it.
     *
     * @param view what the view was taken of, by its identity
     * @param size number of messages in the view
     * @param prefixes prefix of a message behind as many messages of {@code view}
     */
    @SuppressWarnings("ReferenceEquality") // A context is a log with an identity of its own.
    public void handedOut(Object view, int size, IntFunction<RequestPrefix> prefixes) {
        boolean known = handed.stream()
                .anyMatch(each ->
                        each.view() == view && each.size() + each.added().size() == size);
        if (!known) {
            add(new Handed(view, size, () -> prefixes.apply(size), new ArrayList<>()));
        }
    }

    /** A framework gives these messages out instead of the last view. */
    public void handedOut(List<Message> messages) {
        if (!handed.isEmpty()) {
            handed.remove(handed.size() - 1);
        }
        add(new Handed(null, messages.size(), () -> RequestPrefix.of(messages), new ArrayList<>()));
    }

    /** Keeps a view; the oldest of {@value #MOST_VIEWS} is forgotten. */
    private void add(Handed view) {
        if (handed.size() == MOST_VIEWS) {
            overflown = true;
            handed.remove(0);
        }
        handed.add(view);
    }

    /** A request was seen on its way to the model: the prefix of its answer comes with {@link #answered}, not from a view. */
    public void requested() {
        handed.clear();
        overflown = false;
    }

    /** Prefixes within the requests that are seen on their way. */
    public RequestPrefix.Requests requests() {
        return requests;
    }

    /** The model gave this answer behind {@code prefix}. */
    public void answered(Message answer, RequestPrefix prefix) {
        if (answered.isEmpty()) {
            answered = new LinkedHashMap<>(16, 0.75f, true);
        }
        Set<String> prefixes = answered.computeIfAbsent(RequestPrefix.key(answer), key -> new LinkedHashSet<>());
        if (answered.size() > MOST_ANSWERS) {
            answered.remove(answered.keySet().iterator().next());
        }
        prefixes.remove(prefix.text());
        prefixes.add(prefix.text());
        if (prefixes.size() > MOST_EQUAL) {
            prefixes.remove(prefixes.iterator().next());
        }
    }

    /** Records the prefix of an answer that was seen after its call, unless {@link #answered} has recorded one. */
    public void seen(Message answer, RequestPrefix prefix) {
        if (of(answer).isEmpty()) {
            answered(answer, prefix);
        }
    }

    /** Prefixes of the model's answers with the content of {@code answer}, the latest last. */
    public Set<String> of(Message answer) {
        Set<String> known = answered.get(RequestPrefix.key(answer));
        return known == null ? Set.of() : known;
    }

    /** Messages that are added, thinking among them with its prefix as far as that is known. */
    public List<Message> bound(List<Message> added, boolean systemElsewhere) {
        List<Message> bound = new ArrayList<>(added.size());
        for (Message message : added) {
            bound.add(isUnbound(message) ? message.withThinkingPrefix(prefix(message, systemElsewhere)) : message);
            if (message.role() == Role.ASSISTANT || message.role() == Role.SYSTEM) {
                requested();
                continue;
            }
            if (message.role() == Role.USER) {
                keepLastView();
            }
            handed.forEach(each -> each.added().add(message));
        }
        return bound;
    }

    /** A question is sent with the view before it, or with one that is still to come. */
    private void keepLastView() {
        if (handed.size() > 1) {
            handed.subList(0, handed.size() - 1).clear();
        }
        overflown = false;
    }

    /** Messages of an edited list, thinking among them with its prefix if a model call has given it. */
    public List<Message> recognised(List<Message> edited) {
        requested();
        return edited.stream()
                .map(message -> isUnbound(message) ? message.withThinkingPrefix(latest(of(message))) : message)
                .collect(Collectors.toList());
    }

    /** True for thinking that no prefix was stored with. */
    private static boolean isUnbound(Message message) {
        return message.hasThinking() && message.thinkingPrefix().isEmpty();
    }

    /** The prefix of an answer as text; empty if it is not known. */
    private String prefix(Message answer, boolean systemElsewhere) {
        Set<String> known = of(answer);
        if (!known.isEmpty() || overflown) {
            return latest(known);
        }
        Set<String> possible =
                handed.stream().map(each -> each.prefix(systemElsewhere).text()).collect(Collectors.toSet());
        return possible.size() == 1 ? latest(possible) : "";
    }

    /** The last of several prefixes; empty for none. */
    private static String latest(Set<String> prefixes) {
        return prefixes.stream().reduce("", (before, after) -> after);
    }

    /** Forgets all: the chat was deleted. */
    public void clear() {
        answered = Map.of();
        requests = new RequestPrefix.Requests();
        requested();
    }
}
