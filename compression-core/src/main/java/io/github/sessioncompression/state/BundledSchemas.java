package io.github.sessioncompression.state;

import io.github.sessioncompression.state.StateField.Content;
import io.github.sessioncompression.state.StateField.Shape;
import java.util.List;

/** The library's own schemas: a line for each field, with its name, shape, content and instruction. */
final class BundledSchemas {
    static final StateSchema SESSION = schema(
            "session_state",
            """
            logos LIST FACTS Everything hard: who the user is, decisions with their reasons, constraints, requirements, \
            code that was discussed, exact names, numbers, dates and identifiers. Lose nothing; if unsure whether \
            something matters, keep it.
            pathos LIST TONE How the talk feels: the present mood and whether it is getting better, worse or staying \
            level, running jokes and images, the style the user likes, needs that are felt but not said.
            abstract LIST CONCEPTS Common ground: ideas and ways of thinking both sides share, terms the user plainly \
            knows and must not be taught again, premises that were agreed on.
            conversation_summary TEXT NARRATIVE Two or three sentences: what has happened so far and at which point the \
            talk stands.""");

    static final StateSchema RESEARCH = schema(
            "research_state",
            """
            findings LIST FACTS What has been established, each with its exact figures and where it comes from; negative \
            results too.
            hypotheses LIST HYPOTHESES Assumptions not yet settled, each with what speaks for it, what against it, and \
            how sure it is by now.
            next_actions LIST NEXT Steps still to take, most useful first, each concrete enough to start at once.
            sources LIST FILES Every document, link, file, data set and query worth going back to, written out in full.
            progress TEXT NARRATIVE Two or three sentences: the question being researched, what has been tried, and how \
            far it has come.""");

    static final StateSchema CONTINUATION = schema(
            "continuation_state",
            """
            done LIST DONE Finished work and established facts, with exact names and values, so that nothing is done or \
            asked twice.
            doing LIST DOING What is under way right now, how far it is, and what stands in the way.
            files LIST FILES Files and other places that were read, made or changed, each with its full path and what \
            was done there.
            next LIST NEXT What remains to be done, in order, and every promise or question still open.
            decisions LIST DECISIONS Choices that were made, each with its reason, and what the user asked for or ruled \
            out.""");

    private BundledSchemas() {}

    private static StateSchema schema(String name, String lines) {
        List<StateField> fields = lines.lines()
                .map(line -> line.split(" ", 4))
                .map(parts -> new StateField(parts[0], Shape.valueOf(parts[1]), Content.valueOf(parts[2]), parts[3]))
                .toList();
        return new StateSchema(name, fields);
    }
}
