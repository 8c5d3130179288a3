package io.github.sessioncompression.state;

import io.github.sessioncompression.state.StateField.Content;
import io.github.sessioncompression.state.StateField.Shape;
import java.util.List;

/** The schemas that come with the library, with what a model is told about each field. */
final class BundledSchemas {
    static final StateSchema SESSION = new FieldSchema(
            "session_state",
            List.of(
                    list(
                            SessionState.LOGOS,
                            Content.FACTS,
                            "Everything hard: who the user is, decisions with their reasons, constraints, requirements,"
                                    + " code that was discussed, exact names, numbers, dates and identifiers. Lose"
                                    + " nothing; if unsure whether something matters, keep it."),
                    list(
                            SessionState.PATHOS,
                            Content.TONE,
                            "How the talk feels: the present mood and whether it is getting better, worse or staying"
                                    + " level, running jokes and images, the style the user likes, needs that are felt"
                                    + " but not said."),
                    list(
                            SessionState.ABSTRACT,
                            Content.CONCEPTS,
                            "Common ground: ideas and ways of thinking both sides share, terms the user plainly knows"
                                    + " and must not be taught again, premises that were agreed on."),
                    text(
                            SessionState.CONVERSATION_SUMMARY,
                            Content.NARRATIVE,
                            "Two or three sentences: what has happened so far and at which point the talk stands.")));

    static final StateSchema RESEARCH = new FieldSchema(
            "research_state",
            List.of(
                    list(
                            "findings",
                            Content.FACTS,
                            "What has been established, each with its exact figures and where it comes from; negative"
                                    + " results too."),
                    list(
                            "hypotheses",
                            Content.HYPOTHESES,
                            "Assumptions not yet settled, each with what speaks for it, what against it, and how sure"
                                    + " it is by now."),
                    list(
                            "next_actions",
                            Content.NEXT,
                            "Steps still to take, most useful first, each concrete enough to start at once."),
                    list(
                            "sources",
                            Content.FILES,
                            "Every document, link, file, data set and query worth going back to, written out in full."),
                    text(
                            "progress",
                            Content.NARRATIVE,
                            "Two or three sentences: the question being researched, what has been tried, and how far it"
                                    + " has come.")));

    static final StateSchema CONTINUATION = new FieldSchema(
            "continuation_state",
            List.of(
                    list(
                            "done",
                            Content.DONE,
                            "Finished work and established facts, with exact names and values, so that nothing is done"
                                    + " or asked twice."),
                    list(
                            "doing",
                            Content.DOING,
                            "What is under way right now, how far it is, and what stands in the way."),
                    list(
                            "files",
                            Content.FILES,
                            "Files and other places that were read, made or changed, each with its full path and what"
                                    + " was done there."),
                    list(
                            "next",
                            Content.NEXT,
                            "What remains to be done, in order, and every promise or question still open."),
                    list(
                            "decisions",
                            Content.DECISIONS,
                            "Choices that were made, each with its reason, and what the user asked for or ruled out.")));

    private BundledSchemas() {}

    private static StateField list(String name, Content content, String instruction) {
        return new StateField(name, Shape.LIST, content, instruction);
    }

    private static StateField text(String name, Content content, String instruction) {
        return new StateField(name, Shape.TEXT, content, instruction);
    }
}
