package io.github.sessioncompression.langchain4j;

import dev.langchain4j.rag.content.injector.DefaultContentInjector;
import io.github.sessioncompression.message.Message.Parts;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the user's own words in a message that an AI service has added to: retrieved content, by {@link DefaultContentInjector}'s default template, and
 * instructions on the format of the answer, by the framework's fixed words.
 *
 * <p>If a template's words occur twice, the shorter part is taken as the user's, so that content can't pose as the user.
 */
final class UserParts {
    private static final List<String> INSTRUCTIONS = List.of(
            "\nYou must answer strictly in the following JSON format: ",
            "\nYou must answer strictly in the following format: ",
            "\nYou must answer strictly with one of these enums:",
            "\nYou must answer strictly with zero or more of these enums on a separate line:");
    private static final String LAST_LINE = "\nYou must put every item on a separate line.";
    /** The words in front of the content. */
    private static final String INJECTED = between(DefaultContentInjector.DEFAULT_PROMPT_TEMPLATE.template());

    private UserParts() {}

    private static String between(String template) {
        String[] words = template.split(Pattern.quote("{{userMessage}}") + "|" + Pattern.quote("{{contents}}"), -1);
        return words.length == 3 && words[0].isEmpty() ? words[1] : "\n\nAnswer using the following information:\n";
    }

    /**
     * The parts of a user's text; {@code null} if all of it is the user's.
     *
     * @param ownWords the application's rule for its own templates
     */
    static @Nullable Parts of(String text, UnaryOperator<@Nullable String> ownWords) {
        String told = ownWords.apply(text);
        if (told != null && !told.equals(text)) {
            return Parts.around(text, told);
        }
        String own = withoutInstructions(text);
        int injected = own.indexOf(INJECTED);
        if (injected >= 0) {
            return new Parts(own.substring(0, injected), own.substring(injected + INJECTED.length()));
        }
        return own.equals(text) ? null : new Parts(own, "");
    }

    private static String withoutInstructions(String text) {
        int end = text.endsWith(LAST_LINE) ? text.length() - LAST_LINE.length() : text.length();
        for (String start : INSTRUCTIONS) {
            int at = text.indexOf(start);
            end = at < 0 ? end : Math.min(end, at);
        }
        return text.substring(0, end);
    }
}
