package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a sentence of a person says about a rule: that one holds, or that one holds no longer; and the matter it speaks of.
 *
 * <p>A rule goes only by a sentence that says so without doubt, and that speaks of the same and of nothing else: "you can email me now"
 * takes back "never email me", but neither "you can call me now" nor "my sister can email me now" does, and "never call me on weekends"
 * outlives "you can call me now". A rule kept too long does less harm than one that is lost. The phrases for this are known in Chinese,
 * Japanese and English. Immutable.
 */
public final class RuleTalk {
    /** A rule about less than this is too general to be taken back. */
    private static final int LEAST_MATTER = 2;

    /** Characters of the longest run that is looked up where words are not parted. */
    private static final int LONGEST_IDLE = 8;
    /** Stands for the speaker to whom something is done, in whatever words. */
    private static final String TOWARD = "toward";
    /** So many Hiragana that are no grammar are a word. */
    private static final int SHORTEST_HIRAGANA = 3;

    /** Each word that is no grammar; where words are not parted, each character, and of letters of the alphabet and digits each run. */
    private final Set<String> matter;

    private final boolean forbids;
    private final boolean demands;
    private final boolean allows;
    private final boolean releases;
    private final boolean revokes;

    private RuleTalk(Statement statement) {
        boolean sure = !statement.question() && !statement.gives("doubt");
        matter = matter(statement.words(), statement.language());
        forbids = statement.has("forbid");
        demands = statement.has("demand");
        allows = sure && !forbids && statement.has("allow");
        releases = sure && !forbids && !demands && statement.has("release");
        revokes = sure && statement.has("revoke");
    }

    /**
     * What a sentence says.
     *
     * @param text the message
     * @param sentence one of its sentences
     * @param language its language
     * @return {@code null} if it says nothing about a rule, or if the language's phrases are not known
     */
    static @Nullable RuleTalk of(String text, SentenceWords sentence, LanguageProfile language) {
        return AnchorLanguage.of(language.code()).tellsRulesApart() ? of(Statement.of(text, sentence, language)) : null;
    }

    static @Nullable RuleTalk of(Statement statement) {
        if (!statement.language().tellsRulesApart()) {
            return null;
        }
        boolean says = statement.has("constraint")
                || statement.has("allow")
                || statement.has("release")
                || statement.has("revoke");
        return says ? new RuleTalk(statement) : null;
    }

    /** Whether it says that some rule holds no longer. */
    public boolean takesBack() {
        return allows || releases || revokes;
    }

    /** Whether this, said later, takes back the rule that {@code rule} speaks of. */
    public boolean takesBack(RuleTalk rule) {
        boolean contradicts =
                revokes || (allows && rule.forbids && !rule.demands) || (releases && rule.demands && !rule.forbids);
        return contradicts && matter.size() >= LEAST_MATTER && matter.equals(rule.matter);
    }

    private static Set<String> matter(List<String> words, AnchorLanguage language) {
        Set<String> matter = new HashSet<>();
        StringBuilder hiragana = new StringBuilder();
        int at = 0;
        while (at < words.size()) {
            int toward = longest("toward", words, at, language);
            if (toward > 0) {
                matter.add(TOWARD);
            }
            int idle = Math.max(toward, longest("idle", words, at, language));
            String word = words.get(at);
            char first = word.charAt(0);
            boolean isHiragana = first >= '\u3041' && first <= '\u309f';
            if (idle > 0 || !isHiragana) {
                addWord(hiragana, matter);
            }
            if (idle == 0 && isHiragana) {
                hiragana.append(word);
            } else if (idle == 0 && Character.isLetterOrDigit(first)) {
                matter.add(word);
            }
            at += Math.max(1, idle);
        }
        addWord(hiragana, matter);
        return matter;
    }

    private static void addWord(StringBuilder hiragana, Set<String> matter) {
        if (hiragana.length() >= SHORTEST_HIRAGANA) {
            matter.add(hiragana.toString());
        }
        hiragana.setLength(0);
    }

    /** How many words the longest run from there on has that is in the list under a key, 0 if none is. */
    private static int longest(String key, List<String> words, int at, AnchorLanguage language) {
        if (!language.isUnspaced()) {
            return language.has(key, words.get(at)) ? 1 : 0;
        }
        StringBuilder run = new StringBuilder();
        int longest = 0;
        for (int i = at; i < Math.min(words.size(), at + LONGEST_IDLE); i++) {
            run.append(words.get(i));
            if (language.has(key, run.toString())) {
                longest = i + 1 - at;
            }
        }
        return longest;
    }
}
