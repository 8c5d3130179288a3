package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionSwitch;
import io.github.sessioncompression.store.SessionSwitch.Resumed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Session switches by one script, which renames keys: no message is sent to the client.
 *
 * <p>A script may use the keys of one hash slot only, so on a cluster of several servers, whose sessions are in different slots, the server refuses it, and
 * {@link RedisSessionStore} uses the default way from then on. <b>Does nothing when</b> a head is not as expected, or the id that the present session ends
 * as is taken. <b>Threads:</b> safe for use by many. <b>On a lost answer</b> the script is sent again and returns what it did.
 *
 * @param keepMillis milliseconds that an ended session is kept; empty for ever
 */
record SessionMoves(Server server, Keys keys, Messages messages, String keepMillis) {
    /** Up to here a script's numbers are exact: it adds to the numbers of a resumed session's messages. */
    private static final long LARGEST_NUMBER = 1L << 53;

    /** True unless the keys are sealed in their place, or the numbers are too large for a script. */
    boolean can(SessionSwitch change) {
        return !messages.payloads().areSealed()
                && !change.begins()
                && change.after().lastSequence() < LARGEST_NUMBER;
    }

    /** Switches; false, and nothing changed, if the store is not as expected. */
    boolean move(SessionSwitch change, String call) {
        String id = change.conversationId();
        Head head = change.expected();
        Head after = change.after();
        Resumed resumed = change.resumes();
        String copy = change.endsAs() == null ? "" : change.endsAs();
        String other = resumed == null ? "" : resumed.conversationId();
        CompressionRecord record = change.record();
        List<String> arguments = new ArrayList<>();
        for (Head each : List.of(head, after)) {
            arguments.add(each.incarnation());
            arguments.add(Numbers.padded(each.lastSequence()));
            arguments.add(Numbers.padded(each.recordVersion()));
            arguments.add(Long.toString(each.revision()));
        }
        arguments.addAll(List.of(call, copy, keepMillis, other));
        arguments.addAll(
                resumed == null
                        ? List.of("", "", "")
                        : List.of(
                                resumed.expected().incarnation(),
                                Numbers.padded(resumed.expected().lastSequence()),
                                Long.toString(resumed.expected().revision())));
        arguments.addAll(
                record == null
                        ? List.of("", "")
                        : List.of(messages.payloads().write(id, record), Records.needed(record)));
        arguments.add(Integer.toString(change.entries().size()));
        if (resumed == null) {
            change.entries().forEach(entry -> arguments.add(messages.write(id, entry)));
        }
        for (SegmentState segment : change.segments()) {
            arguments.add(Long.toString(segment.id()));
            arguments.add(messages.payloads().write(id, segment));
        }
        String[] all = Stream.of(keys.of(id), keys.of(copy), keys.of(other), new String[] {keys.conversations()})
                .flatMap(Arrays::stream)
                .toArray(String[]::new);
        return server.number("switch a session", Script.SWITCH, all, arguments.toArray(String[]::new)) == 1;
    }
}
