package io.github.sessioncompression.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ResourceLines;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.survival.Anchors;
import io.github.sessioncompression.survival.Readings;
import io.github.sessioncompression.survival.SurvivalCheck;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A value goes where everyday words give another in its place, and stays where they ask, propose, tell of others or of something else. */
class ChangedValuesTest {
    private static final int CAP = 1_000;
    private static final int FEWEST = 12;
    /** Where the old value may not be. */
    private static final Set<String> SHOWN = Set.of("state", "asked for", "state after state");

    private static final SurvivalCheck CHECK =
            new SurvivalCheck(StateSchema.session(), text -> Chats.COUNTER.count(text));

    /** A line of a file: whether the old value goes, whether nothing is said between, what gives it, what is said later, and the value. */
    private record Case(boolean anew, boolean next, String first, String later, String old) {
        static Case of(String line) {
            String[] parts = line.split(" \\| ", -1);
            return new Case(parts[0].endsWith("anew"), parts[0].startsWith("next "), parts[1], parts[2], parts[3]);
        }

        List<Message> early(List<String> between) {
            String noted = between.get(0) + " " + between.get(2);
            return next
                    ? List.of(said(first), said(first.startsWith("> ") ? between.get(1) : "> " + noted))
                    : List.of(
                            said(first),
                            said("> " + between.get(0)),
                            Message.user(between.get(1)),
                            Message.assistant(between.get(2)));
        }

        List<Message> since(List<String> between, boolean changes) {
            List<Message> since = new ArrayList<>();
            if (!next) {
                since.addAll(List.of(Message.user(between.get(1)), Message.assistant(between.get(2))));
            }
            if (changes) {
                since.add(said(later));
            }
            since.add(Message.assistant(between.get(0)));
            return since;
        }

        private static Message said(String text) {
            return text.startsWith("> ") ? Message.assistant(text.substring(2)) : Message.user(text);
        }
    }

    private static List<String> lines(String name) throws IOException {
        return ResourceLines.of(ChangedValuesTest.class, name + ".txt");
    }

    private static String asked(Anchors anchors) {
        return anchors.all().stream()
                .map(anchor -> anchor.sentence() + '\n' + anchor.text())
                .collect(Collectors.joining("\n"));
    }

    /** Everything that is shown or asked for, over one compression and over two. */
    private static Map<String, String> told(Case each, List<String> between, boolean changes) {
        List<Message> early = each.early(between);
        List<Message> since = each.since(between, changes);
        List<Message> chat = new ArrayList<>(early);
        chat.addAll(since);
        StateDocument before = Chats.compile(null, CAP, early);
        Map<String, String> told = new LinkedHashMap<>();
        told.put("state", Chats.text(Chats.compile(null, CAP, chat)));
        told.put("asked for", asked(Anchors.in(Entries.of(chat))));
        told.put("state after state", Chats.text(Chats.compile(before, CAP, since)));
        told.put("asked for after state", asked(CHECK.required(before, Entries.of(since), new Readings())));
        return told;
    }

    /** Where the old value is although it should be gone, or is gone although it holds. */
    private static List<String> wrong(Case each, List<String> between) {
        List<String> wrong = new ArrayList<>();
        Map<String, String> otherwise = told(each, between, false);
        told(each, between, true).forEach((where, text) -> {
            boolean known = otherwise.getOrDefault(where, "").contains(each.old());
            boolean holds = text.contains(each.old());
            // Which of the notes was said last is not known of those of a state.
            boolean goes = SHOWN.contains(where) && !(each.next() && where.equals("state after state"));
            if (where.equals("state") && !known) {
                wrong.add("never told");
            }
            if (known && holds == each.anew() && (!each.anew() || goes)) {
                wrong.add(where);
            }
        });
        return wrong;
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void aValueGoesWhereAnotherTakesItsPlaceAndNotBefore(String code) throws IOException {
        check("changed/" + code, code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void itGoesInWordsThatTheRulesWereNotBuiltOn(String code) throws IOException {
        check("changed-too/" + code, code);
    }

    private static void check(String name, String code) throws IOException {
        List<String> between = lines("put-right/" + code);
        List<Case> cases = lines(name).stream().map(Case::of).toList();
        List<String> wrong = new ArrayList<>();
        for (Case each : cases) {
            List<String> where = wrong(each, between);
            if (!where.isEmpty()) {
                wrong.add(where + ": " + each);
            }
        }
        assertThat(wrong).as("%s: %d of %d", name, wrong.size(), cases.size()).isEmpty();
        assertThat(cases).filteredOn(Case::anew).hasSizeGreaterThanOrEqualTo(FEWEST);
        assertThat(cases).filteredOn(each -> !each.anew()).hasSizeGreaterThanOrEqualTo(FEWEST);
    }
}
