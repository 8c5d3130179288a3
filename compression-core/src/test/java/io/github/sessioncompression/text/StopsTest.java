package io.github.sessioncompression.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where sentences and clauses end, and where a stop or a comma ends none. */
class StopsTest {
    private static LanguageProfile profile(String language) {
        return Languages.shared().all().stream()
                .filter(profile -> profile.code().equals(language))
                .findFirst()
                .orElseThrow();
    }

    private static String words(List<Word> words) {
        return words.stream().map(Word::surface).collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    en | Ask Dr. Hale on Elm St. in Bath. | 1
                    en | J. R. Smith and Sgt. Ash met Rev. King and Lt. Gen. Brown. | 1
                    en | See Fig. 3, No. 5 and pp. 3-4, cf. p. 12. | 1
                    en | Is it tea vs. coffee, e.g. Assam, i.e. black? No. Tomorrow. | 3
                    en | No. I stay. | 2
                    en | more or less. the bedroom stays cold. we freeze | 3
                    en | the temp. is 5. dress warm | 1
                    en | add the param. to config. in utils.py. restart | 1
                    en | no. 40 | 1
                    en | Maler Brandt kommt am 2. April, drei Tage. | 1
                    en | Vi ses den 9. marts på torvet. | 1
                    en | Přijedu 9. března večer. | 1
                    en | I take 9. Then I go. | 2
                    en | see you on the 5th. i bring wine | 2
                    en | we met the rep. of acme | 1
                    en | The rep. of Acme is here. | 1
                    de | so halbwegs. aber im Schlafzimmer ist es kalt | 2
                    de | am 5. um zehn gehe ich | 1
                    ru | более или менее. но в спальне холодно | 2
                    en | It starts at 9 a.m. Bring a coat. | 2
                    en | It starts at 5 p.m. Friday and at 6 p.m. CET. | 1
                    en | We left on Jan. 5 and came back on Feb. 7. | 1
                    en | The U.S. Army is in the U.S. They came late. | 2
                    en | Use v1.2.3 from https://a.example/b.html. Then stop. | 2
                    en | I like tea, etc. Then I left. | 2
                    en | We took plan B. Then it rained. | 2
                    en | Of A. B. Carter we heard before B. C was new. | 2
                    de | Dr. Hale aus St. Gallen sagt z. B. Nein. | 1
                    de | Am 9. März, d. h. am Sonntag, u. a. mit dem Bus nach Bonn. | 1
                    de | Prof. Weber kommt am 3.4. Köln ist weit. | 2
                    de | Am 3.4. Köln besuchen. Die Fa. Brandt und Mgr. Ott warten. Das Kind wiegt 3 kg. Gut. | 4
                    de | Herr Dipl.-Ing. Kurz wohnt in der Hauptstr. 5. | 1
                    de | Das kostet 5 Mio. Euro inkl. MwSt. Mehr nicht. | 1
                    de | Er kaufte Brot usw. Dann ging er. | 2
                    de | Ich nehme 5. Dann gehe ich. | 2
                    de | Ich kann nur 5.–19. Juli, Tarek am 3.-4. August. | 1
                    de | Wir sind 5-6. Dann gehen wir. | 2
                    de | Korrektur: nicht am 15., sondern am 16. September. Danke. | 2
                    de | Es war die 3.; das 4. Mal war gut. | 1
                    en | Bring tea, etc., and the rest. Order no. 5.: done, p. 4., too. | 2
                    fr | M. Dupont et Mme. Roy viennent p. ex. lundi chez J.-P. Martin. | 1
                    fr | MM. Roy et Cie. Paris, art. 12, vol. 3, sont là. | 1
                    fr | Il est né en 44 av. J.-C. à Rome. | 1
                    fr | Du pain, du lait, etc. Puis il part. | 2
                    es | La Sra. Gil vive en la Avda. Mayor, p. ej. hoy, pág. 5, núm. 3. | 1
                    es | EE. UU. ganó. Dña. Ana y Sto. Domingo perdieron. | 2
                    es | A las 5 p. m. del lunes. ¿Vienes hoy? No. Mañana. | 4
                    it | Il dott. Rossi, l'avv. Po, l'ing. Sala e il prof. Riva vengono p. es. lunedì. | 1
                    it | Vedi pag. 5, art. 2, cap. 4. Costa ca. 20 euro, ecc. Poi vai. | 3
                    it | Vieni? No. Domani. | 3
                    nl | Dhr. De Vries, ir. Bos en drs. Vos komen o.a. Maandag, t.a.v. Jan. | 1
                    nl | Bijv. 5 km, d.w.z. weinig, enz. Dan gaat hij. | 2
                    pt | O Dr. Hale, a Profa. Lima e o Exmo. Sr. Paz moram na Av. Paulista, n.º 5. | 1
                    pt | Pão, leite etc. Depois saiu. | 2
                    ru | А. С. Пушкин родился в 1799 г. в Москве, т. е. давно. | 1
                    ru | Это 5 тыс. руб. и т. д. Потом ушли. | 2
                    ru | Мы живём в г. Москва, ул. Ленина, д. 5, кв. 3. | 1
                    ru | Это было в 1799 г. Потом он уехал. | 2
                    ru | И. о. директора акад. Павлов и проф. Иванов приехали в 5 ч. утра. | 1
                    zh | 版本是v1.2.3。请看https://a.example/b.html。J. R. 史密斯来了。 | 3
                    ja | バージョンは1.2.3です。No. 5を見て。Dr. ヘイルです。 | 3
                    """)
    void endSentencesOnlyWhereOneEnds(String language, String text, int sentences) {
        List<SentenceWords> split = SentenceWords.split(text, profile(language));

        assertThat(split)
                .as("%s", split.stream().map(s -> words(s.words())).toList())
                .hasSize(sentences);
    }

    @Test
    void keepTheMarkBehindAShortForm() {
        SentenceWords sentence = SentenceWords.split("Our vet on Elm St., said Ann, comes.", profile("en"))
                .get(0);

        assertThat(sentence.words())
                .filteredOn(word -> word.surface().equals("St"))
                .singleElement()
                .extracting(Word::after)
                .isEqualTo(',');
        assertThat(SentenceWords.split("Is it on Elm St.? Yes.", profile("en"))).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    en | Dr. Hale, my dentist, moved the visit.
                    en | On Monday, Dr. Hale moved the visit.
                    en | Anna, Ben and the twins came by train.
                    en | In 2019, the choir sang in Ghent.
                    de | Dr. Hale, mein Zahnarzt, hat den Termin verlegt.
                    de | Am Montag, sagt Anna, ist der Laden zu.
                    fr | Le Dr. Hale, mon dentiste, a changé la date.
                    es | La Dra. Gil, mi dentista, cambió la cita.
                    it | Il dott. Rossi, il mio dentista, ha spostato la visita.
                    nl | Dhr. De Vries, mijn tandarts, verzette de afspraak.
                    pt | O Dr. Hale, meu dentista, mudou a consulta.
                    ru | Проф. Иванов, мой сосед, переехал в Тверь.
                    zh | 王医生，我的牙医，改了时间。
                    ja | ヘイル先生、私の歯医者、が来ます。
                    """)
    void leaveNoNameOrTimeAlone(String language, String text) {
        LanguageProfile profile = profile(language);
        SentenceWords sentence = SentenceWords.split(text, profile).get(0);

        SentenceWords.Clause first = sentence.clauses(profile).get(0);

        String said = words(sentence.words().subList(first.from(), first.to()));
        assertThat(text.replace(".", "").replace(",", "").indexOf(said.replace(".", "")))
                .as(said)
                .isLessThanOrEqualTo(0);
        String comma = text.contains("，") ? "，" : text.contains("、") ? "、" : ",";
        assertThat(said.length()).as(said).isGreaterThan(text.indexOf(comma));
    }

    /** Where it may have ended a sentence of somebody who writes no capitals a comma stands, so that what follows is no part of what stands before. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    en | it weighs 3 kg. we ship it on monday | kg
                    en | the fee is 20 eur. the bus is free | eur
                    de | er kommt um 5 uhr. danach essen wir | uhr
                    nl | samen 31 kg. we wonen op de derde verdieping | kg
                    """)
    void leaveACommaBehindAUnit(String language, String text, String unit) {
        Word last = SentenceWords.split(text, profile(language)).get(0).words().stream()
                .filter(word -> word.surface().equals(unit))
                .findFirst()
                .orElseThrow();

        assertThat(last.after()).isEqualTo(',');
    }
}
