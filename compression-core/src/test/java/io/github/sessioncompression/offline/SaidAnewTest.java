package io.github.sessioncompression.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ResourceLines;
import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.survival.Anchors;
import io.github.sessioncompression.survival.Readings;
import io.github.sessioncompression.survival.SurvivalCheck;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A value holds until the same person gives it anew: then the old one is neither shown nor asked for. Nothing else takes its place. */
class SaidAnewTest {
    /** Where a value goes that is put right and not given anew; an entry of a ledger stays. */
    private static final Set<String> PUT_RIGHT = Set.of("state", "asked for", "state after state");

    private static final int CAP = 1_000;
    private static final SurvivalCheck CHECK =
            new SurvivalCheck(StateSchema.session(), text -> Chats.COUNTER.count(text));

    /** A line of a file: what becomes of the old value, what gives it, what is said later, and the value. */
    private record Pair(boolean anew, String first, String later, String old) {
        static Pair of(String line) {
            String[] parts = line.split(" \\| ", -1);
            return new Pair(parts[0].equals("anew"), parts[1], parts[2], parts[3]);
        }
    }

    private static List<String> lines(String folder, String name) throws IOException {
        return ResourceLines.of(SaidAnewTest.class, folder + "/" + name + ".txt");
    }

    private static String asked(Anchors anchors) {
        return anchors.all().stream()
                .map(anchor -> anchor.sentence() + '\n' + anchor.text())
                .collect(Collectors.joining("\n"));
    }

    /** Everything that has been shown or asked for of it, over one compression and over two. */
    private static Map<String, String> told(List<Message> chat) {
        StateDocument once = Chats.compile(null, CAP, chat);
        StateDocument before = Chats.compile(null, CAP, chat.subList(0, 4));
        List<Message> since = chat.subList(4, chat.size());
        Anchors first = Anchors.in(Entries.of(chat.subList(0, 2)));
        List<StateItem> entries = new ArrayList<>();
        for (Anchor anchor : first.all()) {
            entries.add(new StateItem(
                    anchor.sentence(), anchor.type().kind(), List.of(1L), anchor.origin(), StateItem.Writer.RULES));
        }
        StateDocument ledger = new StateDocument(Map.of()).withLedger(entries);
        List<Entry> later = Entries.of(since);
        return Map.of(
                "state", Chats.text(once),
                "asked for", asked(Anchors.in(Entries.of(chat))),
                "state after state", Chats.text(Chats.compile(before, CAP, since)),
                "state after ledger", Chats.text(Chats.compile(ledger, CAP, since)),
                "asked for after state", asked(CHECK.required(before, later, new Readings())),
                "asked for after ledger", asked(CHECK.required(ledger, later, new Readings())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void aValueGoesWhenItIsGivenAnewAndNotBefore(String code) throws IOException {
        List<String> lines = lines("said-anew", code);
        List<Pair> pairs = pairs(lines);

        assertThat(wrong(lines, pairs, where -> true)).isEmpty();
        assertThat(pairs).filteredOn(Pair::anew).hasSizeGreaterThanOrEqualTo(8);
        assertThat(pairs).filteredOn(pair -> !pair.anew()).hasSizeGreaterThanOrEqualTo(12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void aValueGoesWhenItIsPutRightAndNotWhereTheChangeIsDeniedOrLeftOpen(String code) throws IOException {
        List<String> lines = lines("put-right", code);
        List<Pair> pairs = pairs(lines);

        assertThat(wrong(lines, pairs, PUT_RIGHT::contains)).isEmpty();
        assertThat(pairs).filteredOn(Pair::anew).hasSizeGreaterThanOrEqualTo(6);
        assertThat(pairs).filteredOn(pair -> !pair.anew()).hasSizeGreaterThanOrEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void aNameOrAMonthGoesWhenAnotherOneIsSaidToBeNew(String code) throws IOException {
        List<Pair> pairs = lines("updates", code).stream().map(Pair::of).toList();

        assertThat(wrong(lines("put-right", code), pairs, PUT_RIGHT::contains)).isEmpty();
        assertThat(pairs).filteredOn(Pair::anew).hasSizeGreaterThanOrEqualTo(3);
        assertThat(pairs).filteredOn(pair -> !pair.anew()).hasSizeGreaterThanOrEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void aValueGoesWhenTheNextThingSaidPutsItRight(String code) throws IOException {
        List<Pair> pairs = lines("put-right-near", code).stream().map(Pair::of).toList();
        List<String> between = lines("put-right", code);
        String noted = between.get(0) + " " + between.get(1);

        List<String> wrong = new ArrayList<>();
        for (Pair pair : pairs) {
            List<Message> chat = List.of(
                    Message.user(pair.first()),
                    Message.assistant(noted),
                    Message.user(pair.later()),
                    Message.assistant(noted));
            boolean known = asked(Anchors.in(Entries.of(chat.subList(0, 2)))).contains(pair.old());
            if (!known || asked(Anchors.in(Entries.of(chat))).contains(pair.old()) == pair.anew()) {
                wrong.add((known ? "asked for: " : "never asked for: ") + pair);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(pairs).filteredOn(Pair::anew).hasSizeGreaterThanOrEqualTo(8);
        assertThat(pairs).filteredOn(pair -> !pair.anew()).hasSizeGreaterThanOrEqualTo(8);
    }

    private static List<Pair> pairs(List<String> lines) {
        return lines.stream().skip(3).map(Pair::of).toList();
    }

    /** Where an old value stays that should go, or goes that should stay. */
    private static List<String> wrong(List<String> lines, List<Pair> pairs, Predicate<String> goesFrom) {
        List<String> wrong = new ArrayList<>();
        for (Pair pair : pairs) {
            List<Message> early = List.of(
                    Message.user(pair.first()),
                    Message.assistant(lines.get(0)),
                    Message.user(lines.get(1)),
                    Message.assistant(lines.get(2)));
            List<Message> chat = new ArrayList<>(early);
            chat.addAll(List.of(Message.user(lines.get(1)), Message.assistant(lines.get(2))));
            chat.addAll(List.of(Message.user(pair.later()), Message.assistant(lines.get(0))));
            List<Message> unsaid = new ArrayList<>(early);
            unsaid.addAll(List.of(Message.user(lines.get(1)), Message.assistant(lines.get(2))));
            Map<String, String> otherwise = told(unsaid);
            told(chat).forEach((where, text) -> {
                boolean known = otherwise.getOrDefault(where, "").contains(pair.old());
                boolean holds = text.contains(pair.old());
                if (where.equals("state") && !known) {
                    wrong.add("never told: " + pair);
                }
                if (known && holds == pair.anew() && (!pair.anew() || goesFrom.test(where))) {
                    wrong.add(where + ": " + pair);
                }
            });
        }
        return wrong;
    }
}
