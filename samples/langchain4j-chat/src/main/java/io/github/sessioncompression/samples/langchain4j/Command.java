package io.github.sessioncompression.samples.langchain4j;

import java.util.List;
import java.util.Locale;

/**
 * A line that is for the program and not for the model.
 *
 * @param name its name in lower case, without the slash
 * @param argument what follows, empty if nothing does
 */
record Command(String name, String argument) {
    /** All commands: name, argument, explanation. */
    static final List<List<String>> ALL = List.of(
            List.of("status", "", "where this chat stands"),
            List.of("state", "", "what stands for the older part of the chat"),
            List.of("compact", "[focus]", "compress everything but the last turn, keeping the focus before all else"),
            List.of("prune", "", "replace old tool results by placeholders"),
            List.of("new", "", "leave this chat and begin another"),
            List.of("help", "", "this list"),
            List.of("quit", "", "leave; Ctrl-D does too"));

    /** Whether a line is meant for the program. */
    static boolean is(String line) {
        return line.strip().startsWith("/");
    }

    /** The command in a line. */
    static Command of(String line) {
        String text = line.strip().substring(1);
        int space = 0;
        while (space < text.length() && !Character.isWhitespace(text.charAt(space))) {
            space++;
        }
        return new Command(
                text.substring(0, space).toLowerCase(Locale.ROOT),
                text.substring(space).strip());
    }
}
