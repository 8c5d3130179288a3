package io.github.sessioncompression.redaction;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Message.Parts;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.redaction.SeenMessage.Seen;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Visible;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Replaces secrets, and what the application's {@link Redactor} names, by placeholders, and fills in the values of restorable ones.
 *
 * <p>A placeholder looks like {@code [secret]} or {@code [person-2]}; the same value always has the same one. Texts are {@linkplain Visible
 * normalised} first, so that invisible characters hide nothing. Takes linear time. Not thread-safe; used for one compression, so that no
 * value outlives it.
 *
 * <p><em>Algorithm</em>, for each text:
 * <ol>
 *   <li>normalise it and find its secrets ({@link SeenMessage}); if the message before asked for a secret, also the
 *       answer;
 *   <li>add the parts that the redactor names; a part beyond the end of the text is its fault;
 *   <li>replace them from the beginning on; of two that overlap the first one counts. A restorable value gets a number
 *       of its own, any other its bare label;
 *   <li>{@link #restore} puts restorable values back into a finished state.
 * </ol>
 *
 * <p><em>Does nothing when</em> nothing is hidden: messages and requests are returned as the same instance. <em>On
 * failure</em>: throws what the redactor throws, so that the compression ends rather than show what must be hidden.
 *
 * @see Redactor
 * @see Secrets
 */
public final class Redaction {
    /** The placeholder of a key, a token or a password. */
    public static final String SECRET = "[secret]";

    private final Redactor redactor;
    /** The placeholder of each restorable value, by label and value. */
    private final Map<String, String> placeholders = new HashMap<>();
    /** The value of each restorable placeholder. */
    private final Map<String, String> values = new LinkedHashMap<>();
    /** The number given last, by label. */
    private final Map<String, Integer> numbers = new HashMap<>();

    /** Creates a redaction that hides secrets and what {@code redactor} names. */
    public Redaction(Redactor redactor) {
        this.redactor = Objects.requireNonNull(redactor, "redactor");
    }

    /** Returns a redaction that hides secrets and what {@code redactor} names as not restorable. */
    public static Redaction lasting(Redactor redactor) {
        return new Redaction(text -> redactor.find(text).stream()
                .filter(hidden -> !hidden.restorable())
                .toList());
    }

    /** Redacts the messages, previous state and focus of a request; the same instance if nothing is hidden. */
    public CompileRequest hide(CompileRequest request) {
        List<Entry> before = hide(request.before());
        List<Entry> span = hide(request.span(), asksFor(request.before()));
        StateDocument earlier = request.previous();
        StateDocument previous = earlier == null ? null : mapped(earlier, true);
        String focus = request.focus() == null ? null : hide(request.focus());
        boolean same = before == request.before()
                && span == request.span()
                && Objects.equals(previous, earlier)
                && Objects.equals(focus, request.focus());
        return same
                ? request
                : new CompileRequest(
                        request.schema(),
                        before,
                        span,
                        previous,
                        focus,
                        request.maxTokens(),
                        request.segments(),
                        request.aboutUser());
    }

    /** True if the last message before the span asks for a secret. */
    private static boolean asksFor(List<Entry> said) {
        return !said.isEmpty()
                && Secrets.asksFor(said.get(said.size() - 1).message().text());
    }

    /** The number of the user's messages that hold a key, a token or a password. */
    public static int withSecrets(List<Entry> entries) {
        int found = 0;
        boolean asked = false;
        for (Entry entry : entries) {
            SeenMessage seen = SeenMessage.of(entry.message());
            if (entry.message().role() == Role.USER) {
                boolean answers = asked && Secrets.answer(seen.text().text()) != null;
                found += answers || !seen.text().secrets().isEmpty() ? 1 : 0;
            }
            asked = seen.asksFor();
        }
        return found;
    }

    /** Redacts messages; the same list if nothing is hidden. */
    public List<Entry> hide(List<Entry> entries) {
        return hide(entries, false);
    }

    /** Redacts messages; {@code askedBefore} is true if a message before them asked for a secret. */
    private List<Entry> hide(List<Entry> entries, boolean askedBefore) {
        List<Entry> hidden = new ArrayList<>(entries.size());
        boolean changed = false;
        boolean asked = askedBefore;
        for (Entry entry : entries) {
            Entry shown = hide(entry, asked);
            boolean same = shown.equals(entry);
            changed |= !same;
            hidden.add(shown);
            asked = same
                    ? SeenMessage.of(entry.message()).asksFor()
                    : Secrets.asksFor(shown.message().text());
        }
        return changed ? hidden : entries;
    }

    /** Redacts a message with its calls, name and parts; itself if nothing changes. */
    private Entry hide(Entry entry, boolean asked) {
        Message message = entry.message();
        SeenMessage seen = SeenMessage.of(message);
        String text = hide(seen.text(), asked);
        List<ToolCall> calls = new ArrayList<>(message.toolCalls().size());
        for (ToolCall call : message.toolCalls()) {
            calls.add(new ToolCall(
                    call.id(), Visible.of(call.name()), hide(seen.arguments().get(calls.size()), false)));
        }
        String name = message.name() == null ? null : Visible.of(message.name());
        boolean same = text.equals(message.text())
                && calls.equals(message.toolCalls())
                && Objects.equals(name, message.name());
        if (same) {
            return entry;
        }
        Parts parts = message.parts();
        Message hidden = message.withText(text)
                .withToolCalls(calls)
                .withName(name)
                .withParts(parts == null ? null : new Parts(hide(parts.own(), asked), hide(parts.found(), asked)));
        return new Entry(entry.sequence(), hidden, entry.tokens());
    }

    /** Redacts a text; the same instance if it is normalised and nothing is hidden. */
    public String hide(String text) {
        return hide(text, false);
    }

    private String hide(String said, boolean asked) {
        return hide(Seen.of(said), asked);
    }

    private String hide(Seen seen, boolean asked) {
        String text = seen.text();
        List<Redactor.Hidden> hidden = new ArrayList<>();
        @Nullable SecretSpan answer = asked ? Secrets.answer(text) : null;
        if (answer != null) {
            hidden.add(new Redactor.Hidden(answer.start(), answer.end(), "secret", false));
        }
        for (SecretSpan span : seen.secrets()) {
            hidden.add(new Redactor.Hidden(span.start(), span.end(), "secret", false));
        }
        for (Redactor.Hidden own : redactor.find(text)) {
            if (own.end() > text.length()) {
                throw new IllegalArgumentException(
                        "a redactor named characters up to " + own.end() + " of a text of " + text.length());
            }
            hidden.add(own);
        }
        if (hidden.isEmpty()) {
            return text;
        }
        hidden.sort(Comparator.comparingInt(Redactor.Hidden::start));
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        for (Redactor.Hidden part : hidden) {
            if (part.start() >= at) {
                out.append(text, at, part.start()).append(placeholder(text.substring(part.start(), part.end()), part));
                at = part.end();
            }
        }
        return out.append(text, at, text.length()).toString();
    }

    /** The placeholder of a value: the same one each time for a restorable value, the bare label for any other. */
    private String placeholder(String value, Redactor.Hidden part) {
        if (!part.restorable()) {
            return "[" + part.label() + "]";
        }
        return placeholders.computeIfAbsent(part.label() + ' ' + value, key -> {
            String placeholder = "[" + part.label() + "-" + numbers.merge(part.label(), 1, Integer::sum) + "]";
            values.put(placeholder, value);
            return placeholder;
        });
    }

    /** Redacts a state. */
    public StateDocument hide(StateDocument state) {
        return mapped(state, true);
    }

    /** Fills in the values of restorable placeholders. */
    public StateDocument restore(StateDocument state) {
        return values.isEmpty() ? state : mapped(state, false);
    }

    /** The state with each text hidden or restored; entries that become blank go. */
    private StateDocument mapped(StateDocument state, boolean hide) {
        Map<String, List<StateItem>> fields = new LinkedHashMap<>();
        state.fields().forEach((name, items) -> {
            List<StateItem> mapped = new ArrayList<>(items.size());
            for (StateItem item : items) {
                String text = hide ? hide(item.text()) : restored(item.text());
                if (text.equals(item.text())) {
                    mapped.add(item);
                } else if (!text.isBlank()) {
                    mapped.add(item.withText(text));
                }
            }
            fields.put(name, mapped);
        });
        return new StateDocument(fields);
    }

    /** Fills in the values of restorable placeholders. */
    public String restored(String text) {
        int open = text.indexOf('[');
        if (open < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        for (; open >= 0; open = text.indexOf('[', open + 1)) {
            int close = text.indexOf(']', open);
            @Nullable
            String value = close < 0 || close - open > 40 ? null : values.get(text.substring(open, close + 1));
            if (value != null && open >= at) {
                out.append(text, at, open).append(value);
                at = close + 1;
            }
        }
        return out.append(text, at, text.length()).toString();
    }
}
