package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Stems;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The clauses of a sentence for all who ask what it says: each reading of them is made when it is first asked for. Not thread-safe. */
public final class SaidClauses {
    private final Statement statement;
    private final LanguageProfile profile;
    private final Stems stems;
    private final List<TalkClause> clauses;
    private @Nullable List<ForcedClause> forced;
    private @Nullable List<SaidPart> parts;

    /**
     * Those of a sentence.
     *
     * @param stems its language's
     */
    public SaidClauses(Statement statement, SentenceWords sentence, LanguageProfile profile, Stems stems) {
        this.statement = statement;
        this.profile = profile;
        this.stems = stems;
        this.clauses = TalkClause.of(statement, sentence, profile);
    }

    /** What each speaks of, and how much it says of it. */
    public List<ForcedClause> forced() {
        List<ForcedClause> known = forced;
        if (known == null) {
            known = ForcedClause.of(statement, clauses, profile, stems);
            forced = known;
        }
        return known;
    }

    /** Their parts without the words that deny. */
    public List<SaidPart> parts() {
        List<SaidPart> known = parts;
        if (known == null) {
            known = SaidPart.of(clauses, statement.language(), profile);
            parts = known;
        }
        return known;
    }
}
