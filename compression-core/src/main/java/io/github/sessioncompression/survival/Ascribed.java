package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the sentences of a model that say of somebody what was said of others alone: "Ana is allergic to shellfish", where only Ben is.
 *
 * <p>The words must be the same but for the name and a word or two that are left out, and each sentence with them must name somebody else: one without
 * a name may be about anybody. Who answers shortly may mean "me too", and of whom most of it is said, be it apart, it may be said. Linear. Not thread-safe; lives for one compilation.
 */
final class Ascribed {
    /** Words of content, the name among them, of a sentence that says enough. */
    private static final int FEWEST = 3;

    /** Words of content more than those of what is told. */
    private static final int MOST_MORE = 2;

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
            if (row.isEmpty() || rows.withAll(row).stream().noneMatch(said -> isSaid(row, said))) {
                return false;
            }
        }
        return true;
    }

    private boolean isSaid(List<String> row, SaidRows.Said said) {
        int at = somebody(row);
        return at < 0 || wordsOf(row.get(at), said).containsAll(row);
    }

    private boolean isOfOthers(List<String> row, LanguageProfile profile) {
        int at = somebody(row);
        List<String> rest = at < 0 ? List.of() : row.subList(at + 1, row.size());
        if (rest.size() + 1 < FEWEST) {
            return false;
        }
        String name = row.get(at);
        if (name.equals(Segment.SPEAKER) && rows.hasNamedSpeakers()) {
            return false;
        }
        Set<String> known = new HashSet<>();
        for (SaidRows.Said said : rows.with(name)) {
            Set<String> words = wordsOf(name, said);
            known.addAll(words);
            if (hasMost(words, rest)) {
                return false;
            }
        }
        if (known.containsAll(rest)) {
            return false;
        }
        List<SaidRows.Said> all = rows.withAll(rest);
        boolean same = false;
        for (SaidRows.Said said : all) {
            boolean other = said.words().stream().anyMatch(word -> isSomebody(word) && !rest.contains(word));
            boolean open = said.asked()
                    || !said.profile().equals(profile)
                    || mayBeOf(name, rest, said)
                    || !other
                    || rows.mayBePutRight(said)
                    || rows.mayBeSaidShortly(name, said)
                    || rows.isSaidLikewise(name, said)
                    || rows.with(name).stream().anyMatch(each -> each.isShortBehind(said));
            if (open) {
                return false;
            }
            same |= said.segments().stream().anyMatch(segment -> isOf(segment, rest, profile));
        }
        return same;
    }

    /** The words of a sentence but those of what it says of others: "Ana cooks, Ben washes up" says of Ben nothing of cooking. */
    private Set<String> wordsOf(String name, SaidRows.Said said) {
        Set<String> words = new HashSet<>();
        for (Segment segment : said.segments()) {
            if (!isOfAnother(segment.row(), name)) {
                words.addAll(segment.row());
            }
        }
        return words;
    }

    /** Whether a stretch says something of somebody else: "Ben" alone may be one of several. */
    private boolean isOfAnother(List<String> row, String name) {
        int at = somebody(row);
        return at >= 0 && at < row.size() - 1 && !row.contains(name);
    }

    /** Where somebody is named at the begin, be it behind what he is: "Nurse Ida"; -1 if nobody is. */
    private int somebody(List<String> row) {
        return isSomebody(row.get(0)) ? 0 : row.size() > 1 && isSomebody(row.get(1)) ? 1 : -1;
    }

    /** Whether a sentence may say the rest of whom it names, too: it does not where it says something else of him, and the rest of another by name. */
    private boolean mayBeOf(String name, List<String> rest, SaidRows.Said said) {
        return said.segments().stream().map(Segment::row).anyMatch(row -> {
            int at = row.indexOf(name);
            boolean another =
                    at == somebody(row) && at < row.size() - 1 && rest.stream().noneMatch(row::contains);
            return row.contains(name) && !another;
        });
    }

    /** Whether it is somebody and the rest, with a word or two more that speak of nobody else. */
    private boolean isOf(Segment segment, List<String> rest, LanguageProfile profile) {
        List<String> row = segment.row();
        int at = somebody(row);
        if (at < 0 || row.size() - at - 1 > rest.size() + MOST_MORE) {
            return false;
        }
        int found = 0;
        for (int i = at + 1; i < row.size(); i++) {
            boolean next = found < rest.size() && row.get(i).equals(rest.get(found));
            String grammar = segment.grammar(i);
            if ((!next && isSomebody(row.get(i)))
                    || profile.use(grammar).isThirdPerson()
                    || profile.use(grammar).isSecondPerson()) {
                return false;
            }
            found += next ? 1 : 0;
        }
        return found == rest.size();
    }

    private static boolean hasMost(Set<String> words, List<String> rest) {
        return rest.stream().filter(words::contains).count() * 2 > rest.size();
    }

    private boolean isSomebody(String word) {
        return word.equals(Segment.SPEAKER) || rows.isName(word);
    }
}
