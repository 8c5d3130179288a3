package io.github.sessioncompression.offline;

import static io.github.sessioncompression.offline.Chats.compile;
import static io.github.sessioncompression.offline.Chats.says;
import static io.github.sessioncompression.offline.Chats.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What only reminds somebody is said and not asked, and what says nothing is not shown. */
class RemindersTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            Finn is allergic to shellfish, remember? | Curry then. | shellfish
            Finn ist gegen Garnelen allergisch, weißt du noch? | Dann Curry. | Garnelen
            Finn est allergique aux crevettes, tu te souviens ? | Alors un curry. | crevettes
            Finn es alérgico a las gambas, ¿te acuerdas? | Entonces curry. | gambas
            Finn è allergico ai gamberi, ricordi? | Allora curry. | gamberi
            Finn is allergisch voor garnalen, weet je nog? | Dan curry. | garnalen
            O Finn é alérgico a camarão, lembra? | Então caril. | camarão
            У Финна аллергия на креветки, помнишь? | Тогда карри. | креветки
            小明对虾过敏，记得吗？ | 那就咖喱。 | 虾
            太郎はエビアレルギーです、覚えてる？ | じゃあカレー。 | エビ
            """)
    void whatRemindsIsSaid(String said, String answer, String shown) {
        String state = text(compile(300, says("Mara", said), says("Greta", answer)));

        assertThat(state).contains(shown).doesNotContain("?", "？");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            Did you remember? | No.
            Which hotel did we book, do you remember? | The Crown.
            Welches Hotel hatten wir, weißt du noch? | Die Krone.
            """)
    void whatAsksIsAsked(String asked, String answer) {
        String state = text(compile(300, says("Mara", asked), says("Greta", answer)));

        assertThat(state.toLowerCase(Locale.ROOT)).contains("?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            Good morning. The router dropped again, three times last night. | good morning
            I never use margarine in cakes. Just so you know. | so you know
            The trip costs 30 pounds, due on 24 April. Kind regards | regards
            I'm sorry for your loss. The form comes by post in 10 days. | sorry
            Good point. The valve was replaced on 3 May. | good point
            Das tut mir leid. Das Formular kommt in 10 Tagen per Post. | leid
            Je suis désolée. Le formulaire arrive dans 10 jours par la poste. | désolée
            Lo siento mucho. El formulario llega por correo en 10 días. | siento
            Mi dispiace molto. Il modulo arriva per posta in 10 giorni. | dispiace
            Het spijt me. Het formulier komt binnen 10 dagen per post. | spijt
            Sinto muito. O formulário chega pelo correio em 10 dias. | sinto
            Мне очень жаль. Бланк придёт по почте через 10 дней. | жаль
            有道理。表格十天内寄到，共3页。 | 有道理
            残念です。用紙は10日以内に届きます。 | 残念
            Goedemorgen. De router viel drie keer uit. | goedemorgen
            Доброе утро. Роутер отключился три раза. | доброе утро
            早上好，路由器断了三次。 | 早上好
            Der Ausflug kostet 30 Euro, fällig am 24. April. Mit freundlichen Grüßen | grüßen
            """)
    void courtesyIsNotShown(String said, String left) {
        String state = text(compile(300, says("Mara", said)));

        assertThat(state.toLowerCase(Locale.ROOT)).doesNotContain(left).isNotBlank();
    }
}
