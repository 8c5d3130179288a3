package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.message.Message.Parts;
import org.jspecify.annotations.Nullable;

/**
 * Finds the user's own words in a message that an advisor has added retrieved documents to, by the default templates of
 * {@code QuestionAnswerAdvisor} and {@code RetrievalAugmentationAdvisor}.
 *
 * <p>If a template's words occur twice, the shorter part is taken as the user's, so that a document can't pose as the user.
 */
final class UserParts {
    private static final String LINE = "---------------------\n";
    private static final String ANSWERING =
            "\n\nContext information is below, surrounded by ---------------------\n\n" + LINE;
    private static final String ANSWERED = "\n" + LINE + "\nGiven the context and provided history information";
    private static final String AUGMENTING = "Context information is below.\n\n" + LINE;
    private static final String AUGMENTED = "\n" + LINE + "\nGiven the context information and no prior knowledge";
    private static final String QUERY = "\n\nQuery: ";
    private static final String ANSWER = "\n\nAnswer:";
    private static final String NOTHING_FOUND =
            "The user query is outside your knowledge base.\nPolitely inform the user that you can't answer it.";

    private UserParts() {}

    /** The parts of a user's text; {@code null} if all of it is the user's. */
    static @Nullable Parts of(String text) {
        String said = text.stripTrailing();
        int answering = said.indexOf(ANSWERING);
        if (answering >= 0 && said.indexOf(ANSWERED, answering) > 0) {
            return new Parts(said.substring(0, answering), between(said, answering + ANSWERING.length(), ANSWERED));
        }
        int query = said.lastIndexOf(QUERY);
        if (said.startsWith(AUGMENTING) && query > 0 && said.endsWith(ANSWER)) {
            int from = query + QUERY.length();
            String own = said.substring(from, Math.max(from, said.length() - ANSWER.length()));
            return new Parts(own, between(said, AUGMENTING.length(), AUGMENTED));
        }
        return said.equals(NOTHING_FOUND) ? new Parts("", "") : null;
    }

    private static String between(String text, int from, String end) {
        int to = text.lastIndexOf(end);
        return text.substring(from, Math.max(from, to));
    }
}
