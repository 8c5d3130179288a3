package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import java.util.List;

/**
 * Finds the sentences of a model that say of somebody what was said of others alone: "Ana is allergic to shellfish", where only Ben is.
 *
 * <p>The words must be the very same but for the name, and each sentence with them must name somebody else: one without a name may be about anybody.
 * Who answers shortly may mean "me too". Linear. Not thread-safe; lives for one compilation.
 */
final class Ascribed {
    /** Words of content, the name among them, of a sentence that says enough. */
    private static final int FEWEST = 3;

    private final SaidRows rows;

    Ascribed(SaidRows rows) {
        this.rows = rows;
    }

    /** Whether a sentence of a model says of somebody what is of others. */
    boolean isToldBy(String told, LanguageProfile profile) {
        if (profile.isUnspaced() || isSaid(told, profile)) {
            return false;
        }
        return rows.told().any(told, profile, (statement, sentence) -> rows.told(statement, sentence, profile).stream()
                .anyMatch(segment -> isOfOthers(segment.row(), profile)));
    }

    /** Whether a sentence has all of its words as they are: "User testing" speaks of no user. */
    private boolean isSaid(String told, LanguageProfile profile) {
        for (SentenceWords sentence : SentenceWords.split(told, profile)) {
            Statement statement = Statement.of(told, sentence, profile);
            List<String> row =
                    SaidRows.joined(rows.told(statement, sentence, profile)).row();
            if (row.isEmpty() || rows.withAll(row).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private boolean isOfOthers(List<String> row, LanguageProfile profile) {
        if (row.size() < FEWEST || !isSomebody(row.get(0))) {
            return false;
        }
        String name = row.get(0);
        if (name.equals(Segment.SPEAKER) && rows.hasNamedSpeakers()) {
            return false;
        }
        List<String> rest = row.subList(1, row.size());
        List<SaidRows.Said> all = rows.withAll(rest);
        boolean same = false;
        for (SaidRows.Said said : all) {
            boolean other = said.words().stream().anyMatch(word -> isSomebody(word) && !rest.contains(word));
            boolean open = said.asked()
                    || !said.profile().equals(profile)
                    || said.words().contains(name)
                    || !other
                    || rows.mayBePutRight(said)
                    || rows.mayBeSaidShortly(name, said)
                    || rows.with(name).stream().anyMatch(each -> each.isShortBehind(said));
            if (open) {
                return false;
            }
            same |= said.segments().stream().anyMatch(segment -> isOf(segment.row(), rest));
        }
        return same;
    }

    /** Whether it is somebody and the rest. */
    private boolean isOf(List<String> row, List<String> rest) {
        return row.size() == rest.size() + 1
                && isSomebody(row.get(0))
                && row.subList(1, row.size()).equals(rest);
    }

    private boolean isSomebody(String word) {
        return word.equals(Segment.SPEAKER) || rows.isName(word);
    }
}
