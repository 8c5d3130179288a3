package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.text.Labels;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the goal in a summary that this package wrote. */
final class EarlierGoal {
    private EarlierGoal() {}

    /** The summary's first sentence if it names the goal; {@code null} if it does not, or if a model wrote the summary. */
    static @Nullable StateItem of(StateDocument state, StateSchema schema, Languages languages) {
        for (StateField field : schema.fields()) {
            if (field.content() == StateField.Content.NARRATIVE) {
                for (StateItem item : state.items(field.name())) {
                    StateItem goal = item.writer() == StateItem.Writer.MODEL ? null : goal(item, languages);
                    if (goal != null) {
                        return goal;
                    }
                }
            }
        }
        return null;
    }

    private static @Nullable StateItem goal(StateItem item, Languages languages) {
        for (LanguageProfile profile : languages.all()) {
            Labels labels = profile.labels();
            if (item.text().startsWith(labels.mark("goal") + " ")) {
                int end = item.text().length();
                for (String mark : labels.marks()) {
                    int at = item.text().indexOf(" " + mark + " ");
                    end = at > 0 ? Math.min(end, at) : end;
                }
                List<Long> sources =
                        item.notes().isEmpty() ? item.sources() : item.notes().get(0);
                return new StateItem(
                        item.text().substring(0, end).strip(),
                        StateItem.Kind.NARRATIVE,
                        sources,
                        item.origin(),
                        item.writer());
            }
        }
        return null;
    }
}
