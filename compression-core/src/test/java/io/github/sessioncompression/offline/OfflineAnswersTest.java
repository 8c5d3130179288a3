package io.github.sessioncompression.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is answered, corrected or decided stands with what it is about, and with nothing else. */
class OfflineAnswersTest {
    /** Messages, parted by slashes; those of the assistant begin with "A:". */
    private static StateDocument read(String chat) {
        List<Message> messages = new ArrayList<>();
        for (String text : chat.split(" / ", -1)) {
            messages.add(text.startsWith("A: ") ? Message.assistant(text.substring(3)) : Message.user(text));
        }
        return Chats.compile(null, 2_000, messages);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    A: Has the plumber been yet? / not yet, he was supposed to come yesterday | has plumber been yet?: not yet, he was supposed to come yesterday
                    A: Is the dog allowed on the sofa? / only when grandma isn't there | is dog allowed on sofa?: only when grandma isn't there
                    A: Shall we go with Hetzner then? / fine by me, as long as the data stays in Germany | shall we go with Hetzner then?: fine by me, as long as data stays in Germany
                    A: What about the old laptop? / keep it. don't wipe it though | what about old laptop?: keep it, don't wipe it though
                    A: Should I raise the heater to 130? / no keep it at 120 for now | should I raise heater to 130?: no keep it at 120 for now
                    A: Shall I move the chairs to the cellar? / yes put them next to the shelf | shall I move chairs to cellar?: yes put them next to shelf
                    A: Soll ich den Ofen auf 130 stellen? / nein lass ihn auf 120 stehen | soll ich den Ofen auf 130 stellen?: nein lass ihn auf 120 stehen
                    A: Do you want a receipt? / Yes, but without the VAT number. | do you want receipt?: yes, but without the VAT number
                    A: Are you the owner? / I am | are you owner?: I am
                    A: Shall I book it for Anna? / ok | shall I book it for Anna?: ok
                    A: Do you still live in Kiel? / not anymore | do you still live in Kiel?: not anymore
                    A: You said 4 guests, is that correct? / 5 actually | you said 4 guests, is that correct?: 5 actually
                    A: Möchten Sie eine Quittung? / Ja, aber ohne Mehrwertsteuer | Möchten Sie eine Quittung?: ja, aber ohne Mehrwertsteuer
                    A: Faut-il prévenir Ben aussi ? / pas la peine, il ne lit jamais ses messages | Faut-il prévenir Ben aussi?: pas la peine, il ne lit jamais ses messages
                    A: ¿Viene tu hermana también? / ni idea, depende del trabajo | Viene tu hermana también?: ni idea, depende del trabajo
                    A: Prenoto alle 19 o alle 21? / la seconda grazie | Prenoto alle 19 o alle 21?: la seconda grazie
                    A: Вы едите рыбу? / почти никогда | вы едите рыбу?: почти никогда
                    A: お茶とコーヒー、どちらにしますか？ / 両方 | どちらにしますか?: 両方
                    A: 旧电脑怎么处理？ / 留着，但别格式化 | 旧电脑怎么处理?: 留着，但别格式化
                    A: Who walks the dog? / My nephew Olli if I'm ill, otherwise my wife. | who walks dog?: nephew Olli if I'm ill, otherwise wife
                    A: Which bakery? / The one on Elm Road, not the new one at the port. | which bakery?: one on Elm Road, not the new one at port
                    A: Is there a cellar? / yes but it floods and the owner wont fix it so we store nothing there | is there cellar?: yes but it floods and owner wont fix it so we store nothing there
                    A: Did they accept? / not yet they want the deposit first and i told them half of it at most | did they accept?: not yet they want deposit first and i told them half of it at most
                    A: Do you have a pen? Can you help me? / Of course, Marja. | can you help me?: of course, Marja
                    A: Wie viele Gäste? / Sieben, plus das Baby, aber das kommt erst am Abend, vielleicht auch nicht. | wie viele Gäste?: Sieben, plus das Baby, aber das kommt erst am Abend, vielleicht auch nicht
                    A: Wann darf der Gärtner kommen? / Auf keinen Fall vor neun, sonst schimpft Opa. | Wann darf der Gärtner kommen?: auf keinen Fall vor neun, sonst schimpft Opa
                    A: Quand est le contrôle ? / Mardi 9 à 8 h 20. | quand est le contrôle?: Mardi 9 à 8 h 20
                    A: Avez-vous besoin d'un plombier ? / Je ne sais pas encore. | Avez-vous besoin d'un plombier?: je ne sais pas encore
                    A: ¿Necesitan taxi? / Para los de Soria sí, para los de Cuenca no. | Necesitan taxi?: para los de Soria sí, para los de Cuenca no
                    A: ¿A qué hora? / A las nueve y cuarto, no a las nueve. | A qué hora?: A las nueve y cuarto, no a las nueve
                    A: Che padella hai? / Quella da 24, la grande non entra nel forno. | che padella hai?: quella da 24, la grande non entra nel forno
                    A: Vrijdag tussen 8 en 10 dan? / Prima. | Vrijdag tussen 8 en 10 dan?: prima
                    A: Quer que eu compare hotéis? / Pode ser. | Quer que eu compare hotéis?: pode ser
                    A: Кто будет красить? / Точно не Вадим, он в прошлый раз всё заляпал. | кто будет красить?: Точно не Вадим, он в прошлый раз всё заляпал
                    A: 房东什么时候来？ / 他说周五，但是我不在，还没定。 | 房东什么时候来?: 他说周五，但是我不在，还没定
                    A: ホテルはどうしますか？ / いつものところは満室でした。 | ホテルはどうしますか?: いつものところは満室でした
                    A: Which size? / 43 | which size?: 43
                    A: A cabin, lovely. Where? / Wales, near the sea | Where?: Wales, near sea
                    A: Eine Hütte, schön. Wo? / In Tirol, am See | Wo?: in Tirol, am See
                    A: Un chalet, bien. Où ? / Dans le Jura, près du lac | Où?: dans le Jura, près du lac
                    A: Een hut, leuk. Waar? / In Drenthe, bij het meer | Waar?: in Drenthe, bij het meer
                    A: Una cabaña, bien. ¿Dónde? / En Asturias, cerca del mar | Dónde?: en Asturias, cerca del mar
                    A: Which size? / 43. It says 42 on the box though. | which size?: 43. It says 42 on the box though
                    A: Welcher Stock? / 3. OG, kein Aufzug. | welcher Stock?: 3. OG, kein Aufzug
                    """)
    void aPartOfASentenceStaysBehindTheQuestionThatItAnswers(String chat, String note) {
        assertThat(Chats.text(read(chat))).contains(note);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    A: How long each time? / 45 min. hm, 30 is more realistic. / A: 30 minutes, on Tuesdays. | realistic?
                    A: What time? / 2 / no sry 1, mom wants to eat early / A: 1 pm then. | early?
                    A: Um wie viel Uhr? / um 2 / nein um 1, Oma will früh essen / A: Dann um 1. | essen?
                    A: A quelle heure ? / à 2 h / non à 1 h, mamie veut manger tôt / A: Alors 1 h. | tôt?
                    """)
    void whoRepeatsAnAnswerChoosesNothing(String chat, String asked) {
        assertThat(Chats.text(read(chat))).doesNotContain(asked);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    My dose is 15 mg a day. / A: Noted. / not 15 but 50 mg a day | dose is: not 15 but 50 mg a day
                    Die Dosis beträgt 15 mg am Tag. / A: Notiert. / nicht 15 sondern 50 mg am Tag | die Dosis beträgt: nicht 15 sondern 50 mg am Tag
                    We need a table for 12 people on Friday. / A: ok / not 12 but 14 people | table on Friday: not 12 but 14 people
                    The party is on 4 May at 18:00. / A: Nice. / It has been moved to 11 May. | party is at 18:00: it has been moved to 11 May
                    Het feest is op 4 mei om 18 uur. / A: Leuk. / Het is verplaatst naar 11 mei. | feest is om 18 uur: het is verplaatst naar 11 mei
                    """)
    void whatStandsBehindBothValuesIsSaidOnce(String chat, String note) {
        assertThat(Chats.text(read(chat))).contains(note);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Mein Chef sagt, ich muss am 3. August wieder arbeiten. Das stimmt nicht, ich habe bis zum 7. frei. | am 3. August wieder
                    Ben says the boat leaves at 7:40. That's wrong, I asked, 8:15 it is. | at 7:40
                    """)
    void whatOthersSayStaysWholeInFrontOfWhatIsSaidAgainstIt(String said, String kept) {
        assertThat(Chats.text(read(said))).contains(kept);
    }

    @ParameterizedTest
    @CsvSource({
        "What's your plan to pitch in?, 'Thanks, Mell! I plant 40 pears in the garden.', Mell",
        "Wie willst du helfen?, 'Danke, Anni! Ich pflanze 40 Birnen in den Garten.', Anni",
        "¿Cómo quieres ayudar?, '¡Gracias, Pepa! Voy a plantar 40 perales en el jardín.', Pepa"
    })
    void thanksByANameAreNoAnswer(String question, String thanks, String name) {
        assertThat(Chats.text(read("A: " + question + " / " + thanks))).doesNotContain(name);
    }

    @Test
    void whatIsAskedInReplyAnswersNothing() {
        String text = Chats.text(read("you like olives, right? / A: You said 4 guests, can you bring a chair?"));

        assertThat(text).doesNotContain("?: ");
    }

    @Test
    void anAnswerThatSaysWhatWasAskedStandsAlone() {
        String text =
                Chats.text(read("A: Where do you keep the canoe? / I keep the canoe in the barn behind the mill."));

        assertThat(text).contains("User: keep canoe in barn").doesNotContain("?: ");
    }

    @Test
    void aQuestionThatSomebodyElseAskedIsNotAnswered() {
        String draft = "A: Draft: \"Dear Dr. Roy, would 7 May be possible? And may I drink water?\"";

        assertThat(Chats.text(read(draft + " / perfect, but leave out the first line")))
                .doesNotContain("?: perfect");
    }

    @Test
    void whatSomebodyQuotesIsNoAnswerToHerQuestion() {
        String text =
                Chats.text(read("> From: desk@shop.example\n> All customers pay the return.\nthats what the mail says. "
                        + "Is it true? / A: No. For faulty goods we pay."));

        assertThat(text).contains("is it true?: no").doesNotContain("true?: from");
    }

    @Test
    void whatPutsAnAnswerOffAgreesToNothing() {
        assertThat(Chats.text(read("Can you book the ferry to Elba? / A: One moment.")))
                .doesNotContain("?: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    the flight's on the 3rd. no, the 4th | flight's on: no, the 4th | 3rd
                    A: The train leaves at 9:10 from platform 3. / no, 9:40 | train leaves from platform 3: no, 9:40 | 9:10
                    A: Dinner is at 7 on Saturday. / sorry, I meant 8 | Dinner is on Saturday: I meant 8 | at 7
                    the code for the garage is 5512 / not 5512, 5521 | code for garage is: not 5512, 5521 | is 5512
                    Owen lives with me, he may stay for 5 years after I'm gone, rent free, then it's sold and split / but Owen still gets only 3 years, not 5 | he may stay after I'm gone, rent free, then it's sold and split: but Owen still gets only 3 years, not 5 | for 5 years
                    Die Rechnung beträgt 120 € / stimmt nicht, 210 € | die Rechnung beträgt: stimmt nicht, 210 € | 120
                    A: Erst Staging, Prod frühestens am Dienstag nach dem Audit. / nein, Mittwoch | Prod frühestens nach dem Audit: nein, Mittwoch | Dienstag
                    The plumber is called Rust, he starts on 12 May, he charges 950 for everything. / No, not on the 12th but the 17th. | plumber is called Rust, he starts, he charges 950 for everything: no, not on 12th but the 17th | everything;
                    Мастера зовут Рустам, он начинает 12 мая, берёт 95 тысяч за всё. / Нет, не с 12, а с 17 мая. | Мастера зовут Рустам, он начинает, берёт 95 тысяч за всё: нет, не с 12, а с 17 мая | 12 мая,
                    The van leaves at 9:15 from the yard behind the school. / Make it 9:40. | van leaves from yard behind school: make it 9:40 | 9:15
                    A: Il treno parte alle 9:15 da Lecco. / no, 9:40 | treno parte da Lecco: no, 9:40 | 9:15
                    """)
    void aCorrectionStandsWithWhatItCorrects(String chat, String note, String stale) {
        assertThat(Chats.text(read(chat))).contains(note).doesNotContain(stale);
    }

    /** What a list says of other things stays. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Fees: Ghent 600, Rouen 450, Nantes 800, Toulouse 700. / A: That's 2,550. / Toulouse is actually 750. | Fees: Ghent 600, Rouen 450, Nantes 800 | Toulouse 700
                    Fees: Ghent 600, Rouen 450, Nantes 800, Toulouse 700. / A: That's 2,550. / Sorry, Rouen gives 475. | Fees: Ghent 600, Nantes 800, Toulouse 700 | Rouen 450
                    Mieten: Halle 600 €, Küche 450 €, Garten 80 €. / A: 1.130 €. / Korrektur: die Küche kostet 475 €. | Mieten: Halle 600 €, Garten 80 € | Küche 450
                    Tarifs : salle 600 €, cuisine 450 €, jardin 80 €. / A: 1 130 €. / En fait la cuisine coûte 475 €. | salle 600 €, jardin 80 € | cuisine 450
                    """)
    void whatIsPutRightLeavesItsList(String chat, String rest, String stale) {
        assertThat(Chats.text(read(chat))).contains(rest).doesNotContain(stale);
    }

    @Test
    void aThingThatIsNotInTheListTakesNothingOut() {
        String list = "Fees: Ghent 600, Rouen 450, Nantes 800, Toulouse 700";

        assertThat(Chats.text(read(list + ". / A: That's 2,550. / Tournai is actually 750.")))
                .contains(list);
        assertThat(Chats.text(read(list + ". / A: That's 2,550. / Toulouse is actually far away.")))
                .contains(list);
        assertThat(Chats.text(read(list + ". / A: Toulouse gives 700. / Toulouse actually gives 700.")))
                .contains(list);
    }

    /** Of several questions that which has its words is answered, or else it is not clear which. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    A: Do you need a dryer? Any wishes about the noise? / No dryer. | dryer?: no dryer
                    A: Do you need a dryer? Any wishes about the noise? / No. | need dryer, any wishes about noise?: no
                    A: Roughly how many guests are you thinking of, and is there a date yet? / 42 so far | roughly how many guests are you thinking of, and is there date yet?: 42 so far
                    A: Wie viele Gäste sind es? Und wann? / 42, am 3. Mai | wie viele Gäste sind es, wann?: 42, am 3. Mai
                    A: 需要烘干功能吗？对噪音有要求吗？ / 不需要烘干。 | 需要烘干功能吗?: 不需要烘干
                    A: Voulez-vous décaler au lundi 6 ? / Ah oui. Non, plutôt le jeudi 2, on fermera à midi. | lundi 6?: Ah oui, non, plutôt le jeudi 2, on fermera à midi
                    A: Shall we move it to Monday? / Oh yes. No, rather on Thursday, we close at noon on Mondays. | monday?: no, rather on Thursday
                    """)
    void anAnswerStandsWithAllThatItMayBeTo(String chat, String note) {
        assertThat(Chats.text(read(chat)).toLowerCase(Locale.ROOT)).contains(note.toLowerCase(Locale.ROOT));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    my pin isn't 1234 anymore / the flight's on the 3rd. no, the 4th | pin isn't 1234 anymore
                    my locker has code 1234 / A: Great, I booked a table for 4. / 5 actually | locker has code 1234
                    +/- 2 mm ist ok / so um die 5 kg, eher 4 | +/- 2 mm ist ok
                    den Code 1234 gibt es nicht mehr / Tippfehler, 150 statt 1500 | Code 1234
                    3 fois par jour, 5 ml / entre 5 et 7 kg, plutôt 5 | 3 fois par jour, 5 ml
                    the fee is 6 euros / Kim owes me 40, not 30 / A: 35? / no. 40 | fee is 6 euros
                    """)
    void aCorrectionLeavesAloneWhatItIsNotAbout(String chat, String note) {
        assertThat(Chats.text(read(chat))).contains(note);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    we haven't decided on a venue for the wedding yet
                    nothing about the venue has been agreed or approved
                    wir haben uns noch nicht für ein Hotel entschieden
                    nichts ist mit dem Hotel vereinbart
                    on n'a pas encore choisi le traiteur
                    todavía no hemos decidido si viene Lucas
                    non abbiamo ancora deciso se viene Luca
                    niets is besloten over de zaal
                    ainda não decidimos se o Lucas vem
                    мы ещё не решили, едет ли Лука
                    还没决定小卢来不来
                    ルカのことはまだ決定していません
                    you may deduct the kitchen only if that was agreed
                    die Küche abziehen nur wenn das vereinbart ist
                    vous pouvez la déduire seulement si c'est convenu par écrit et si cela a été approuvé
                    solo puede descontarla si está acordado
                    la può detrarre solo se è concordato
                    u mag de keuken aftrekken als dat afgesproken is
                    só pode descontar a cozinha se foi combinado
                    вычесть кухню можно только если это согласовано
                    """)
    void whatIsNotDecidedIsNoDecision(String said) {
        assertThat(read(said).items()).isNotEmpty().noneMatch(item -> item.kind() == StateItem.Kind.DECISION);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    we decided not to take the venue by the lake
                    wir haben beschlossen, nicht ins Hotel zu gehen
                    hemos decidido que no viene Lucas
                    abbiamo deciso di non invitare Luca
                    мы решили не брать Луку
                    我们决定不去小卢家
                    """)
    void whatIsDecidedAgainstIsADecision(String said) {
        assertThat(read(said).items()).anyMatch(item -> item.kind() == StateItem.Kind.DECISION);
    }

    @Test
    void whatIsNotDoneStandsInNoListOfWhatIsDone() {
        List<Message> chat = List.of(
                Message.user("We haven't agreed on SQLite."),
                Message.assistant("The parser isn't finished, 41 tests fail."),
                Message.user("Is the importer fixed in release 7?"));
        CompileRequest request = new CompileRequest(StateSchema.continuation(), Entries.of(chat), null, null, 500);

        StateDocument state = Chats.COMPILER.compile(request);

        assertThat(Chats.text(state)).contains("SQLite", "41 tests", "importer");
        assertThat(state.text("done")).isEmpty();
    }

    @Test
    void aTelephoneNumberIsNoTone() {
        StateDocument state = read("call me at +49 170 1234567 before the parcel from Bremen arrives");

        assertThat(state.text("logos")).contains("+49 170 1234567");
        assertThat(state.text("pathos")).doesNotContain("1234567");
    }
}
