package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What a tool call is about: the first argument whose name says that it is a file, a folder or an address, in any script and with spaces, else
 * the first that is written like a file, else like a path or address, else like a name, else a command of one short line, else the files of a
 * patch.
 *
 * <p>Linear in the arguments.
 */
final class CallObjects {
    private static final int LONGEST_COMMAND = 80;
    private static final int LONGEST_PLACE = 160;
    private static final int MOST_PATCHED = 50;

    private static final int PLACE = 5;
    private static final int FILE = 4;
    private static final int PATH = 3;
    private static final int NAME = 2;
    private static final int COMMAND = 1;

    /** How the names of arguments end that hold a file, a folder or an address. */
    private static final Set<String> PLACES =
            Set.of("path", "file", "filename", "pathname", "dir", "directory", "folder", "uri", "url", "notebook");

    private static final List<String> PATCHED =
            List.of("*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: ", "+++ ", "--- ");

    private static final String NO_FILE = "/dev/null";

    private CallObjects() {}

    /** What a call with these arguments is about; empty if that can't be told, more than one for a patch alone. */
    static List<String> of(String arguments) {
        List<ToolData.Part> parts = ToolData.read(arguments);
        String best = "";
        int bestRank = 0;
        for (ToolData.Part part : parts) {
            for (int i = 0; i < part.values().size(); i++) {
                String said = part.values().get(i).strip();
                int rank = isPlace(part.keys().get(i), said) ? PLACE : rank(said);
                if (rank > bestRank) {
                    best = said;
                    bestRank = rank;
                }
            }
        }
        if (bestRank > 0) {
            return List.of(best);
        }
        Set<String> patched = new LinkedHashSet<>();
        parts.forEach(part -> part.values().forEach(value -> addPatched(value, patched)));
        if (parts.isEmpty()) {
            addPatched(arguments, patched);
        }
        return new ArrayList<>(patched);
    }

    /** How likely it is what a call is about: a file, another path or address, a name, a command; 0 if it is none of them. */
    private static int rank(String said) {
        if (!Artifacts.isWhole(said) || !Letters.any(said, Character::isLetter)) {
            return isCommand(said) ? COMMAND : 0;
        }
        int slash = Math.max(said.lastIndexOf('/'), said.lastIndexOf('\\'));
        if (slash < 0) {
            return NAME;
        }
        return said.indexOf('.', slash) > slash + 1 || said.charAt(0) == '/' ? FILE : PATH;
    }

    private static boolean isCommand(String said) {
        return said.indexOf(' ') > 0
                && said.length() <= LONGEST_COMMAND
                && said.charAt(0) < 0x80
                && Character.isLowerCase(said.charAt(0))
                && Letters.all(said, c -> c >= ' ' && c != ';' && c != ',')
                && !said.contains(Trail.IS);
    }

    /** Whether an argument of this name holds a place: {@code path}, {@code file_path}, {@code targetFile}, but not {@code profile}. */
    private static boolean isPlaceName(String key) {
        int start = key.length();
        while (start > 0 && Character.isLetter(key.charAt(start - 1))) {
            start--;
            if (Character.isUpperCase(key.charAt(start)) && start + 1 < key.length()) {
                break;
            }
        }
        return PLACES.contains(key.substring(start).toLowerCase(Locale.ROOT));
    }

    /** Whether an argument of that name is a place that a note can tell as it is. */
    static boolean isPlace(String key, String said) {
        return isPlaceName(key)
                && !said.isEmpty()
                && said.length() <= LONGEST_PLACE
                && Letters.any(said, Character::isLetterOrDigit)
                && Letters.all(said, c -> c >= ' ' && c != ';' && c != ',' && c != '"')
                && !said.contains("  ")
                && !said.contains(Trail.IS)
                && !said.endsWith(":");
    }

    private static void addPatched(String text, Set<String> patched) {
        for (String head : PATCHED) {
            for (int at = text.indexOf(head);
                    at >= 0 && patched.size() < MOST_PATCHED;
                    at = text.indexOf(head, at + head.length())) {
                boolean opens = at == 0 || Character.isWhitespace(text.charAt(at - 1));
                String file = opens ? word(text, at + head.length()) : "";
                boolean git = file.startsWith("a/") || file.startsWith("b/");
                String place = git && head.length() == 4 ? file.substring(2) : file;
                if (Artifacts.isWhole(place) && !place.equals(NO_FILE)) {
                    patched.add(place);
                }
            }
        }
    }

    private static String word(String text, int from) {
        int end = from;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end)) && end - from <= LONGEST_PLACE) {
            end++;
        }
        return text.substring(from, end);
    }
}
