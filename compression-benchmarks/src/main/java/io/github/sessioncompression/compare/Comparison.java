package io.github.sessioncompression.compare;

import io.github.sessioncompression.conformance.RequestMessage.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToIntFunction;

/** Replays of transcripts through memories of one size. */
final class Comparison {
    private static final int LEAST_MESSAGES = 4;

    private final double share;

    /**
     * Replays with windows of one share.
     *
     * @param share the window's share of a transcript's tokens, above 0, at most 1
     */
    Comparison(double share) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("share must be above 0 and at most 1, but was " + share);
        }
        this.share = share;
    }

    /**
     * One memory on one transcript.
     *
     * @param window tokens of the memory
     * @param fault class of the exception that the memory ended the replay with; empty if none
     */
    record Row(String transcript, String memory, int window, Requests requests, OptionalDouble recall, String fault) {}

    List<Row> run(List<Transcript> transcripts) {
        List<Row> rows = new ArrayList<>();
        for (Transcript transcript : transcripts) {
            for (Memories.Named memory : Memories.all()) {
                rows.add(replay(transcript, memory));
            }
        }
        return rows;
    }

    private Row replay(Transcript transcript, Memories.Named named) {
        int window = (int) (share * tokens(transcript));
        int messages =
                Math.max(LEAST_MESSAGES, (int) (share * transcript.lines().size()));
        Requests requests = new Requests(window);
        ComparedMemory memory = named.factory().create(window, messages);
        String fault = "";
        try {
            play(transcript.lines(), memory, requests);
        } catch (RuntimeException e) {
            fault = e.getClass().getSimpleName();
        }
        return new Row(
                transcript.name(), named.name(), window, requests, Recall.of(requests.lastTexts(), transcript), fault);
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
        ToIntFunction<Line> characters = line -> line.text().length()
                + line.calls().stream()
                        .mapToInt(
                                call -> call.name().length() + call.arguments().length())
                        .sum();
        return transcript.lines().stream()
                .mapToInt(line -> Sent.tokens(characters.applyAsInt(line)))
                .sum();
    }
}
