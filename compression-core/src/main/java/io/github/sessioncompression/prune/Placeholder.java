package io.github.sessioncompression.prune;

import io.github.sessioncompression.option.Bounds;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text in the place of a pruned result, made from a template.
 *
 * <p>The number of tokens is rounded to two digits: it is an estimate anyway, and so a tool has some hundred different
 * placeholders at most, whose cost is counted once (see {@link PlaceholderCosts}).
 */
final class Placeholder {
    static final int MAX_TEMPLATE_CHARS = 200;
    private static final int MAX_TOOL_CHARS = 64;
    private static final String TOOL = "{tool}";
    private static final String TOKENS = "{tokens}";
    private static final String STATUS = "{status}";
    private static final Pattern VARIABLE = Pattern.compile("\\{[A-Za-z]*}");
    /** What could be read as more digits of the number, so that a placeholder would not be recognised. */
    private static final Pattern RUNS_ON = Pattern.compile("\\{tokens},?[0-9{]");

    private final String template;
    private final List<String> parts;

    private Placeholder(String template, List<String> parts) {
        this.template = template;
        this.parts = parts;
    }

    /**
     * The placeholder written as {@code template}.
     *
     * @throws IllegalArgumentException if it is blank, too long, has an unknown variable, or if digits or another variable
     *     follow {@code {tokens}} at once
     */
    static Placeholder of(String template) {
        Bounds.text("placeholder", template, MAX_TEMPLATE_CHARS);
        List<String> parts = new ArrayList<>();
        int end = 0;
        for (Matcher variable = VARIABLE.matcher(template); variable.find(); end = variable.end()) {
            if (!List.of(TOOL, TOKENS, STATUS).contains(variable.group())) {
                throw new IllegalArgumentException(
                        "placeholder may have the variables {tool}, {tokens} and {status}, but has "
                                + variable.group());
            }
            parts.add(template.substring(end, variable.start()));
            parts.add(variable.group());
        }
        parts.add(template.substring(end));
        if (RUNS_ON.matcher(template).find()) {
            throw new IllegalArgumentException("placeholder must not have a digit or a variable right after {tokens}");
        }
        return new Placeholder(template, List.copyOf(parts));
    }

    String template() {
        return template;
    }

    /** The text for a result of {@code tool} that was {@code tokens} long. */
    String text(String tool, boolean error, long tokens) {
        StringBuilder text = new StringBuilder(template.length() + tool.length());
        for (String part : parts) {
            text.append(part.equals(TOKENS) ? grouped(rounded(tokens)) : filled(part, tool, error));
        }
        return text.toString();
    }

    /** Whether {@code text} is what {@link #text} makes of {@code tool}, {@code error} and some number. */
    boolean isText(String text, String tool, boolean error) {
        int at = 0;
        for (String part : parts) {
            if (part.equals(TOKENS)) {
                int end = numberEnd(text, at);
                if (end == at) {
                    return false;
                }
                at = end;
            } else {
                String expected = filled(part, tool, error);
                if (!text.startsWith(expected, at)) {
                    return false;
                }
                at += expected.length();
            }
        }
        return at == text.length();
    }

    /** {@code tokens} to two digits: 87, 990, 1,200, 54,000. */
    static long rounded(long tokens) {
        long unit = 1;
        while (tokens / unit >= 100) {
            unit *= 10;
        }
        return (tokens + unit / 2) / unit * unit;
    }

    /** {@code number} with a comma after each three digits, the same in every locale. */
    static String grouped(long number) {
        StringBuilder digits = new StringBuilder().append(number);
        for (int at = digits.length() - 3; at > 0; at -= 3) {
            digits.insert(at, ',');
        }
        return digits.toString();
    }

    /**
     * The tool's name as a placeholder shows it. The name comes with the transcript, so whatever could end the placeholder
     * or start a line of its own becomes an underscore.
     */
    static String shown(@Nullable String tool) {
        if (tool == null || tool.isEmpty()) {
            return "a tool";
        }
        StringBuilder name = new StringBuilder(Math.min(tool.length(), MAX_TOOL_CHARS));
        for (int at = 0; at < tool.length(); ) {
            int point = tool.codePointAt(at);
            at += Character.charCount(point);
            if (name.length() + Character.charCount(point) > MAX_TOOL_CHARS) {
                break;
            }
            name.appendCodePoint(Character.isLetterOrDigit(point) || "_-.:/".indexOf(point) >= 0 ? point : '_');
        }
        return name.toString();
    }

    private static String filled(String part, String tool, boolean error) {
        return switch (part) {
            case TOOL -> tool;
            case STATUS -> error ? "error" : "result";
            default -> part;
        };
    }

    private static int numberEnd(String text, int start) {
        int end = start;
        while (end < text.length() && (isDigit(text, end) || (text.charAt(end) == ',' && isDigit(text, end + 1)))) {
            end++;
        }
        return end;
    }

    private static boolean isDigit(String text, int at) {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }
}
