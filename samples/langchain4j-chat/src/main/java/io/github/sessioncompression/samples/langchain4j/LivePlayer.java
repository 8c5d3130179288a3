package io.github.sessioncompression.samples.langchain4j;

/** Each line is a question for the model. */
final class LivePlayer implements Dialogue.Player {
    @Override
    public String prompt() {
        return "you> ";
    }

    @Override
    public void play(Dialogue dialogue, String line) {
        if (!line.isBlank()) {
            dialogue.ask(line.strip());
        }
    }

    @Override
    public void startAnew() {
        // The model remembers nothing by itself.
    }
}
