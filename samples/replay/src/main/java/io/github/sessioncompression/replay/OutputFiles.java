package io.github.sessioncompression.replay;

import io.github.sessioncompression.message.OpenAiChat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files that a replay leaves behind. */
final class OutputFiles {
    private static final String CONTEXT = "context.json";
    private static final String STATE = "state.json";
    private static final String TURNS = "turns.csv";
    private static final String REPORT = "report.html";

    /** Their names, in the order in which they are put into place. */
    static final List<String> NAMES = List.of(CONTEXT, STATE, TURNS, REPORT);

    private OutputFiles() {}

    /** The texts of all files, by file name. */
    static Map<String, String> of(Replayed replayed) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(
                CONTEXT, LoneSurrogates.escaped(OpenAiChat.write(replayed.end().messages())));
        files.put(STATE, LoneSurrogates.escaped(StateFile.of(replayed)));
        files.put(TURNS, TurnsCsv.of(replayed.calls()));
        files.put(REPORT, Report.of(replayed));
        return files;
    }
}
