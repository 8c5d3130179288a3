package io.github.sessioncompression.model;

import io.github.sessioncompression.anchor.AtomIndex;
import io.github.sessioncompression.anchor.AtomIndex.Sought;
import io.github.sessioncompression.anchor.AtomScanner;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Distinct values (numbers, dates, names in quotes and the like) that people and the assistant stated, never those of tool data. */
final class SpokenValues {
    private final Map<String, Sought> values = new HashMap<>();
    private LanguageProfile usual = Languages.shared().unknown();

    SpokenValues(List<Entry> messages) {
        for (Entry entry : messages) {
            Role role = entry.message().role();
            if (role == Role.USER || role == Role.ASSISTANT) {
                String text = entry.message().text();
                LanguageProfile language = language(text);
                AtomScanner.scan(text, language).stream()
                        .filter(atom -> !atom.weak())
                        .forEach(atom ->
                                values.putIfAbsent(atom.text().toLowerCase(Locale.ROOT), Sought.of(atom, language)));
            }
        }
    }

    private LanguageProfile language(String text) {
        usual = Languages.shared().detect(text, usual);
        return usual;
    }

    int size() {
        return values.size();
    }

    /** Number of the values that occur in a state, in any spelling. */
    int shownIn(StateDocument state) {
        AtomIndex shown = new AtomIndex();
        state.items().forEach(item -> shown.add(item.text(), language(item.text())));
        return (int) values.values().stream().filter(shown::holds).count();
    }
}
