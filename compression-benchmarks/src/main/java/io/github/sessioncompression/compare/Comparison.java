package io.github.sessioncompression.compare;

import io.github.sessioncompression.compare.NamedMemory.Room;
import io.github.sessioncompression.conformance.RequestMessage.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToIntFunction;

/** Replays of transcripts through memories of one size. */
final class Comparison {
    private static final int LEAST_MESSAGES = 4;

    private final double share;
    private final Summariser.Fault fault;

    /**
     * Replays with windows of one share.
     *
     * @param share the window's share of a transcript's tokens, above 0, at most 1
     * @param fault what goes wrong with each summary
     */
    Comparison(double share, Summariser.Fault fault) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("share must be above 0 and at most 1, but was " + share);
        }
        this.share = share;
        this.fault = fault;
    }

    /**
     * One memory on one transcript.
     *
     * @param window tokens of the memory
     * @param fault class of the exception that the memory ended the replay with; empty if none
     */
    record Row(
            String transcript,
            NamedMemory memory,
            int window,
            Requests requests,
            Summariser summariser,
            OptionalDouble recall,
            String fault) {}

    List<Row> run(List<Transcript> transcripts) {
        List<Row> rows = new ArrayList<>();
        for (Transcript transcript : transcripts) {
            for (NamedMemory memory : Memories.all()) {
                rows.add(replay(transcript, memory));
            }
        }
        return rows;
    }

    private Row replay(Transcript transcript, NamedMemory named) {
        int window = (int) (share * tokens(transcript));
        int messages =
                Math.max(LEAST_MESSAGES, (int) (share * transcript.lines().size()));
        int system = tokens(transcript.lines().stream()
                .filter(line -> line.role() == Role.SYSTEM)
                .toList());
        Requests requests = new Requests(window);
        Summariser summariser = new Summariser(window, fault);
        String end = "";
        try {
            play(transcript.lines(), named.factory().create(new Room(window, messages, system, summariser)), requests);
        } catch (RuntimeException e) {
            end = e.getClass().getSimpleName();
        }
        return new Row(
                transcript.name(),
                named,
                window,
                requests,
                summariser,
                Recall.of(requests.lastTexts(), transcript),
                end);
    }

    /** Each message of the assistant is the answer to a request, except one at the beginning. */
    private static void play(List<Line> lines, ComparedMemory memory, Requests requests) {
        boolean asked = false;
        for (Line line : lines) {
            if (line.role() == Role.ASSISTANT) {
                if (asked) {
                    requests.add(memory.request());
                }
                memory.answer(line);
            } else {
                memory.hear(line);
                asked |= line.role() == Role.USER;
            }
        }
    }

    static int tokens(Transcript transcript) {
        return tokens(transcript.lines());
    }

    private static int tokens(List<Line> lines) {
        ToIntFunction<Line> characters = line -> line.text().length()
                + line.calls().stream()
                        .mapToInt(
                                call -> call.name().length() + call.arguments().length())
                        .sum();
        return lines.stream()
                .mapToInt(line -> Sent.tokens(characters.applyAsInt(line)))
                .sum();
    }
}
