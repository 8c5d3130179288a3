package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.CallIds;
import io.github.sessioncompression.message.Contents;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.search.Expansion;
import io.github.sessioncompression.state.StateEnvelope;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Messages of a transcript shown in a view, and messages it must show; for tests, written without the code it judges.
 *
 * <p>A message shown verbatim is the transcript's own instance, or if another process wrote it the next equal one. A tool
 * result may also be a placeholder: one that isn't pinned, with the id and name of the next result there is. One with an id of
 * the application's may be shown in another form ({@link #isForm}). Everything else in a view must be the library's own.
 */
final class ShownHistory {
    private static final List<String> OWN = List.of(
            Repair.OPENING,
            Repair.CONTINUATION,
            Repair.NOTED,
            Repair.UNANSWERED,
            StateEnvelope.ACKNOWLEDGEMENT,
            Expansion.ACKNOWLEDGEMENT,
            Contents.NO_TEXT,
            Contents.NO_ANSWER,
            Contents.NO_RESULT);

    private static final String CUT = "[middle left out: about ";
    private static final String BARE = "\n?\\[media left out( →m\\d+)?]$";

    private final List<Message> transcript;
    private final IdentityHashMap<Message, Integer> places = new IdentityHashMap<>();
    /** The view's messages by the transcript's sequence numbers. */
    private final NavigableMap<Long, Message> shown = new TreeMap<>();

    ShownHistory(List<Message> transcript, View view) {
        this.transcript = transcript;
        for (int i = 0; i < transcript.size(); i++) {
            places.put(transcript.get(i), i);
        }
        int last = -1;
        for (int at = 0; at < view.messages().size(); at++) {
            Message message = view.messages().get(at);
            if (message.role() == Role.SYSTEM) {
                continue;
            }
            Integer known = places.get(message);
            int place = known != null ? known : original(message, last);
            if (place < 0) {
                boolean own = OWN.contains(message.text())
                        || StateEnvelope.holds(message.text())
                        || (message.role() == Role.USER && view.parts().get(at).kind() == ViewPart.Kind.EXPANSION);
                assertThat(own).as("nobody said: " + message).isTrue();
                continue;
            }
            assertThat(place).as("in order: " + message).isGreaterThan(last);
            shown.put(place + 1L, message);
            last = message.role() == Role.TOOL ? last : place; // a result may have come late
        }
    }

    /** The transcript's place of what {@code message} equals or may be a placeholder for, -1 if there is none. */
    private int original(Message message, int after) {
        for (int i = after + 1; message.id() != null && i < transcript.size(); i++) {
            Message said = transcript.get(i);
            if (message.id().equals(said.id()) && !shown.containsKey(i + 1L)) {
                boolean placeholder = said.role() == Role.TOOL && !said.pinned();
                assertThat(placeholder || isForm(message, said))
                        .as(message + " for " + said)
                        .isTrue();
                return i;
            }
        }
        for (int i = after + 1; i < transcript.size(); i++) {
            if (asTold(transcript.get(i)).equals(asTold(message)) && !shown.containsKey(i + 1L)) {
                return i;
            }
        }
        boolean repair = message.role() != Role.TOOL
                || (message.error() && message.text().equals(Repair.UNANSWERED));
        for (int i = after + 1; !repair && i < transcript.size(); i++) {
            Message result = transcript.get(i);
            boolean free = result.role() == Role.TOOL && !shown.containsKey(i + 1L);
            if (free && told(result.toolCallId()).equals(told(message.toolCallId()))) {
                assertThat(result.pinned()).as("a placeholder for " + result).isFalse();
                return i;
            }
        }
        return -1;
    }

    /** True if {@code shown} is {@code said} in a form accepted by every provider, possibly shortened. */
    static boolean isForm(Message shown, Message said) {
        if (shown.equals(said)) {
            return true;
        }
        boolean same = shown.role() == said.role()
                && (told(shown.toolCallId()).equals(told(said.toolCallId()))
                        || told(said.toolCallId()).isEmpty()
                        // A call that came without an id is answered by position, whatever id the result names.
                        || (shown.role() == Role.TOOL
                                && told(shown.toolCallId()).isEmpty()))
                && shown.pinned() == said.pinned()
                && shown.error() == said.error()
                && (shown.role() == Role.TOOL || Objects.equals(shown.name(), said.name()))
                && Objects.equals(shown.id(), said.id())
                && names(shown).equals(names(said));
        return same && (isTextOf(shown.text(), said.text()) || (isBlank(said) && OWN.contains(shown.text())));
    }

    private static List<String> names(Message message) {
        return message.toolCalls().stream()
                .map(call -> told(call.id()) + " " + (call.name().isBlank() ? Contents.NO_NAME : call.name()))
                .toList();
    }

    /** Calls and results without what depends on the others in the view: ids of their own, and the tool that a result names. */
    private static Message asTold(Message message) {
        Message told = message.withSource(null);
        if (message.role() == Role.TOOL) {
            return told.withCall(told(message.toolCallId()), null);
        }
        return told.withEachCall(call -> new ToolCall(
                told(call.id()), call.name().isBlank() ? Contents.NO_NAME : call.name(), call.arguments()));
    }

    private static String told(String id) {
        return id.replaceFirst("^(call)?_again\\d+$", "")
                .replaceFirst("_again\\d+$", "")
                .strip();
    }

    private static boolean isBlank(Message said) {
        return said.text().replaceAll("[\\s\\p{Z}\\p{Cc}\\p{Cf}]", "").isEmpty();
    }

    private static boolean isTextOf(String shown, String said) {
        String paired = said.replaceAll("\\p{Cs}", "\uFFFD");
        String bare = shown.replaceFirst(BARE, "");
        if (bare.startsWith("\\<") && !said.startsWith("\\")) {
            return isTextOf(shown.substring(1), said.stripLeading());
        }
        int cut = bare.indexOf("\n" + CUT);
        return bare.equals(paired)
                || (cut >= 0
                        && bare.length() < paired.length()
                        && paired.startsWith(bare.substring(0, cut))
                        && paired.endsWith(bare.substring(bare.indexOf("]\n", cut + 1) + 2)));
    }

    NavigableMap<Long, Message> shown() {
        return shown;
    }

    /** The sequence numbers of all messages that can be shown: no system messages, no results without a call. */
    List<Long> showable() {
        Repair repair = new Repair(false);
        CallIds ids = new CallIds();
        List<Long> showable = new ArrayList<>();
        for (int i = 0; i < transcript.size(); i++) {
            boolean accepted = !repair.accept(ids.accept(Contents.accepted(transcript.get(i))))
                    .isEmpty();
            if (accepted && transcript.get(i).role() != Role.SYSTEM) {
                showable.add(i + 1L);
            }
        }
        return showable;
    }

    /** True if message {@code sequence} is pinned itself or belongs to a group with a pinned message. */
    boolean isPinned(long sequence) {
        int start = (int) sequence - 1;
        if (transcript.get(start).role() == Role.TOOL) {
            while (start > 0 && transcript.get(start).role() == Role.TOOL) {
                start--;
            }
        }
        boolean group = transcript.get(start).callsTools();
        boolean pinned = transcript.get(start).pinned();
        for (int i = start + 1;
                group && i < transcript.size() && transcript.get(i).role() == Role.TOOL;
                i++) {
            pinned |= transcript.get(i).pinned();
        }
        return group ? pinned : transcript.get((int) sequence - 1).pinned();
    }

    /** The sequence number of the current turn's user message, 0 if no user has spoken. */
    long question() {
        for (int i = transcript.size() - 1; i >= 0; i--) {
            if (transcript.get(i).role() == Role.USER) {
                return i + 1L;
            }
        }
        return 0;
    }

    /**
     * The sequence number from which on the current turn must be whole: its last answered group with tool calls, where no more
     * than an answer or calls in flight follow; else its last answered message.
     */
    long wholeFrom() {
        long question = question();
        int last = assistantBefore(transcript.size());
        Repair repair = new Repair(false);
        transcript.subList(Math.max(0, last), transcript.size()).forEach(repair::accept);
        if (repair.hasOpenCalls() && assistantBefore(last) >= question) {
            last = assistantBefore(last);
        }
        int before = assistantBefore(last);
        boolean answer = last >= 0 && !transcript.get(last).callsTools();
        if (answer && before >= question && transcript.get(before).callsTools()) {
            last = before;
        }
        return 1 + Math.max(question, last);
    }

    private int assistantBefore(int end) {
        for (int i = end - 1; i >= 0; i--) {
            if (transcript.get(i).role() == Role.ASSISTANT) {
                return i;
            }
        }
        return -1;
    }

    /** True if the view must show message {@code sequence} at any budget. */
    boolean mustStay(long sequence) {
        return isPinned(sequence) || sequence == question() || sequence >= wholeFrom();
    }
}
