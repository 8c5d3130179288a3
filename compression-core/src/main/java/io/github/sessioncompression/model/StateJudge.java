package io.github.sessioncompression.model;

import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateJson;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Port for checking the meaning of a model's state against the chat. There is none by default.
 *
 * <p>The verdict is applied once: entries that it calls unsupported are taken out, and what it calls missing goes to the state's ledger if
 * it is literally in one of the messages. A judge that throws, or takes longer than {@code model.timeout}, changes nothing.
 *
 * <p>Implementations are safe for use by many threads. They are called on the thread of a model call, never under a lock.
 */
@FunctionalInterface
public interface StateJudge {
    /**
     * Judges a state.
     *
     * @param request the messages and the state before them, secrets hidden
     * @param state the state that was written for it
     * @throws Exception if there is no verdict
     */
    Verdict judge(CompileRequest request, StateDocument state) throws Exception;

    /**
     * Result of judging a state.
     *
     * @param unsupported texts of the entries that neither the messages nor the previous state support, as written in the state
     * @param missing statements that the state lacks, as written in a message
     * @param usage cost of the calls that were made
     */
    record Verdict(List<String> unsupported, List<String> missing, Usage usage) {
        /** Copies the lists. */
        public Verdict {
            unsupported = List.copyOf(unsupported);
            missing = List.copyOf(missing);
            Objects.requireNonNull(usage, "usage");
        }
    }

    /** A judge that asks a model in one call, under a JSON schema; the request must fit that model's window. */
    static StateJudge asking(StructuredModel model) {
        return new Asking(Objects.requireNonNull(model, "model"));
    }

    /**
     * Asks a model which of a state's numbered entries are unsupported, and what is missing. Safe for use by many threads.
     *
     * <p>The messages are rendered whole, results of tools included, so the request can be larger than that of the compression.
     * Numbers that no entry has are ignored. An answer without both lists is no verdict.
     */
    record Asking(StructuredModel model) implements StateJudge {
        private static final String UNSUPPORTED = "unsupported";
        private static final String MISSING = "missing";
        private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{"
                + "\"unsupported\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}},"
                + "\"missing\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}},"
                + "\"required\":[\"unsupported\",\"missing\"],\"additionalProperties\":false}";
        /** Most missing statements that are read. */
        private static final int MOST_MISSING = 20;
        /** Output limit of a verdict. */
        private static final int OUTPUT_TOKENS = 4_096;

        @Override
        public Verdict judge(CompileRequest request, StateDocument state) throws Exception {
            List<StateItem> entries = state.items();
            ModelAnswer answer = model.answer(request(request, entries));
            Usage usage = answer.usage() == null ? Usage.NONE : answer.usage();
            List<Map<String, @Nullable Object>> objects = JsonObjects.in(answer.text());
            // The last one: a model may draft its verdict before.
            for (int i = objects.size() - 1; i >= 0; i--) {
                if (objects.get(i).get(UNSUPPORTED) instanceof List<?> unsupported
                        && objects.get(i).get(MISSING) instanceof List<?> missing) {
                    return new Verdict(named(unsupported, entries), texts(missing), usage);
                }
            }
            throw new IllegalStateException("the answer holds no verdict");
        }

        /** The former state, the messages and the entries by number, each between its tags. */
        private static ModelRequest request(CompileRequest request, List<StateItem> entries) {
            MessageRenderer rendering = new MessageRenderer(Set.of("*"));
            StringBuilder transcript = new StringBuilder();
            request.span().forEach(entry -> transcript
                    .append(rendering.next(entry.message(), 0).text(Integer.MAX_VALUE))
                    .append('\n'));
            StringBuilder numbered = new StringBuilder();
            for (int i = 0; i < entries.size(); i++) {
                String text = CodePoints.clean(entries.get(i).text()).replace('\n', ' ');
                numbered.append(i == 0 ? "" : "\n").append(i + 1).append(". ").append(PromptTags.escape(text));
            }
            StateDocument previous = request.previous();
            StringBuilder prompt = new StringBuilder();
            PromptTags.PREVIOUS_STATE.append(
                    prompt,
                    previous == null ? null : PromptTags.escapeJson(StateJson.write(request.schema(), previous)));
            PromptTags.NEW_MESSAGES.append(prompt, transcript.toString().stripTrailing());
            PromptTags.STATE_ENTRIES.append(prompt, numbered.toString());
            prompt.append("Now check the numbered entries above. Answer with the JSON object only.");
            return new ModelRequest(
                    PromptTemplate.JUDGE.bundled(), prompt.toString(), "state_verdict", SCHEMA, OUTPUT_TOKENS);
        }

        /** Texts of the entries with these numbers, which begin at 1. */
        private static List<String> named(List<?> numbers, List<StateItem> entries) {
            return numbers.stream()
                    .filter(each -> each instanceof Long number && number >= 1 && number <= entries.size())
                    .map(number -> entries.get(((Long) number).intValue() - 1).text())
                    .toList();
        }

        private static List<String> texts(List<?> values) {
            return values.stream()
                    .filter(String.class::isInstance)
                    .map(String.class::cast)
                    .limit(MOST_MISSING)
                    .toList();
        }
    }
}
