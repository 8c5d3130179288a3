package io.github.sessioncompression.offline;

import io.github.sessioncompression.ResourceLines;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;

/** The labelled sentences of a language, said in a chat, and what must be in a note that holds one of them. */
final class LabelledChat {
    static final List<String> LANGUAGES = List.of("en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja");

    private static final String ASSISTANT = "A:";
    /** Sentences that say the same without the examples they end with. */
    private static final Set<String> EXAMPLES = Set.of("obst");

    /** @param at the place of the message that says it */
    record Label(String key, List<String> fragments, String sentence, int at) {
        boolean holdsIn(String note) {
            for (String fragment : fragments) {
                boolean holds = fragment.equals("?")
                        ? note.indexOf('?', note.indexOf(key)) > 0 || note.indexOf('？', note.indexOf(key)) > 0
                        : fragment.startsWith("!") || note.contains(fragment);
                if (!holds) {
                    return false;
                }
            }
            return true;
        }

        boolean isStaleIn(List<String> notes) {
            return fragments.stream()
                    .filter(fragment -> fragment.startsWith("!"))
                    .anyMatch(stale -> notes.stream().anyMatch(note -> note.contains(stale.substring(1))));
        }
    }

    final List<Message> chat = new ArrayList<>();
    final List<Label> labels = new ArrayList<>();
    final List<String> fillers = new ArrayList<>();

    private LabelledChat() {}

    static LabelledChat of(String language) throws IOException {
        LabelledChat chat = new LabelledChat();
        ResourceLines.of(LabelledChat.class, "corpus/" + language + ".txt").forEach(chat::readLine);
        return chat;
    }

    private void readLine(String line) {
        if (line.startsWith("~ ")) {
            fillers.add(line.substring(2));
        } else if (line.startsWith("= ")) {
            chat.add(Message.assistant(line.substring(2)));
        } else if (line.startsWith("- ")) {
            say(line.substring(2));
        } else {
            String[] parts = line.split(" \\| ", 3);
            List<String> fragments = new ArrayList<>();
            for (String fragment : parts[1].split(";", -1)) {
                fragments.add(fragment.toLowerCase(Locale.ROOT));
            }
            labels.add(new Label(parts[0].toLowerCase(Locale.ROOT), fragments, parts[2], chat.size()));
            say(parts[2]);
        }
    }

    private void say(String sentence) {
        if (sentence.startsWith(ASSISTANT)) {
            chat.add(Message.assistant(sentence.substring(ASSISTANT.length()).strip()));
        } else {
            chat.add(Message.user(sentence));
            chat.add(Message.assistant(fillers.get(chat.size() / 2 % fillers.size())));
        }
    }

    /** The notes of a state, in lower case. */
    static List<String> notes(StateDocument state) {
        List<String> notes = new ArrayList<>();
        state.texts().forEach((field, lines) -> {
            for (String line : lines) {
                for (String note : line.toLowerCase(Locale.ROOT).split("; |\n", -1)) {
                    notes.add(note);
                }
            }
        });
        return notes;
    }

    /** The sentences whose notes do not say what they say. */
    List<String> changed(List<String> notes) {
        return changed(notes, at -> true);
    }

    /** Those of the messages at places that {@code asked} holds for. */
    List<String> changed(List<String> notes, IntPredicate asked) {
        List<String> changed = new ArrayList<>();
        for (Label label : labels) {
            List<String> said =
                    notes.stream().filter(note -> note.contains(label.key())).toList();
            if (asked.test(label.at())
                    && !EXAMPLES.contains(label.key())
                    && !said.stream().allMatch(label::holdsIn)) {
                changed.add(label.sentence() + " -> " + said);
            }
        }
        return changed;
    }
}
