package io.github.sessioncompression.extract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ten questions of the kind "which is better", each answered at length with the verdict near the end. */
class RecommendationsTest {
    /** What is asked about, the two choices, the use, and words for six remarks that differ from answer to answer. */
    private static final List<List<String>> CASES =
            """
            resin | Borea 20 | Sila 7 | glass fibre on a dinghy | pours slowly | yellows | hardener | boat builders | gloves | barrels
            camera | Lumo X2 | Optik 5 | birds at dusk | focuses fast | drains its battery | lenses | wedding guests | straps | tripods
            database | Tarn | Quill | small ledgers | starts quickly | locks its tables | drivers | accountants | backups | licences
            bicycle | Heron | Kestrel | gravel roads | climbs well | rattles | spokes | commuters | tyres | saddles
            tent | Fjell 3 | Dune 2 | windy camps | dries overnight | leaks at the seams | pegs | scouts | groundsheets | poles
            keyboard | Clack 60 | Hush 75 | a shared office | types lightly | collects crumbs | switches | translators | cables | keycaps
            violin string | Aria steel | Bruno gut | baroque pieces | sounds warm | snaps in winter | rosin | soloists | bridges | bows
            oven | Ember S | Cinder L | sourdough bread | heats evenly | hums at night | trays | bakers | thermometers | stones
            paint | Chalko | Silikat | damp cellar walls | breathes | flakes in spring | brushes | restorers | primers | buckets
            router | Mesh A6 | Beam 9 | a house of thick stone | roams smoothly | blinks all night | antennas | students | firmware | sockets
            """
                    .lines()
                    .map(line -> List.of(line.split(" \\| ", -1)))
                    .toList();

    private static List<Message> chat() {
        List<Message> chat = new ArrayList<>();
        for (List<String> one : CASES) {
            String kind = one.get(0);
            String first = one.get(1);
            String second = one.get(2);
            String use = one.get(3);
            chat.add(Message.user("Which " + kind + " is better for " + use + ", " + first + " or " + second + "?"));
            chat.add(Message.assistant("Both are sold widely, so it helps to look at them side by side.\n\n"
                    + "### " + first + "\n- Costs about 140 to 190 euros, depending on the shop and the season\n"
                    + "- It " + one.get(4) + ", which " + one.get(7) + " praise in nearly every review\n"
                    + "- Needs some care for its " + one.get(6) + ", or it " + one.get(5) + " after a year\n\n"
                    + "### " + second + "\n- Costs about 90 to 120 euros and is easy to find\n"
                    + "- Light and simple, and its " + one.get(9) + " are sold in every town\n"
                    + "- Its " + one.get(8) + " are harder to get, so keep a second set\n\n"
                    + "### Price over the years\n- The first one keeps about half of its price after five years of use\n"
                    + "- The second one is cheap to repair, and most shops lend a spare while they do\n"
                    + "- Both makers sell refurbished pieces twice a year, usually in spring and autumn\n\n"
                    + "### What " + one.get(7) + " write\n- Beginners mention the " + one.get(9)
                    + " first, and experts the " + one.get(6) + "\n"
                    + "- Those who changed from one to the other seldom changed back\n"
                    + "- Complaints are about " + one.get(8) + " more than about the " + kind + " itself\n\n"
                    + "Things to check before you buy: weight, warranty, and how often it will be used.\n\n"
                    + "**Final recommendation**: for " + use + " the " + first + " is the better choice.\n\n"
                    + "Let me know if a comparison table would help."));
        }
        chat.add(Message.user("Thanks, that is all for today."));
        return chat;
    }

    private static String state(List<Message> chat, double share) {
        int size = chat.stream()
                .mapToInt(message -> Chats.COUNTER.count(message.text()))
                .sum();
        return Chats.text(Chats.compile(null, (int) (share * size), chat));
    }

    private static long verdicts(double share) {
        String state = state(chat(), share);
        return CASES.stream()
                .filter(one -> state.contains("the " + one.get(1) + " is the better choice"))
                .count();
    }

    @Test
    void keepsHalfOfTheVerdictsInAFifthOfTheChat() {
        assertThat(verdicts(0.18)).isGreaterThanOrEqualTo(5);
    }

    @Test
    void keepsNearlyAllVerdictsInAThirdOfTheChat() {
        assertThat(verdicts(0.36)).isGreaterThanOrEqualTo(9);
    }

    /** The words that only a verdict of {@code decisions.txt} has; either of two for the one that is given twice. */
    private static final List<String> DECISIONS = List.of(
            "take the G-One Speed",
            "go with Postgres",
            "Mignon Filtro is the better",
            "satin latex on the lower",
            "Stockholm wins|Choose Stockholm",
            "Lange is the better boot",
            "variable is better for you",
            "Recommendation: air-water",
            "pack the 16-35",
            "firm pocket spring mattress is");

    private static long decisions(double share) throws IOException {
        List<Message> chat = new ArrayList<>();
        try (InputStream in = RecommendationsTest.class.getResourceAsStream("decisions.txt")) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
            for (String said : text.split("(?m)^== ", -1)) {
                String[] parts = said.strip().split("\n", 2);
                if (parts.length == 2) {
                    chat.add(parts[0].equals("user") ? Message.user(parts[1]) : Message.assistant(parts[1]));
                }
            }
        }
        String state = state(chat, share);
        return DECISIONS.stream()
                .filter(verdict -> Stream.of(verdict.split("\\|", -1)).anyMatch(state::contains))
                .count();
    }

    @ParameterizedTest
    @CsvSource({"0.18, 5", "0.36, 6"})
    void keepsMostVerdictsOfRepliesOfAllForms(double share, int least) throws IOException {
        assertThat(decisions(share)).isGreaterThanOrEqualTo(least);
    }
}
