package io.github.sessioncompression.offline;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import java.util.List;

/** Finds the language in which a state is written: that of a sample of what is said and of what was noted before. */
final class MainLanguage {
    private MainLanguage() {}

    static LanguageProfile of(List<Entry> span, List<Utterance> before, Languages languages) {
        StringBuilder sample = new StringBuilder();
        for (Entry entry : span) {
            Message message = entry.message();
            if (message.role() == Role.USER || message.role() == Role.ASSISTANT) {
                sample.append(message.text(), 0, Math.min(200, message.text().length()))
                        .append('\n');
            }
            if (sample.length() > 4_000) {
                break;
            }
        }
        before.stream().limit(50).forEach(note -> sample.append(note.text()).append('\n'));
        return languages.detect(sample.toString(), languages.unknown());
    }
}
