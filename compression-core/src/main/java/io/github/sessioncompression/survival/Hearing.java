package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.FoundRange;
import io.github.sessioncompression.anchor.FoundText;
import io.github.sessioncompression.anchor.Labelled;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.SentenceWords;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What people said in a chat, sentence by sentence: what a model tells is held against it.
 *
 * <p>Captions and what was pasted are left out, and languages whose rules are not known. Not thread-safe; lives for one compilation.
 *
 * @param usual the language of what is too short to tell its own
 */
record Hearing(List<Entry> span, @Nullable StateDocument previous, LanguageProfile usual, Readings readings) {
    /** The speaker of what an earlier state says. */
    static final String EARLIER = "";

    /**
     * A sentence as it was heard.
     *
     * @param speaker who said it: the role and the name
     * @param assistant whether it was the assistant
     * @param turn the place of its message among all
     */
    record Heard(
            Statement statement,
            SentenceWords words,
            LanguageProfile profile,
            String speaker,
            boolean assistant,
            int turn) {}

    /** Tells each sentence in its order, those of the earlier state first. */
    void tell(Consumer<Heard> to) {
        int turn = 0;
        if (previous != null) {
            for (StateItem item : previous.items()) {
                if (item.origin() != StateItem.Origin.TOOL && item.origin() != StateItem.Origin.OUTSIDE) {
                    tell(item.text(), EARLIER, false, turn++, to);
                }
            }
        }
        for (Entry entry : span) {
            Message message = entry.message();
            boolean assistant = message.role() == Role.ASSISTANT;
            if (assistant || message.role() == Role.USER) {
                String name = message.name() == null ? "" : message.name();
                tell(message.text(), message.role() + " " + name, assistant, turn, to);
            }
            turn++;
        }
    }

    private void tell(String text, String speaker, boolean assistant, int turn, Consumer<Heard> to) {
        LanguageProfile profile = Languages.shared().detect(text, usual);
        if (text.isBlank() || !AnchorLanguage.of(profile.code()).tellsRulesApart()) {
            return;
        }
        TextReading reading = readings.of(text, profile);
        List<FoundRange> found = reading.found(assistant);
        for (int i = 0; i < reading.sentences().size(); i++) {
            Labelled.Read read = reading.read(i);
            if (!read.words().aside()
                    && !FoundText.holds(found, read.statement().start())) {
                to.accept(new Heard(read.statement(), read.words(), profile, speaker, assistant, turn));
            }
        }
    }

    /** The places of the results of tools, by which something may be done that was only meant to be. */
    int lastResult() {
        int last = -1;
        int turn = previous == null ? 0 : previous.items().size();
        for (Entry entry : span) {
            last = entry.message().role() == Role.TOOL ? turn : last;
            turn++;
        }
        return last;
    }
}
