package io.github.sessioncompression.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ResourceLines;
import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.offline.OfflineStateCompiler;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.TokenCounter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody chooses stands in the ledger with what was offered, as in the offline compiler's notes, and stays so when the ledger is read again. */
class LedgerChoicesTest {
    private static final String TIE = "?: ";
    private static final TokenCounter COUNTER = TokenCounter.o200k();
    private static final SurvivalCheck CHECK = new SurvivalCheck(StateSchema.session(), COUNTER::count);
    private static final List<Entry> NEXT =
            Entries.of(List.of(Message.assistant("…"), Message.user("The harbour is near.")));

    /** A line of a file of the offline compiler's. */
    private record Case(String offer, String choice, String note) {
        static Case of(String line) {
            List<String> parts = List.of(line.split(" \\| ", -1));
            return new Case(parts.get(0).replace(" / ", "\n"), parts.get(1), parts.get(2));
        }

        /** What is wrong; empty if nothing is. */
        String wrong() {
            List<Entry> chat = Entries.of(List.of(Message.assistant(offer), Message.user(choice)));
            StateDocument first = checked(null, chat, told("nothing"));
            List<String> tied = tied(first);
            if (!note.contains(TIE)) {
                return tied.isEmpty() ? "" : "tied: " + tied;
            }
            boolean list = offer.indexOf('\n') >= 0;
            boolean lost = tied.isEmpty() && (list || ledger(first).contains(choice));
            if (lost || tied.size() > 1 || (tied.size() == 1 && !says(tied.get(0)))) {
                return note + " <> " + ledger(first);
            }
            StateDocument listed = checked(null, chat, told(offer.replace('\n', ' ')));
            StateDocument second = checked(first, NEXT, told("nothing"));
            StateDocument offline = checked(first, NEXT, compiled(first));
            StateDocument third = checked(second, NEXT, told("nothing"));
            if (list && !tied(listed).equals(tied)) {
                return note + ", its list in the state <> " + ledger(listed);
            }
            if (!tied(second).equals(tied) || !tied(third).equals(tied)) {
                return note + ", again <> " + ledger(second) + " " + ledger(third);
            }
            List<String> all = new ArrayList<>();
            offline.items().forEach(item -> all.add(item.text()));
            return tied.isEmpty()
                            || all.stream().filter(text -> text.contains(TIE)).count() == 1
                    ? ""
                    : note + ", again offline <> " + all;
        }

        /** Whether an entry has each word of the note, which lacks articles. */
        private boolean says(String entry) {
            String lower = entry.toLowerCase(Locale.ROOT);
            return List.of(note.toLowerCase(Locale.ROOT).split("[ ?:,]+", -1)).stream()
                    .allMatch(lower::contains);
        }
    }

    private static StateDocument told(String text) {
        return StateDocument.ofTexts(StateSchema.session(), Map.of("logos", List.of(text)), StateItem.Writer.MODEL);
    }

    private static StateDocument compiled(StateDocument before) {
        return new OfflineStateCompiler(COUNTER)
                .compile(new CompileRequest(StateSchema.session(), NEXT, before, null, 2_000));
    }

    private static StateDocument checked(@Nullable StateDocument before, List<Entry> span, StateDocument state) {
        return CHECK.check(before, span, state, List.of(), 4_000).state();
    }

    private static List<String> ledger(StateDocument state) {
        return state.items(StateDocument.LEDGER).stream().map(StateItem::text).toList();
    }

    private static List<String> tied(StateDocument state) {
        return ledger(state).stream().filter(entry -> entry.contains(TIE)).toList();
    }

    private static List<Case> cases(String code) throws IOException {
        return ResourceLines.of(OfflineStateCompiler.class, "choices/" + code + ".txt").stream()
                .skip(1)
                .map(Case::of)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void whatIsChosenStandsInTheLedgerWithTheChoice(String code) throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Case each : cases(code)) {
            if (!each.wrong().isEmpty()) {
                wrong.add(each.wrong());
            }
        }
        assertThat(wrong).as("%d of %d", wrong.size(), cases(code).size()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Option 2 is close, but it is above my budget.",
                "What about 2?",
                "2 hurts my eyes when I read at night.",
                "I still have to ask Nora about option 2."
            })
    void whoOnlySpeaksOfAnItemHasNotChosenIt(String said) {
        List<Entry> chat =
                Entries.of(List.of(Message.assistant("1. Dark with orange\n2. Light with blue"), Message.user(said)));

        assertThat(Anchors.in(chat).all()).extracting(Anchor::type).doesNotContain(AnchorType.DECISION);
    }

    @Test
    void whatAnAssistantNamesOfAUsersListIsNoChoice() {
        List<Entry> chat =
                Entries.of(List.of(Message.user("1. Dark with orange\n2. Light with blue"), Message.assistant("2")));

        assertThat(Anchors.in(chat).all()).extracting(Anchor::type).doesNotContain(AnchorType.DECISION);
    }

    /** Whoever chooses something else of the list later has not chosen both, whoever spoke last. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    1. Dark with orange, 2. Light with blue | option 2 please | no, option 1 instead | Dark with orange?: no, option 1 instead
                    1. Dark with orange, 2. Light with blue | option 2 please | Actually, option 1. | Dark with orange?: Actually, option 1.
                    1. Dunkel wie die Tür, 2. Hell wie das Dach | 2, bitte | nein, doch lieber 1 | Dunkel wie die Tür?: nein, doch lieber 1
                    1. Sombre comme la porte, 2. Clair comme le toit | le 2 | non, plutôt le 1 | Sombre comme la porte?: non, plutôt le 1
                    """)
    void aChoiceThatIsMadeAnewTakesThePlaceOfTheFirst(String list, String first, String then, String entry) {
        Message offer = Message.assistant(list.replace(", ", "\n"));
        List<Entry> answered = Entries.of(List.of(
                offer, Message.user(first), Message.assistant("OK."), Message.user(then), Message.assistant("Fine.")));
        List<Entry> atOnce = Entries.of(List.of(offer, Message.user(first), Message.user(then)));

        assertThat(tied(checked(null, answered, told("nothing")))).containsExactly(entry);
        assertThat(tied(checked(null, atOnce, told("nothing")))).containsExactly(entry);
        assertThat(notes(answered)).containsIgnoringCase(entry.replaceAll("[.]$", ""));
    }

    private static String notes(List<Entry> chat) {
        List<String> all = new ArrayList<>();
        new OfflineStateCompiler(COUNTER)
                .compile(new CompileRequest(StateSchema.session(), chat, null, null, 2_000))
                .items()
                .forEach(item -> all.add(item.text()));
        return String.join("\n", all);
    }

    @Test
    void whatIsSaidOfAnItemLaterIsNoOtherChoice() {
        List<Entry> chat = Entries.of(List.of(
                Message.assistant("1. Dark with orange\n2. Light with blue\n3. No light"),
                Message.user("option 2 please"),
                Message.assistant("OK."),
                Message.user("Actually, option 3 would have been cheaper.")));

        assertThat(tied(checked(null, chat, told("nothing"))).get(0)).isEqualTo("Light with blue?: option 2 please");
    }
}
