package io.github.sessioncompression.samples.langchain4j;

import java.util.List;

/** Each Enter plays the next turn of a recording. Used by one thread. */
final class RecordedPlayer implements Dialogue.Player {
    private final RecordedModel model;
    private final List<Recording.Recorded> turns;
    private final Screen screen;
    private int next;

    RecordedPlayer(Recording recording, RecordedModel model, Screen screen) {
        this.model = model;
        this.turns = recording.turns();
        this.screen = screen;
    }

    @Override
    public String prompt() {
        return next < turns.size() ? "replay " + (next + 1) + "/" + turns.size() + "> " : "replay> ";
    }

    @Override
    public void play(Dialogue dialogue, String line) {
        int most = 1;
        if (line.strip().equals("all")) {
            most = turns.size();
        } else if (line.strip().matches("[0-9]{1,4}")) {
            most = Integer.parseInt(line.strip());
        } else if (!line.isBlank()) {
            screen.error(
                    "this is a recording, so it can't answer; Enter plays the next turn, 10 ten of them, all the rest");
            return;
        }
        if (next == turns.size()) {
            screen.faint("The recording is over: /status and /state show what is left of it, /new begins again.");
        }
        boolean goesOn = true;
        for (int played = 0; goesOn && played < most && next < turns.size(); played++) {
            String question = turns.get(next).question();
            model.turn(next);
            next++;
            screen.line("you> " + Text.printable(question));
            goesOn = dialogue.ask(question);
        }
    }

    @Override
    public void startAnew() {
        next = 0;
    }
}
