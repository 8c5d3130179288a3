package io.github.sessioncompression.replay;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;

/** A progress bar on standard error where that is a terminal, else nothing. Wiped when closed. */
final class Progress implements AutoCloseable {
    /** Fits any terminal; to ask for its width would load a native library, which takes longer than most replays. */
    private static final int COLUMNS = 79;

    private final @Nullable ProgressBar bar;

    private Progress(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    /** Begins to show how many of {@code messages} are replayed, if {@code wanted} and on a terminal. */
    static Progress of(int messages, boolean wanted) {
        // "Does this terminal understand escape codes" is just what a bar needs to be asked; false for pipes and files.
        if (!wanted || !Ansi.AUTO.enabled()) {
            return new Progress(null);
        }
        return new Progress(new ProgressBarBuilder()
                .setTaskName("Replaying")
                .setInitialMax(messages)
                .setUnit(" messages", 1)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(100)
                .setConsumer(new ConsoleProgressBarConsumer(System.err, COLUMNS))
                .clearDisplayOnFinish()
                .build());
    }

    /** So many messages are done. */
    void at(int messages) {
        if (bar != null) {
            bar.stepTo(messages);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
