package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.Announcement;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.FoundRange;
import io.github.sessioncompression.anchor.FoundSaid;
import io.github.sessioncompression.anchor.FoundText;
import io.github.sessioncompression.anchor.Labelled;
import io.github.sessioncompression.anchor.RuleTalk;
import io.github.sessioncompression.anchor.SaidAside;
import io.github.sessioncompression.anchor.ShortRejected;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.value.OutdatedValue;
import io.github.sessioncompression.value.ValueTalk;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Reads messages one after another and remembers what is still open. Not thread-safe; lives for one reading. */
final class AnchorReading {
    /** The latest rules and choices that can be taken back, and the latest sentences that may take back older ones. */
    private static final int MOST_RULES = 200;

    /** A rule or a choice that may be taken back, who said it, and which anchors its sentence gave. */
    private record Rule(RuleTalk talk, String speaker, int first, int end) {}

    private final Languages languages = Languages.shared();
    private final Readings readings;
    private final List<Anchor> anchors = new ArrayList<>();
    private final Set<Integer> gone = new HashSet<>();
    private final ValuesSaid said = new ValuesSaid(anchors, gone);
    private SaidAnew saidAnew = new SaidAnew();
    private final ShownSentence sentences = new ShownSentence(languages.unknown());
    private final FoundSaid repeated = new FoundSaid();
    private final OpenQuestions open = new OpenQuestions();

    private final Deque<Rule> rules = new ArrayDeque<>();
    private final Deque<RuleTalk> takenBack = new ArrayDeque<>();
    private int superseded;
    /** The place of the first anchor of the messages, behind those of what was said before. */
    private int begin;
    /** What held no longer when they began. */
    private Set<Integer> goneBefore = Set.of();
    /** The number of the message read last. */
    private long last;

    private LanguageProfile usual;
    /** Whose message is read. */
    private String speaker = "";

    /** Has read the messages. */
    static AnchorReading of(List<Entry> span, Readings readings) {
        return of(List.of(), span, readings);
    }

    /**
     * The same behind what was said last before them.
     *
     * @param before what is covered already: nothing of it is an anchor
     */
    static AnchorReading of(List<Entry> before, List<Entry> span, Readings readings) {
        AnchorReading reading = new AnchorReading(span, readings);
        before.forEach(reading::read);
        reading.cut();
        span.forEach(reading::read);
        reading.saidAnew.readBehind(reading.anchors);
        reading.saidAnew.gone(reading.anchors).forEach(old -> reading.takeAway(old, old + 1));
        return reading;
    }

    private AnchorReading(List<Entry> span, Readings readings) {
        this.readings = readings;
        usual = Readings.languageOf(span);
    }

    /** What was read so far was covered before; what it said and took back stands in the state that is read beside it. */
    private void cut() {
        begin = anchors.size();
        goneBefore = Set.copyOf(gone);
        saidAnew = new SaidAnew();
        takenBack.clear();
    }

    /** The anchors that hold, in the order in which they were said. */
    List<Anchor> anchors() {
        return IntStream.range(begin, anchors.size())
                .filter(at -> !gone.contains(at))
                .mapToObj(anchors::get)
                .toList();
    }

    /** How many were left out because a later one corrects them. */
    int superseded() {
        return superseded + said.superseded();
    }

    /** What the messages say of what was said last before them. */
    AcrossTheCut acrossTheCut() {
        return new AcrossTheCut(
                IntStream.range(0, begin)
                        .filter(at -> gone.contains(at) && !goneBefore.contains(at))
                        .mapToObj(anchors::get)
                        .toList(),
                anchors());
    }

    /** What was offered last, if the first message that follows chooses of it: that message alone would not say what. */
    List<Anchor> offeredTo(List<Entry> tail) {
        for (Entry entry : tail) {
            Message message = entry.message();
            boolean person = message.role() == Role.USER || message.role() == Role.ASSISTANT;
            if (person && entry.sequence() > last && !message.text().isBlank()) {
                LanguageProfile profile = languages.detect(message.text(), usual);
                return sentences.offeredTo(readings.of(message.text(), profile), speaker(message), profile);
            }
        }
        return List.of();
    }

    /** What persons said that may take back a rule of before. */
    List<RuleTalk> takenBack() {
        return List.copyOf(takenBack);
    }

    /** Whether the same was said and not taken back since. */
    boolean isHeld(RuleTalk told) {
        return rules.stream().anyMatch(rule -> rule.talk().saysSame(told));
    }

    /** The values that were put right, with what each was said of. */
    List<OutdatedValue> righted() {
        return said.righted();
    }

    /** The values that were given, and those that were given anew. */
    SaidAnew saidAnew() {
        return saidAnew;
    }

    private void read(Entry entry) {
        Message message = entry.message();
        StateItem.Origin origin = StateItem.Origin.of(message.role());
        boolean data = message.role() == Role.TOOL && message.text().length() > Readings.LONGEST_RESULT;
        speaker = speaker(message);
        last = entry.sequence();
        if (message.role() != Role.SYSTEM && !data && !message.text().isBlank()) {
            read(message.text(), entry.sequence(), origin, message.error());
        }
    }

    private static String speaker(Message message) {
        return message.role() + (message.name() == null ? "" : ' ' + message.name());
    }

    private void read(String text, long source, StateItem.Origin origin, boolean failed) {
        LanguageProfile profile = readings.languageOf(text, usual);
        AnchorLanguage language = AnchorLanguage.of(profile.code());
        boolean person = origin == StateItem.Origin.USER || origin == StateItem.Origin.ASSISTANT;
        TextReading reading = person ? readings.of(text, profile) : readings.ofTool(text, profile);
        List<FoundRange> found = person ? reading.found(origin == StateItem.Origin.ASSISTANT) : List.of();
        Iterator<Atom> atoms = reading.atoms().iterator();
        Atom next = atoms.hasNext() ? atoms.next() : null;
        boolean states = false;
        boolean defers = false;
        List<Integer> asked = new ArrayList<>();
        for (int i = 0; i < reading.sentences().size(); i++) {
            Labelled.Read read = reading.read(i);
            SentenceWords sentence = read.words();
            Statement statement = read.statement();
            boolean isFound = FoundText.holds(found, statement.start())
                    || (origin == StateItem.Origin.ASSISTANT && repeated.holds(statement));
            StateItem.Origin saidBy = isFound ? StateItem.Origin.OUTSIDE : origin;
            boolean own = person && !isFound && !sentence.aside();
            if (!own) {
                repeated.hear(statement.text());
            }
            Senses.Sense sense = own ? reading.sense(i) : null;
            states |= own && !statement.question() && statement.says();
            defers |= statement.defers();
            long corrected = 0;
            int first = anchors.size();
            String ownText = ShownSentence.cut(statement.text());
            String front = person ? sentences.inFront(reading, i, own, speaker, profile) : "";
            String shown = front + ownText;
            List<Long> sources = front.isEmpty() ? List.of(source) : List.of(source, sentences.sourceInFront());
            List<AnchorType> types = sentences.types(statement, own, failed, origin);
            for (AnchorType type : types) {
                if (type == AnchorType.QUESTION) {
                    asked.add(anchors.size());
                }
                anchors.add(new Anchor(type, sentences.chose() ? shown : ownText, shown, sources, saidBy, 0));
            }
            sentences.given(first, anchors.size()).forEach(old -> takeAway(old, old + 1));
            List<Integer> values = new ArrayList<>();
            List<Atom> all = new ArrayList<>();
            while (next != null && next.start() < statement.end()) {
                if (!next.weak()) {
                    values.add(anchors.size());
                    String around = ownText.contains(next.text()) ? shown : ShownSentence.around(text, next);
                    anchors.add(new Anchor(next.type(), next.text(), around, sources, saidBy, 0));
                }
                all.add(next);
                next = atoms.hasNext() ? atoms.next() : null;
            }
            ValueTalk talkOfValues = sense == null ? null : sense.values();
            boolean corrects = statement.corrects()
                    || (own && !statement.question() && profile.corrects(sentence.words()))
                    || (sense != null && sense.wrong() != null)
                    || reading.announced(i)
                    || (statement.setsAgainst(values.size())
                            && !statement
                                    .rejected(values.stream().map(anchors::get).toList(), language)
                                    .isEmpty());
            Set<String> words = corrects || !values.isEmpty() ? ContentWords.of(sentence, all, profile) : Set.of();
            if (sense != null && corrects && (!sense.stands() || sense.wrong() != null)) {
                SentenceWords rest = Announcement.without(statement, sentence, profile);
                boolean announces = rest.words().size() < sentence.words().size();
                Set<String> about =
                        ContentWords.among(SaidAside.without(language, rest.words(), profile), words, profile);
                ShortRejected wrong = sense.wrong();
                if (wrong != null) {
                    saidAnew.hear(wrong);
                    corrected = said.supersede(wrong, values, about, language, speaker);
                }
                if (corrected == 0) {
                    // What an announcement speaks of is not what its value is of.
                    ValueTalk of = announces && !language.isUnspaced() ? null : talkOfValues;
                    corrected = said.supersede(values, about, statement, language, of, speaker, source);
                }
                if (corrected == 0 && all.size() == 1) {
                    int announced = announces || reading.announced(i) ? ValuesSaid.MOST_OF_REPLY : -1;
                    int most = BareValue.is(rest, all.get(0), profile) ? Integer.MAX_VALUE : announced;
                    corrected = said.supersedeLast(all.get(0), most, speaker, source);
                }
            }
            RuleTalk talk = sense == null ? null : sense.rule();
            if (talk != null && talk.takesBack() && origin == StateItem.Origin.USER) {
                takeBack(talk);
            }
            if (talk != null && types.stream().anyMatch(AnchorType::isStanding)) {
                latest(rules, new Rule(talk, speaker, first, anchors.size()));
            }
            if (corrected > 0) {
                link(first, corrected);
            }
            if (own) {
                boolean assistants = origin == StateItem.Origin.ASSISTANT;
                saidAnew.hear(talkOfValues, statement.text(), speaker, assistants, first, anchors.size());
            }
            said.remember(values, words, speaker, language, talkOfValues);
        }
        saidAnew.endMessage();
        if (person) {
            sentences.end(reading, speaker, profile, source);
        }
        if (person && states && !defers) {
            gone.addAll(open.answeredBy(speaker));
        }
        open.add(asked, speaker);
    }

    private void link(int first, long corrected) {
        for (int i = first; i < anchors.size(); i++) {
            Anchor anchor = anchors.get(i);
            if (anchor.type() == AnchorType.CORRECTION) {
                anchors.set(
                        i,
                        new Anchor(
                                anchor.type(),
                                anchor.text(),
                                anchor.sentence(),
                                anchor.sources(),
                                anchor.origin(),
                                corrected));
            }
        }
    }

    /** Takes away the rules and choices, with the values in their sentences, that hold no longer. */
    private void takeBack(RuleTalk talk) {
        latest(takenBack, talk);
        rules.removeIf(rule -> {
            boolean own = rule.speaker().equals(speaker);
            boolean goes = own ? talk.takesBack(rule.talk()) : talk.takesBackRule(rule.talk());
            if (goes) {
                takeAway(rule.first(), rule.end());
            }
            return goes;
        });
    }

    private void takeAway(int first, int end) {
        for (int place = first; place < end; place++) {
            superseded += gone.add(place) ? 1 : 0;
        }
    }

    private static <T> void latest(Deque<T> all, T one) {
        all.addLast(one);
        if (all.size() > MOST_RULES) {
            all.removeFirst();
        }
    }
}
