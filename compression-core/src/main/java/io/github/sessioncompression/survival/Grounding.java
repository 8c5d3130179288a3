package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.AtomIndex;
import io.github.sessioncompression.anchor.AtomScanner;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of a model's state what it invented: sentences with a value or a name that occurs nowhere in what it was given, in no
 * spelling, and facts none of whose words do; those that say the opposite of what was said, more or less than that, or of somebody what is of
 * another; those that do what an order in a tool's result or a pasted page asks for; and those that tell a rule or a choice which the user has
 * taken back since, or a value that was given anew.
 *
 * <p>Names are words with a capital inside a sentence, in languages that write no other words so. A value that was computed, such as a
 * sum, counts as invented: a state says what was said. Linear in the texts. Not thread-safe; lives for one compilation.
 */
public final class Grounding {
    private static final int SHORTEST_NAME = 4;

    private final Languages languages = Languages.shared();
    private final AtomIndex given = new AtomIndex();
    private final HeardPlaces heard = new HeardPlaces();
    private final Steering steering = new Steering();
    private final StateDocument state;
    private final List<Entry> span;
    private final @Nullable StateDocument previous;
    private @Nullable AnchorReading said;
    private @Nullable OutdatedValues outdated;
    private @Nullable Opposites opposites;
    private @Nullable Altered altered;
    private @Nullable Proposed proposed;
    private @Nullable SaidRows rows;
    private @Nullable Unheard unheard;
    private @Nullable Holders holders;
    private final Hearing hearing;
    private final Readings readings;
    private final LanguageProfile usual;
    private int invented;

    /** A state without what was invented or no longer holds, and how many sentences that took away. */
    public record Grounded(StateDocument state, int invented) {}

    private Grounding(StateDocument state, CompileRequest request, @Nullable String systemContext, Readings readings) {
        this.state = state;
        this.readings = readings;
        span = request.span();
        LanguageProfile profile = languages.unknown();
        previous = request.previous();
        if (previous != null) {
            for (StateItem item : previous.items()) {
                profile = add(item.text(), profile);
                boolean found = item.origin() == StateItem.Origin.TOOL || item.origin() == StateItem.Origin.OUTSIDE;
                if (!found) {
                    steering.say(item.text(), profile);
                }
            }
        }
        for (Entry entry : request.before()) {
            profile = add(entry.message().text(), profile);
        }
        for (Entry entry : request.span()) {
            Message message = entry.message();
            profile = add(message.text(), profile);
            steering.read(entry, profile);
            for (ToolCall call : message.toolCalls()) {
                profile = add(call.name() + ' ' + call.arguments(), profile);
            }
            if (message.name() != null) {
                profile = add(message.name(), profile);
            }
            if (message.timestamp() != null) {
                profile = add(message.timestamp().toString().substring(0, 10), profile);
            }
        }
        for (@Nullable String more : new @Nullable String[] {systemContext, request.focus()}) {
            profile = more == null ? profile : add(more, profile);
        }
        usual = profile;
        hearing = new Hearing(span, previous, usual, readings);
    }

    private LanguageProfile add(String text, LanguageProfile before) {
        LanguageProfile profile = languages.detect(text, before);
        given.add(text, readings.atoms(text, profile), AnchorLanguage.of(profile.code()));
        heard.add(text);
        return profile;
    }

    /**
     * What is left of a state that a model wrote for {@code request}.
     *
     * @param systemContext what the model was told beside it; {@code null} for nothing
     */
    public static Grounded of(StateDocument state, CompileRequest request, @Nullable String systemContext) {
        return of(state, request, systemContext, new Readings());
    }

    /**
     * The same.
     *
     * @param readings what is known of the messages already, to be added to
     */
    public static Grounded of(
            StateDocument state, CompileRequest request, @Nullable String systemContext, Readings readings) {
        Grounding grounding = new Grounding(state, request, systemContext, readings);
        Map<String, List<StateItem>> fields = new LinkedHashMap<>();
        Map<String, StateField.Content> contents = new HashMap<>();
        request.schema().fields().forEach(field -> contents.put(field.name(), field.content()));
        state.fields().forEach((name, items) -> {
            StateField.Content content = contents.getOrDefault(name, StateField.Content.NARRATIVE);
            List<StateItem> kept = new ArrayList<>(items.size());
            for (StateItem item : items) {
                String text = grounding.grounded(item.text(), content);
                if (text.equals(item.text())) {
                    kept.add(item);
                } else if (!text.isBlank()) {
                    kept.add(new StateItem(text, item.kind(), item.sources(), item.origin(), item.writer()));
                }
            }
            fields.put(name, kept);
        });
        return new Grounded(new StateDocument(fields), grounding.invented);
    }

    private String grounded(String text, StateField.Content content) {
        LanguageProfile profile = languages.detect(text, usual);
        AnchorLanguage language = AnchorLanguage.of(profile.code());
        StringBuilder kept = new StringBuilder(text.length());
        int start = 0;
        for (SentenceWords sentence : SentenceWords.split(text, profile)) {
            List<Word> words = sentence.words();
            int end = Statement.of(text, sentence, language).end();
            String part = text.substring(start, Math.max(start, end));
            boolean holds = isGiven(part, language)
                    && namesAreGiven(words, profile)
                    && !steering.steers(text, sentence, profile)
                    && !isTakenBack(part.strip())
                    && !isOutdated(part.strip())
                    && !isOpposite(part.strip(), profile)
                    && !isAltered(part.strip(), profile)
                    && !isProposed(part.strip(), profile)
                    && !isExchanged(part.strip(), profile)
                    && !isUnheard(content, part.strip(), sentence, profile)
                    && !isOfAnother(part.strip(), profile);
            if (holds) {
                kept.append(part);
            } else {
                invented++;
            }
            start = Math.max(start, end);
        }
        return kept.append(text, start, text.length()).toString().strip();
    }

    private boolean isTakenBack(String part) {
        return TakenBack.isTakenBack(part, reading());
    }

    private AnchorReading reading() {
        AnchorReading read = said == null ? AnchorReading.of(span, readings) : said;
        said = read;
        return read;
    }

    private boolean isOutdated(String part) {
        return outdated().areToldBy(part);
    }

    private OutdatedValues outdated() {
        OutdatedValues known = outdated == null ? OutdatedValues.of(reading(), previous) : outdated;
        outdated = known;
        return known;
    }

    private boolean isOpposite(String part, LanguageProfile profile) {
        if (opposites == null) {
            opposites = Opposites.of(hearing);
        }
        // "On the 10th, not on the 3rd": the opposite of what was put right is right.
        return !outdated().areNamedBy(part) && opposites.areToldBy(part, profile);
    }

    private boolean isAltered(String part, LanguageProfile profile) {
        if (altered == null) {
            altered = Altered.of(hearing);
        }
        return altered.isToldBy(part, profile);
    }

    private boolean isProposed(String part, LanguageProfile profile) {
        if (proposed == null) {
            proposed = Proposed.of(hearing);
        }
        return proposed.areToldBy(part, profile);
    }

    private boolean isExchanged(String part, LanguageProfile profile) {
        if (rows == null) {
            rows = SaidRows.of(hearing);
        }
        return new Swapped(rows).isToldBy(part, profile) || new Ascribed(rows).isToldBy(part, profile);
    }

    private boolean isUnheard(
            StateField.Content content, String part, SentenceWords sentence, LanguageProfile profile) {
        if (unheard == null) {
            unheard = new Unheard(heard, span, state, usual);
        }
        return unheard.isToldBy(content, part, sentence, profile);
    }

    private boolean isOfAnother(String part, LanguageProfile profile) {
        if (holders == null) {
            holders = Holders.of(span, previous, usual, readings);
        }
        return holders.areMistakenBy(part, profile);
    }

    private boolean isGiven(String part, AnchorLanguage language) {
        for (Atom atom : AtomScanner.scan(part, language)) {
            if (!atom.weak() && !given.holds(atom.type(), atom.text(), language)) {
                return false;
            }
        }
        return true;
    }

    private boolean namesAreGiven(List<Word> words, LanguageProfile profile) {
        if (!AnchorLanguage.of(profile.code()).namesHaveCapitals()) {
            return true;
        }
        long capitals = words.stream()
                .filter(word -> Character.isUpperCase(word.surface().charAt(0)))
                .count();
        if (capitals * 2 > words.size()) {
            return true;
        }
        for (int i = 1; i < words.size(); i++) {
            Word word = words.get(i);
            boolean name = word.isProper()
                    && !word.quoted()
                    && words.get(i - 1).after() != ':'
                    && word.surface().length() >= SHORTEST_NAME
                    && Letters.all(word.surface(), 1, Character::isLowerCase)
                    && !profile.use(word).isTime()
                    && !profile.use(word).isBinding()
                    && !profile.use(word).isFirstPerson();
            if (name && !given.holdsWordLike(word.surface())) {
                return false;
            }
        }
        return true;
    }
}
