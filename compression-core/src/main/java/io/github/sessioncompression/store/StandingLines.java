package io.github.sessioncompression.store;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Which messages before a state every view shows all the same, as far as a list tells: system messages, groups with a pinned
 * message in them, and the question of the turn that the state stands in.
 */
final class StandingLines {
    private StandingLines() {}

    /** Their sequence numbers among the first {@code end} lines, ascending. */
    static List<Long> before(List<Line> lines, int end) {
        TreeSet<Long> standing = new TreeSet<>();
        int start = 0;
        while (start < end) {
            int next = endOfGroup(lines, start, end);
            if (stands(lines.subList(start, next))) {
                lines.subList(start, next).forEach(line -> standing.add(line.sequence()));
            }
            start = next;
        }
        if (isInsideTurn(lines, end)) {
            for (int i = end - 1; i >= 0; i--) {
                if (lines.get(i).message().role() == Role.USER) {
                    standing.add(lines.get(i).sequence());
                    break;
                }
            }
        }
        return new ArrayList<>(standing);
    }

    private static int endOfGroup(List<Line> lines, int start, int end) {
        int next = start + 1;
        if (lines.get(start).message().callsTools()) {
            while (next < end && lines.get(next).message().role() == Role.TOOL) {
                next++;
            }
        }
        return next;
    }

    /** A result without its call stands for nothing. */
    private static boolean stands(List<Line> group) {
        Message first = group.get(0).message();
        return first.role() == Role.SYSTEM
                || (first.role() != Role.TOOL
                        && group.stream().anyMatch(line -> line.message().pinned()));
    }

    /** A turn ends where the user speaks next; at the end of the list, where the assistant has answered. */
    private static boolean isInsideTurn(List<Line> lines, int end) {
        for (Line line : lines.subList(end, lines.size())) {
            if (line.message().role() != Role.SYSTEM) {
                return line.message().role() != Role.USER;
            }
        }
        for (int i = end - 1; i >= 0; i--) {
            Message message = lines.get(i).message();
            if (message.role() != Role.SYSTEM) {
                return message.role() != Role.ASSISTANT || message.callsTools();
            }
        }
        return false;
    }
}
