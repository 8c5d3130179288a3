package io.github.sessioncompression.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ResourceLines;
import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.survival.Anchors;
import io.github.sessioncompression.survival.Readings;
import io.github.sessioncompression.survival.SurvivalCheck;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A value that is said of one thing stays where much the same words give a value of another thing. */
class TwoThingsTest {
    private static final int CAP = 1_000;
    private static final int FEWEST_KINDS = 8;
    private static final SurvivalCheck CHECK =
            new SurvivalCheck(StateSchema.session(), text -> Chats.COUNTER.count(text));

    /** A line of a file: what the two things are, the value of the first, and what is said. */
    private record Case(String kind, String value, List<Message> said) {
        static Case of(String line) {
            List<String> parts = List.of(line.split(" \\| ", -1));
            return new Case(
                    parts.get(0),
                    parts.get(1),
                    parts.subList(2, parts.size()).stream().map(Case::message).toList());
        }

        private static Message message(String said) {
            if (said.startsWith("> ")) {
                return Message.assistant(said.substring(2));
            }
            int name = said.indexOf(' ');
            return said.startsWith("@")
                    ? Chats.says(said.substring(1, name), said.substring(name + 1))
                    : Message.user(said);
        }

        /** What is said, with other things between, and how much of it gives the first value. */
        private List<Message> chat(List<String> between) {
            List<Message> chat = new ArrayList<>();
            for (Message message : said) {
                chat.add(message);
                boolean question = message.text().matches(".*[?？]");
                if (!question) {
                    chat.addAll(List.of(Message.user(between.get(1)), Message.assistant(between.get(2))));
                }
            }
            chat.addAll(List.of(Message.user(between.get(1)), Message.assistant(between.get(0))));
            return chat;
        }
    }

    private static List<String> lines(String code) throws IOException {
        return ResourceLines.of(TwoThingsTest.class, "two-things/" + code + ".txt");
    }

    private static String asked(Anchors anchors) {
        return anchors.all().stream().map(Anchor::sentence).collect(Collectors.joining("\n"));
    }

    /** Where the first value is gone, over one compression and over two. */
    private static Set<String> lost(Case each, List<String> between) {
        List<Message> chat = each.chat(between);
        int first = 0;
        while (!chat.get(first).text().contains(each.value())) {
            first++;
        }
        List<Message> early = chat.subList(0, first + 3);
        List<Message> since = chat.subList(first + 3, chat.size());
        StateDocument before = Chats.compile(null, CAP, early);
        Set<String> lost = new LinkedHashSet<>();
        if (!Chats.text(before).contains(each.value())) {
            lost.add("never told");
        }
        check(lost, each, "state", Chats.text(Chats.compile(null, CAP, chat)));
        if (asked(Anchors.in(Entries.of(early))).contains(each.value())) {
            check(lost, each, "asked for", asked(Anchors.in(Entries.of(chat))));
            check(
                    lost,
                    each,
                    "asked for after state",
                    asked(CHECK.required(before, Entries.of(since), new Readings())));
        }
        check(lost, each, "state after state", Chats.text(Chats.compile(before, CAP, since)));
        return lost;
    }

    private static void check(Set<String> lost, Case each, String where, String text) {
        if (!text.contains(each.value())) {
            lost.add(where);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void theValuesOfTwoThingsAreBothKept(String code) throws IOException {
        List<String> lines = lines(code);
        List<Case> cases = lines.stream().skip(3).map(Case::of).toList();
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            Set<String> lost = lost(cases.get(i), lines);
            if (!lost.isEmpty()) {
                wrong.add(lost + ": " + lines.get(i + 3));
            }
        }
        assertThat(wrong).as("%d of %d", wrong.size(), cases.size()).isEmpty();
        assertThat(cases).extracting(Case::kind).satisfies(kinds -> assertThat(Set.copyOf(kinds))
                .hasSizeGreaterThanOrEqualTo(FEWEST_KINDS));
    }
}
