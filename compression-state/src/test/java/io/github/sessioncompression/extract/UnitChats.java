package io.github.sessioncompression.extract;

import io.github.sessioncompression.anchor.StatementReader;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.util.List;
import java.util.Set;

/** The units of a chat, read, tied and measured as the compiler does. */
final class UnitChats {
    final Vocabulary vocabulary = new Vocabulary();
    final List<Unit> all;

    UnitChats(Message... messages) {
        this(List.of(messages));
    }

    UnitChats(List<Message> messages) {
        Units units = new Units(vocabulary, new StatementReader());
        for (Entry entry : Entries.of(messages)) {
            units.addMessage(entry, Unit.From.SPAN);
        }
        all = units.all();
        new Ties().tie(all);
        Salience salience = new Salience(vocabulary, all, units.answers(), Set.of());
        all.forEach(salience::measure);
    }

    /** The only unit with {@code words} in it. */
    Unit of(String words) {
        List<Unit> found =
                all.stream().filter(unit -> unit.text.contains(words)).toList();
        if (found.size() != 1) {
            throw new IllegalArgumentException(words + " is in " + found.size() + " sentences");
        }
        return found.get(0);
    }

    /** Mean worth of a word of the sentence with {@code words} in it, relative to what the word is worth anywhere. */
    double worth(String words) {
        return of(words).factor;
    }

    /** The sentences chosen for {@code tokens}, in order. */
    List<String> chosen(double tokens) {
        Selection.choose(all, vocabulary, List.of(), tokens);
        return all.stream().filter(unit -> unit.chosen).map(unit -> unit.text).toList();
    }
}
