package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.FoundRange;
import io.github.sessioncompression.anchor.FoundText;
import io.github.sessioncompression.anchor.Labelled;
import io.github.sessioncompression.anchor.SaidClauses;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Stems;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What people said in a chat, sentence by sentence: what a model tells is held against it.
 *
 * <p>Captions and what was pasted are left out, and languages whose rules are not known. What is said again has the very same clauses. Not
 * thread-safe; lives for one compilation.
 */
final class Hearing {
    /** The speaker of what an earlier state says. */
    static final String EARLIER = "";

    /** The clauses of so many different sentences are known. */
    private static final int MOST = 20_000;

    private final List<Entry> span;
    private final @Nullable StateDocument previous;
    private final LanguageProfile usual;
    private final Readings readings;
    private final Map<String, Stems> stems = new HashMap<>();
    private final Map<String, SaidClauses> clauses = new HashMap<>();
    private @Nullable ToldSentences told;
    private @Nullable List<Heard> heard;

    /**
     * What is said in the messages, and before them in the state.
     *
     * @param usual the language of what is too short to tell its own
     */
    Hearing(List<Entry> span, @Nullable StateDocument previous, LanguageProfile usual, Readings readings) {
        this.span = span;
        this.previous = previous;
        this.usual = usual;
        this.readings = readings;
    }

    /**
     * A sentence as it was heard.
     *
     * @param clauses its clauses, the same object for the same words
     * @param speaker who said it: the role and the name
     * @param assistant whether it was the assistant
     * @param turn the place of its message among all
     */
    record Heard(
            Statement statement,
            SentenceWords words,
            SaidClauses clauses,
            LanguageProfile profile,
            String speaker,
            boolean assistant,
            int turn) {}

    /** Tells each sentence in its order, those of the earlier state first. */
    void tell(Consumer<Heard> to) {
        List<Heard> all = heard;
        if (all == null) {
            all = hear();
            heard = all;
        }
        all.forEach(to);
    }

    private List<Heard> hear() {
        List<Heard> all = new ArrayList<>();
        int turn = 0;
        if (previous != null) {
            for (StateItem item : previous.items()) {
                if (item.origin() != StateItem.Origin.TOOL && item.origin() != StateItem.Origin.OUTSIDE) {
                    hear(item.text(), EARLIER, false, turn++, all);
                }
            }
        }
        for (Entry entry : span) {
            Message message = entry.message();
            boolean assistant = message.role() == Role.ASSISTANT;
            if (assistant || message.role() == Role.USER) {
                String name = message.name() == null ? "" : message.name();
                hear(message.text(), message.role() + " " + name, assistant, turn, all);
            }
            turn++;
        }
        return all;
    }

    private void hear(String text, String speaker, boolean assistant, int turn, List<Heard> into) {
        LanguageProfile profile = Languages.shared().detect(text, usual);
        if (text.isBlank() || !AnchorLanguage.of(profile.code()).tellsRulesApart()) {
            return;
        }
        TextReading reading = readings.of(text, profile);
        List<FoundRange> found = reading.found(assistant);
        for (int i = 0; i < reading.sentences().size(); i++) {
            Labelled.Read read = reading.read(i);
            Statement statement = read.statement();
            if (!read.words().aside() && !FoundText.holds(found, statement.start())) {
                SaidClauses its = clauses(statement, read.words(), profile);
                into.add(new Heard(statement, read.words(), its, profile, speaker, assistant, turn));
            }
        }
    }

    /** The sentences of what the model tells. */
    ToldSentences told() {
        ToldSentences known = told == null ? new ToldSentences(user()) : told;
        told = known;
        return known;
    }

    /** What the user calls herself in her first message, if nobody has a name but by such a word. */
    private UserName user() {
        List<Message> users = span.stream()
                .map(Entry::message)
                .filter(message -> message.role() == Role.USER)
                .toList();
        if (users.isEmpty() || users.stream().anyMatch(message -> message.name() != null)) {
            return UserName.NONE;
        }
        String first = users.get(0).text();
        LanguageProfile profile = Languages.shared().detect(first, usual);
        return UserName.in(readings.of(first, profile).sentences(), profile);
    }

    /** The clauses of a sentence. */
    SaidClauses clauses(Statement statement, SentenceWords sentence, LanguageProfile profile) {
        String key = key(statement, sentence, profile);
        SaidClauses known = clauses.get(key);
        if (known == null) {
            known = new SaidClauses(statement, sentence, profile, stems(profile));
            if (clauses.size() < MOST) {
                clauses.put(key, known);
            }
        }
        return known;
    }

    /** The stems of a language. */
    Stems stems(LanguageProfile profile) {
        return stems.computeIfAbsent(profile.code(), Stems::of);
    }

    /** All of a sentence that its clauses go by. */
    private static String key(Statement statement, SentenceWords sentence, LanguageProfile profile) {
        StringBuilder key = new StringBuilder(statement.text().length() * 2 + 16);
        key.append(profile.code()).append(statement.cues());
        if (profile.isUnspaced()) {
            return key.append(' ').append(statement.text()).toString();
        }
        for (Word word : sentence.words()) {
            key.append(word.after()).append(word.surface());
            if (!word.lower().equals(word.surface())) {
                key.append('\0').append(word.lower());
            }
            key.append('\n');
        }
        return key.toString();
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
