package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The words of a clause, those of its force found among them. Immutable.
 *
 * @param words all of them, with "not" and "will" as words of their own
 * @param conditionAt where a condition begins, -1 if none does
 * @param unsure whether the rest of them leaves open whether it is so
 * @param refers whether one of them stands for whom or what was named before
 * @param self whether one of them is the speaker, who does or is something
 */
record ForceReading(
        List<String> words,
        Set<Force> forces,
        int conditionAt,
        boolean speaksToOther,
        SaidPart rest,
        boolean unsure,
        boolean refers,
        boolean self,
        AnchorLanguage language) {
    /** Languages whose word for "if" is another one inside a clause. */
    private static final Set<String> IF_FIRST = Set.of("pt", "nl", "fr");

    /**
     * Reads a clause.
     *
     * @param clause its words in small letters; of a script without spaces its characters
     */
    static ForceReading of(List<String> clause, AnchorLanguage language, LanguageProfile profile) {
        List<String> words = ForceWords.parted(clause, language);
        ForceWords known = ForceWords.of(language);
        EnumSet<Force> forces = EnumSet.noneOf(Force.class);
        List<String> rest = new ArrayList<>(words.size());
        int condition = -1;
        int at = 0;
        while (at < words.size()) {
            ForceWords.Found found = known.at(words, at);
            boolean ifs = found.forces().contains(Force.IF);
            boolean other = ifs && at > 0 && IF_FIRST.contains(language.code());
            if (!other) {
                forces.addAll(found.forces());
                condition = ifs && condition < 0 ? at : condition;
            }
            if (found.forces().isEmpty()) {
                rest.addAll(words.subList(at, at + Math.max(1, found.length())));
                known.addEnding(words.get(at), forces);
            } else if (found.forces().contains(Force.YET) || found.forces().contains(Force.NEVER)) {
                // "Never" denies, "noch nicht" does, too; "yet" does not.
                words.subList(at, at + found.length()).stream()
                        .filter(word -> profile.use(word).isNegation() || language.has("deny", word))
                        .findFirst()
                        .ifPresent(rest::add);
            }
            at += Math.max(1, found.length());
        }
        if (words.stream().anyMatch(word -> !language.same(word).equals(word))
                && language.code().equals("en")) {
            forces.add(Force.DONE);
        }
        boolean other = clause.stream().anyMatch(word -> profile.use(word).isSecondPerson());
        boolean refers = words.stream().anyMatch(word -> profile.use(word).isThirdPerson());
        boolean self = words.stream().anyMatch(word -> profile.use(word).isSubject());
        boolean unsure = language.cues().holds(language.cues().cuesIn(rest), "unsure");
        return new ForceReading(
                words,
                forces,
                condition,
                other,
                SaidPart.whole(rest, language, profile),
                unsure,
                refers,
                self,
                language);
    }
}
