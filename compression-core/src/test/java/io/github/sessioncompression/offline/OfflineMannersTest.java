package io.github.sessioncompression.offline;

import static io.github.sessioncompression.offline.Chats.answers;
import static io.github.sessioncompression.offline.Chats.compile;
import static io.github.sessioncompression.offline.Chats.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.text.Labels;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a state says beside facts: how people write and feel, what they joke about, what they both know, and where things stand. */
class OfflineMannersTest {
    private static Labels labels(String language) {
        return Languages.shared().all().stream()
                .filter(profile -> profile.code().equals(language))
                .map(LanguageProfile::labels)
                .findFirst()
                .orElseThrow();
    }

    private static List<Message> moods(String first, String second) {
        List<Message> chat = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            chat.add(says("Ann", (i < 4 ? first : second).replace("#", "K-" + (310 + i))));
            chat.add(answers("Ben", "K-" + (310 + i) + "."));
        }
        return chat;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    en | I am really angry about parcel # and the driver. | I am so happy with parcel # and the driver.
                    de | Ich bin wirklich wütend über das Paket # und den Fahrer. | Ich bin sehr froh über das Paket # und den Fahrer.
                    fr | Je suis vraiment fâché pour le colis # et le livreur. | Je suis très content pour le colis # et le livreur.
                    es | Estoy muy enfadado por el paquete # y el conductor. | Estoy muy contento por el paquete # y el conductor.
                    it | Sono davvero arrabbiato per il pacco # e la consegna. | Sono molto contento per il pacco # e la consegna.
                    nl | Ik ben echt boos over het pakket # en de koerier. | Ik ben heel blij met het pakket # en de koerier.
                    pt | Estou muito zangado com a encomenda # e o motorista. | Estou muito contente com a encomenda # e o motorista.
                    ru | Я очень расстроен из-за посылки # и курьера. | Я очень рад посылке # и курьеру.
                    zh | 我对包裹#很失望，司机也不好。 | 我对包裹#很满意，司机也很好。
                    ja | 荷物#のことで本当にがっかりしました。 | 荷物#のことで本当に嬉しいです。
                    """)
    void saysWhereTheMoodGoes(String language, String upset, String pleased) {
        Labels labels = labels(language);

        assertThat(compile(null, 1_500, moods(upset, pleased)).texts("pathos"))
                .anyMatch(line -> line.startsWith("Ann: " + labels.of("tone")) && line.contains(labels.of("rising")));
        assertThat(compile(null, 1_500, moods(pleased, upset)).texts("pathos"))
                .anyMatch(line -> line.startsWith("Ann: " + labels.of("tone")) && line.contains(labels.of("sinking")));
        assertThat(compile(null, 1_500, moods(upset, upset)).texts("pathos"))
                .anyMatch(line -> line.contains(labels.of("upset")))
                .noneMatch(line -> line.contains(labels.of("rising")) || line.contains(labels.of("sinking")));
    }

    @Test
    void takesADeniedFeelingForItsOpposite() {
        List<Message> denied = moods("I am not happy with parcel # today.", "I am not happy with parcel # today.");

        assertThat(compile(null, 1_500, denied).texts("pathos"))
                .anyMatch(line -> line.contains(labels("en").of("upset")))
                .noneMatch(line -> line.contains(labels("en").of("cheerful")));
    }

    @Test
    void measuresTheMoodAgainstThePreviousState() {
        StateDocument before =
                compile(null, 1_500, moods("I am angry about parcel #.", "I am angry about parcel # and the driver."));
        StateDocument after =
                compile(before, 1_500, moods("I am happy with parcel #.", "I am happy with parcel # and the driver."));

        assertThat(after.texts("pathos"))
                .filteredOn(line -> line.startsWith("Ann: tone"))
                .singleElement()
                .asString()
                .contains(labels("en").of("rising"));
    }

    private static List<Message> withAJoke(String laugh) {
        List<Message> chat = new ArrayList<>();
        chat.add(Message.user("The office plant Gertrude, two metres tall, outlived three managers."));
        chat.add(Message.assistant("Noted. I start with the invoices for Voss."));
        chat.add(Message.user("Invoice 812 for Voss is wrong. Even Gertrude would have seen that."));
        chat.add(Message.assistant("I mended invoice 812 for Voss. Greetings to Gertrude."));
        chat.add(Message.user(laugh + "Now the reminder letters for Voss, signed by Gertrude."));
        chat.add(Message.assistant("The letters for Voss are ready; Gertrude has no pen."));
        chat.add(Message.user("Voss has paid, and Gertrude has a new leaf."));
        return chat;
    }

    @Test
    void keepsARunningJokeAndOnlyWhatPeopleLaughedAbout() {
        StateDocument state = compile(null, 1_500, withAJoke("Haha. "));
        StateDocument later =
                compile(state, 1_500, List.of(Message.user("Send invoice 813 to Harms."), Message.assistant("Sent.")));

        for (StateDocument each : List.of(state, later)) {
            assertThat(each.texts("pathos"))
                    .filteredOn(line -> line.contains(labels("en").of("joke")))
                    .singleElement()
                    .asString()
                    .contains("plant Gertrude, two metres tall, outlived three managers");
        }
        assertThat(compile(null, 1_500, withAJoke("")).texts("pathos"))
                .noneMatch(line -> line.contains(labels("en").of("joke")));
    }

    @Test
    void listsTheConceptsThatBothSidesUse() {
        List<Message> chat = List.of(
                Message.user("The canary rollout of the billing gateway failed."),
                Message.assistant("A canary rollout sends few customers to the new billing gateway."),
                Message.user("Then repeat the canary rollout, the gateway is back. My dentist called."),
                Message.assistant("The canary rollout runs. The gateway is healthy."));

        StateDocument state = compile(null, 1_500, chat);
        StateDocument later = compile(state, 1_500, List.of(Message.user("Good night."), Message.assistant("Bye.")));

        assertThat(state.texts("abstract"))
                .singleElement()
                .asString()
                .startsWith(labels("en").of("known") + ": ")
                .contains("canary rollout")
                .contains("gateway")
                .doesNotContain("dentist");
        assertThat(later.texts("abstract")).isEqualTo(state.texts("abstract"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    zh | 灰度发布昨天失败了，支付网关没有回应。 | 灰度发布只影响一部分客户，支付网关要重启。 | 那就重新做灰度发布，支付网关好了。我的牙医来电话了。 | 灰度发布正在进行，支付网关很正常。 | 灰度发布 | 支付网关 | 牙医
                    ja | カナリアリリースが失敗して、決済基盤が止まりました。 | カナリアリリースは一部の客だけです。決済基盤を調べます。 | ではカナリアリリースをもう一度。決済基盤は直りました。歯医者から電話です。 | カナリアリリースは進行中、決済基盤は正常です。 | カナリアリリース | 決済基盤 | 歯医者
                    """)
    void listsTheConceptsOfScriptsWithoutSpaces(
            String language,
            String first,
            String second,
            String third,
            String fourth,
            String one,
            String other,
            String no) {
        List<Message> chat =
                List.of(Message.user(first), Message.assistant(second), Message.user(third), Message.assistant(fourth));

        StateDocument state = compile(null, 1_500, chat);
        StateDocument later = compile(state, 1_500, List.of(Message.user("OK."), Message.assistant("OK.")));

        assertThat(state.texts("abstract"))
                .singleElement()
                .asString()
                .startsWith(labels(language).of("known") + ": ")
                .contains(one)
                .contains(other)
                .doesNotContain(no);
        assertThat(later.texts("abstract")).isEqualTo(state.texts("abstract"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    en | I need a caterer for the garden party. | We decided to take the blue tent. | Which baker makes the cake? | I'll call the florist by Friday.
                    de | Ich brauche einen Caterer für das Gartenfest. | Wir haben uns für das blaue Zelt entschieden. | Welcher Bäcker macht die Torte? | Ich rufe die Floristin bis Freitag an.
                    fr | Je voudrais un traiteur pour la fête au jardin. | Nous avons décidé de prendre la tente bleue. | Quel boulanger fait le gâteau ? | Je vais appeler la fleuriste avant vendredi.
                    es | Necesito un catering para la fiesta del jardín. | Hemos decidido tomar la carpa azul. | ¿Qué pastelero hace la tarta? | Voy a llamar a la florista antes del viernes.
                    it | Vorrei un catering per la festa in giardino. | Abbiamo deciso di prendere il tendone blu. | Quale pasticcere fa la torta? | Chiamerò la fioraia entro venerdì.
                    nl | Ik wil een cateraar voor het tuinfeest. | We hebben besloten de blauwe tent te nemen. | Welke bakker maakt de taart? | Ik zal de bloemist voor vrijdag bellen.
                    pt | Preciso de um buffet para a festa no jardim. | Decidimos ficar com a tenda azul. | Qual padeiro faz o bolo? | Vou ligar para a florista até sexta-feira.
                    ru | Мне нужен повар для праздника в саду. | Мы решили взять синий шатёр. | Какой пекарь сделает торт? | Я позвоню флористу до пятницы.
                    zh | 我需要一位厨师来办花园聚会。 | 我们决定用蓝色的帐篷。 | 哪位面包师来做蛋糕？ | 我会在星期五之前打电话给花店。
                    ja | 庭のパーティーの料理人が必要です。 | 青いテントを使うことに決めました。 | どのパン屋がケーキを作りますか？ | 金曜日までに花屋に電話します。
                    """)
    void tellsWhereThingsStandInWordsThatWereSaid(
            String language, String goal, String decision, String question, String promise) {
        Labels labels = labels(language);
        List<Message> chat = List.of(
                Message.user(goal),
                Message.assistant("OK."),
                Message.user(decision + " " + promise),
                Message.assistant(question));

        StateDocument state = compile(null, 1_500, chat);
        StateDocument later = compile(state, 1_500, List.of(Message.user("OK."), Message.assistant("OK.")));

        for (StateDocument each : List.of(state, later)) {
            String told = each.text("conversation_summary");
            assertThat(told)
                    .containsSubsequence(
                            labels.mark("goal"), labels.mark("decided"), labels.mark("open"), labels.mark("next"));
        }
        assertThat(later.text("conversation_summary")).contains(told(state, labels.mark("goal")));
    }

    @Test
    void aQuestionThatWasAskedLastIsAnsweredByWhatIsSaidNext() {
        List<Message> before = List.of(
                Chats.says("Jonas", "I found a house in Bohinj with three bedrooms and a garden."),
                Chats.says("Mia", "Is the price for all of us or per person?"));
        List<Message> after = List.of(Chats.says("Jonas", "For all, of course!"), Chats.says("Tarek", "Great."));
        String open = labels("en").mark("open");

        StateDocument state = compile(null, 1_500, before);
        assertThat(state.text("conversation_summary")).contains(open);
        assertThat(later(state, 3, after).text("conversation_summary")).doesNotContain(open);
        assertThat(later(state, 9, after).text("conversation_summary")).contains(open);
    }

    /** Compiled once more, with messages that are numbered from {@code first}. */
    private static StateDocument later(StateDocument state, long first, List<Message> messages) {
        return Chats.COMPILER.compile(
                new CompileRequest(StateSchema.session(), Entries.of(first, messages), state, null, 1_500));
    }

    /** The sentence of the summary that begins with a mark. */
    private static String told(StateDocument state, String mark) {
        String summary = state.text("conversation_summary");
        int from = summary.indexOf(mark);
        int end = summary.indexOf(". ", from);
        return summary.substring(from, end < 0 ? summary.length() : end);
    }

    @Test
    void ordersFactsAsAReaderNeedsThem() {
        List<Message> chat = List.of(
                Message.user("The cellar of the house is 40 square metres. Which roofer has time in May?"),
                Message.assistant("The garage door squeaks."),
                Message.user("Never call the roofer Brandt. We decided to insulate the attic with hemp."),
                Message.assistant("I'll order the hemp by Tuesday. Who pays the scaffolding?"));

        StateDocument state = compile(null, 1_500, chat);

        assertThat(String.join("\n", state.texts("logos")))
                .containsSubsequence("hemp", "never call roofer Brandt", "order hemp by Tuesday", "cellar");
        assertThat(state.items("logos"))
                .extracting(item -> item.kind().name())
                .contains("DECISION", "CONSTRAINT", "COMMITMENT", "QUESTION", "FACT");
        assertThat(state.items("logos"))
                .filteredOn(item -> item.kind().name().equals("QUESTION"))
                .singleElement()
                .satisfies(item -> assertThat(item.text()).contains("scaffolding"));
    }
}
