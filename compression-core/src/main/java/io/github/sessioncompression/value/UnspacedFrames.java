package io.github.sessioncompression.value;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.AtomKeys;
import io.github.sessioncompression.anchor.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads what a sentence of a script without spaces says of values. Not thread-safe; lives for one sentence. */
final class UnspacedFrames {
    private static final String MARKS = "，,；;。.、！!";
    /** What may stand between two values that belong together: "5月3日の15時". */
    private static final Set<String> TYING = Set.of("", "の", "的");

    private static final int SHORTEST_SUBJECT = 2;
    /** Characters of what is no more than one word. */
    private static final int LONGEST_BARE = 3;
    /** Characters behind a value that say next to nothing: "左右". */
    private static final int LONGEST_TAIL = 2;

    private static final Comparator<String> LONGEST_FIRST = Comparator.comparingInt(word -> -word.length());

    private final AnchorLanguage language;
    private final String text;
    private final boolean note;
    private final boolean anew;
    private final int start;
    private final Supplier<List<Atom>> atoms;
    private final SaidBefore earlier;
    private final List<Given> given = new ArrayList<>();

    /** A value and where it stands. */
    private record Given(String kind, List<String> keys, int start, int end) {}

    /** Of a statement, be it a note, in which a comma may stand for a colon, and whether it says that its value is another one than before. */
    UnspacedFrames(Statement statement, boolean note, boolean anew, Supplier<List<Atom>> atoms, SaidBefore earlier) {
        this.earlier = earlier;
        this.note = note;
        this.anew = anew;
        this.atoms = atoms;
        start = statement.start();
        language = statement.language();
        text = statement.text();
    }

    /** Adds what the whole sentence says of each of its values, and what its parts say, if there are several. */
    void read(List<ValueClaim> whole, List<ValueClaim> parts) {
        if (!note && language.list("copula").stream().noneMatch(text::contains)) {
            return;
        }
        readValues();
        int from = 0;
        for (int i = 0; i < given.size(); i = from) {
            from = i + 1;
            while (from < given.size()
                    && TYING.contains(text.substring(
                                    given.get(from - 1).end(), given.get(from).start())
                            .strip())) {
                from++;
            }
            readClaim(i, from, whole, parts);
        }
    }

    private void readValues() {
        int end = 0;
        for (Atom atom : atoms.get()) {
            int at = atom.start() - start;
            if (at >= end && atom.end() - start <= text.length()) {
                end = atom.end() - start;
                List<String> keys = AtomKeys.of(atom.type(), atom.text(), language);
                given.add(new Given(ValuePiece.kind(atom), keys, at, end));
            }
        }
        for (String day : longestFirst("weekday")) {
            int at = text.indexOf(day);
            int to = at + day.length();
            boolean free = at >= 0 && given.stream().noneMatch(each -> each.start() < to && at < each.end());
            if (free) {
                given.add(new Given("weekday", List.of(day.replaceFirst("曜日$", "曜")), at, to));
            }
        }
        given.sort(Comparator.comparingInt(Given::start));
    }

    private void readClaim(int first, int behind, List<ValueClaim> whole, List<ValueClaim> parts) {
        int start = given.get(first).start();
        int end = given.get(behind - 1).end();
        int part = start;
        while (part > 0 && MARKS.indexOf(text.charAt(part - 1)) < 0) {
            part--;
        }
        int partEnd = end;
        while (partEnd < text.length() && MARKS.indexOf(text.charAt(partEnd)) < 0) {
            partEnd++;
        }
        String before = text.substring(part, start).strip();
        boolean comma = note && before.isEmpty() && part > 0;
        if (comma) {
            part--;
            while (part > 0 && MARKS.indexOf(text.charAt(part - 1)) < 0) {
                part--;
            }
            before = text.substring(part, start).strip();
        }
        String copula = comma ? before.substring(before.length() - 1) : longestEnd(before, language.list("copula"));
        String behindIt = text.substring(end, partEnd).strip();
        boolean ends = language.list("end").isEmpty()
                || behindIt.isEmpty()
                || language.list("end").contains(behindIt);
        if (copula.isEmpty() || !ends) {
            return;
        }
        String subject = before.substring(0, before.length() - copula.length()).strip();
        String bare = withoutOwn(subject);
        boolean settled = isSettled(bare, note || !bare.equals(subject));
        List<List<String>> values = new ArrayList<>(1);
        StringBuilder slot = new StringBuilder();
        for (Given each : given.subList(first, behind)) {
            values.add(each.keys());
            slot.append('<').append(each.kind()).append('>');
        }
        String tail = language.list("end").isEmpty() ? behindIt : "";
        boolean entry = !Character.isLetter(copula.charAt(0));
        String frame = bare + (entry ? ":" : copula) + slot + tail;
        Set<String> of = bare.isEmpty() ? Set.of() : new HashSet<>(List.of(bare));
        String others = words(text.substring(0, part)) + '|' + words(text.substring(partEnd));
        boolean only = others.length() == 1;
        boolean one = only && behind == first + 1 && settled && tail.length() <= LONGEST_TAIL;
        boolean own = !bare.equals(subject);
        boolean lasts = anew || lasts(bare, given.subList(first, behind));
        ValueSetting setting = settled && !own ? setting(bare) : ValueSetting.NONE;
        ValueTopic topic = one
                ? new ValueTopic(given.get(first).kind(), of, Set.of(), values)
                        .in(setting)
                        .written(text.substring(start, end))
                : null;
        String all = (only ? frame : others + frame).toLowerCase(Locale.ROOT);
        whole.add(new ValueClaim(all, values, of, settled, entry, lasts, setting, topic));
        if (!only) {
            parts.add(
                    new ValueClaim(frame.toLowerCase(Locale.ROOT), values, of, settled, entry, lasts, setting, topic));
        }
    }

    /** The value that the sentence says is new, if it gives one and nothing else. */
    @Nullable
    ValueTopic change() {
        if (language.list("changed-to").stream().noneMatch(text::contains)) {
            return null;
        }
        if (given.isEmpty()) {
            readValues();
        }
        if (given.size() != 1) {
            return null;
        }
        Given value = given.get(0);
        String before = text.substring(0, value.start()).strip();
        String behind = text.substring(value.end()).strip();
        String lead = longestEnd(before, language.list("changed-to"));
        boolean leads = !lead.isEmpty();
        if (!leads) {
            lead = longestEnd(before, language.list("leads-to"));
            boolean says = language.list("changed-to").stream().anyMatch(behind::startsWith);
            leads = says && !lead.isEmpty();
        }
        String subject = before.substring(0, before.length() - lead.length());
        for (String each : longestFirst("already")) {
            subject = subject.startsWith(each) ? subject.substring(each.length()) : subject;
            subject = subject.endsWith(each) ? subject.substring(0, subject.length() - each.length()) : subject;
        }
        for (String each : longestFirst("also")) {
            subject = subject.endsWith(each) ? subject.substring(0, subject.length() - each.length()) : subject;
        }
        String bare = withoutOwn(subject.strip());
        boolean own = !bare.equals(subject.strip());
        subject = bare;
        leads &= language.list("unsettled").stream().noneMatch(behind::contains);
        boolean marked = subject.chars().anyMatch(c -> MARKS.indexOf(c) >= 0);
        return leads && !marked && isSettled(subject, true)
                ? new ValueTopic(value.kind(), Set.of(subject), Set.of(), List.of(value.keys()))
                        .in(own ? ValueSetting.NONE : setting(subject))
                : null;
    }

    /** What it tells a value of, in whatever words. */
    @Nullable
    ValueTopic told(boolean change, boolean sure) {
        if (given.isEmpty()) {
            readValues();
        }
        List<UnspacedTold.Value> values = given.stream()
                .map(each -> new UnspacedTold.Value(each.kind(), each.keys(), each.start(), each.end()))
                .toList();
        UnspacedTold told = new UnspacedTold(text.replaceFirst("[。.！!]+$", ""), language);
        return change ? told.change(values, sure) : told.told(values);
    }

    private static String words(String rest) {
        StringBuilder words = new StringBuilder();
        rest.codePoints().filter(Character::isLetterOrDigit).forEach(words::appendCodePoint);
        return words.toString();
    }

    private static String longestEnd(String before, Set<String> ends) {
        String longest = "";
        for (String end : ends) {
            longest = before.endsWith(end) && end.length() > longest.length() ? end : longest;
        }
        return longest;
    }

    private String withoutOwn(String subject) {
        String longest = "";
        for (String own : language.list("own")) {
            longest = subject.startsWith(own) && own.length() > longest.length() ? own : longest;
        }
        return subject.substring(longest.length());
    }

    /** Whether it is clear what a value is said of. */
    private boolean isSettled(String subject, boolean own) {
        boolean open = language.list("unsettled").stream().anyMatch(subject::contains)
                || language.list("several").stream().anyMatch(subject::contains);
        if (open || subject.length() < SHORTEST_SUBJECT) {
            return false;
        }
        String rest = without(subject, "attribute");
        boolean attribute = rest.isEmpty();
        return attribute ? own : !without(rest, "occasion").isEmpty();
    }

    /** Whether a value of it holds for longer than a day, and for one thing. */
    private boolean lasts(String subject, List<Given> values) {
        boolean identity = values.stream().allMatch(each -> ValueKinds.isIdentity(each.kind(), each.keys()));
        boolean lasting = language.list("lasting").stream().anyMatch(subject::contains);
        return (identity || lasting) && !recurs(subject);
    }

    /** Whether there may be another one of what ends so, be it of what it costs or when it is. */
    private boolean recurs(String subject) {
        String head = subject;
        for (String attribute : longestFirst("attribute")) {
            head = head.endsWith(attribute) ? head.substring(0, head.length() - attribute.length()) : head;
        }
        String thing = head.replaceFirst("[的の]$", "");
        return language.list("recurring").stream().anyMatch(each -> subject.endsWith(each) || thing.endsWith(each));
    }

    /** What was spoken of before, if what is spoken of is one thing and nothing of another: "剂量", but not "厨房的预算". */
    private ValueSetting setting(String subject) {
        boolean part = subject.length() > LONGEST_BARE && subject.indexOf('的') < 0;
        if (part) {
            return ValueSetting.NONE;
        }
        return note ? ValueSetting.ofNote(1) : ValueSetting.of(earlier, SaidBefore.pairs(subject), 1);
    }

    private List<String> longestFirst(String key) {
        List<String> words = new ArrayList<>(language.list(key));
        words.sort(LONGEST_FIRST);
        return words;
    }

    private String without(String subject, String key) {
        String rest = subject;
        for (String word : longestFirst(key)) {
            rest = rest.replace(word, "");
        }
        return rest.replace("的", "").replace("の", "").strip();
    }
}
