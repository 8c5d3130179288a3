package io.github.sessioncompression;

import io.github.sessioncompression.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A made-up chat of 300 turns about everyday matters; facts are said early and in passing, and asked for late, in other words. */
final class PlantedChat {
    static final int TURNS = 300;
    private static final int LAST_PLANTED = 150;
    private static final int FIRST_ASKED = 200;

    /** Fact stated once, the question for it, and text found only in the answer. */
    record Planted(String said, String question, String answer) {}

    /** What is said, what is asked, and what only the answer says. */
    private static final List<Planted> FACTS =
            """
            My sister Annika just moved, she lives in Trondheim now. | In which city does my sister Annika live? | Trondheim
            The spare key hangs behind the blue watering can, in case I forget. | Where did I put the spare key? | watering can
            Our dentist, Doctor Villanueva, wants 340 euros for the crown. | How much does the dentist charge for the crown? | 340
            I booked the ferry to Gotland for the ninth, reservation KX7719. | What is the reservation number of our ferry? | KX7719
            Pavel from accounting cannot eat sesame, it closes his throat. | What must Pavel from accounting not eat? | sesame
            We settled on Postgres for the ledger because of its constraints. | Which database did we settle on for the ledger? | Postgres
            Grandfather's watch was repaired by a Mrs. Oyelaran on Tin Street. | Who repaired grandfather's watch? | Oyelaran
            The boiler makes that noise whenever the pressure is below 1.3 bar. | Below which pressure does the boiler make a noise? | 1.3
            My marathon time in Lisbon was 3:52, still my best. | What was my time at the Lisbon marathon? | 3:52
            The tenant upstairs pays the rent on the eleventh of each month. | On which day does the tenant upstairs pay rent? | eleventh
            Please remember that the nursery closes for staff training on the second Friday. | When does the nursery close for training? | second Friday
            The paint in the hallway is called Morning Oat, from the shop at the mill. | What is the name of the paint in the hallway? | Morning Oat
            The wifi at the cabin is slow, its password is herring-seventeen. | Do you know the wifi password at the cabin? | herring-seventeen
            Uncle Tarek left me his bassoon, the one made in Markneukirchen. | Which instrument did I get from uncle Tarek? | bassoon
            The inspector said the roof has to be done before the frost, by Halvorsen and Sons. | Which company should do the roof? | Halvorsen
            Nadia's recital begins at quarter past six in the parish hall. | What time does Nadia's recital begin? | quarter past six
            """
                    .lines()
                    .map(line -> line.split(" \\| ", -1))
                    .map(fact -> new Planted(fact[0], fact[1], fact[2]))
                    .toList();

    private static final String[][] MATTERS =
            """
            tomatoes greenhouse slugs compost seedlings balcony fertiliser lettuce harvest beds
            invoice customer deadline spreadsheet quarter budget approval supplier contract margin
            bicycle brakes chain saddle tyre pump helmet hill commute gears
            soup onions oven dough pepper order kettle butter guests dessert
            novel chapter heroine library plot poem author shelf translation ending
            guitar chorus rehearsal melody drummer concert stage tuning verse amplifier
            train luggage museum hostel map border ticket harbour weather souvenir
            server deployment query index latency cache thread rollback log branch
            cat vet basket whiskers feeding collar kitten scratching window pillow
            sofa curtain carpet lamp drawer screws plaster door cellar tiles
            """
                    .lines()
                    .map(line -> line.split(" ", -1))
                    .toArray(String[][]::new);
    private static final String[] SAYINGS = {
        "I keep thinking about the %s and whether the %s will be ready before the %s.",
        "Can you compare the %s with the %s for me? The %s worries me a little.",
        "Yesterday the %s was fine, but the %s looked odd next to the %s.",
        "What would you do first, the %s or the %s? I have little patience for the %s.",
        "Somebody told me that a good %s needs a better %s, and never mind the %s."
    };
    private static final String[] REPLIES = {
        "I would begin with the %s, since the %s depends on it, and look at the %s when there is an hour to spare.",
        "Both are reasonable; the %s takes longer, while the %s is cheap, so the %s should not decide it alone.",
        "That sounds normal for a %s of that age. Check the %s once more and write down what the %s does.",
        "It is a matter of taste. Many people leave the %s as it is and change the %s, which helps the %s, too."
    };

    private final Random random;
    private final TreeMap<Integer, Planted> planted = new TreeMap<>();
    private final TreeMap<Integer, Planted> asked = new TreeMap<>();

    PlantedChat(long seed) {
        random = new Random(seed);
        for (Planted fact : FACTS) {
            put(planted, fact, 2, LAST_PLANTED);
            put(asked, fact, FIRST_ASKED, TURNS);
        }
    }

    private void put(Map<Integer, Planted> turns, Planted fact, int from, int to) {
        int turn;
        do {
            turn = from + random.nextInt(to - from);
        } while (turns.containsKey(turn));
        turns.put(turn, fact);
    }

    static List<Planted> facts() {
        return FACTS;
    }

    /** Fact asked for in a turn; {@code null} if none. */
    @Nullable
    Planted askedIn(int turn) {
        return asked.get(turn);
    }

    /** User message of a turn. */
    String said(int turn) {
        if (asked.containsKey(turn)) {
            return asked.get(turn).question();
        }
        String about = matter(turn, SAYINGS, 2);
        if (!planted.containsKey(turn)) {
            return about;
        }
        String fact = planted.get(turn).said();
        return turn % 2 == 0 ? fact : about + " " + fact + " " + matter(turn, SAYINGS, 1);
    }

    /** Assistant's reply in a turn without an answer. */
    String reply(int turn) {
        return matter(turn, REPLIES, 3);
    }

    /** A matter is talked about for some turns. */
    private String matter(int turn, String[] forms, int sentences) {
        String[] words = MATTERS[turn / 6 * 7 % MATTERS.length];
        List<String> said = new ArrayList<>();
        for (int i = 0; i < sentences; i++) {
            said.add(forms[random.nextInt(forms.length)].formatted(
                    words[random.nextInt(words.length)],
                    words[random.nextInt(words.length)],
                    words[random.nextInt(words.length)]));
        }
        return String.join(" ", said);
    }

    /** Holds a part of such a chat; {@code each} sees it after each turn. */
    static Conversation hold(Conversation chat, int from, int to, Runnable each) {
        PlantedChat words = new PlantedChat(7);
        for (int turn = 0; turn < to; turn++) {
            String said = words.said(turn);
            String reply = words.reply(turn);
            if (turn >= from) {
                chat.append(Message.user(said));
                chat.view();
                chat.append(Message.assistant(reply));
                each.run();
            }
        }
        return chat;
    }
}
