package io.github.sessioncompression.offline;

import static io.github.sessioncompression.offline.Chats.compile;
import static io.github.sessioncompression.offline.Chats.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import org.junit.jupiter.api.Test;

class OfflineLanguagesTest {
    private static String noted(String... said) {
        Message[] span = new Message[said.length];
        for (int i = 0; i < said.length; i++) {
            span[i] = i % 2 == 0 ? Message.user(said[i]) : Message.assistant(said[i]);
        }
        return text(compile(400, span));
    }

    @Test
    void notesGerman() {
        assertThat(noted(
                        "Hallo! Ich bin letzte Woche nach Leipzig gezogen und suche einen Zahnarzt für meinen Sohn.",
                        "Die Praxis Winkler in der Südvorstadt nimmt neue Patienten auf."))
                .contains("User: bin letzte Woche nach Leipzig gezogen und suche einen Zahnarzt für meinen Sohn")
                .contains("Praxis Winkler")
                .doesNotContain("Hallo");
    }

    @Test
    void notesRussian() {
        assertThat(noted("Привет! Я купил билет до Казани, отправление в 8:40. Моя жена не ест мясо."))
                .contains("купил билет до Казани, отправление в 8:40")
                .contains("не ест мясо")
                .doesNotContain("Привет");
    }

    @Test
    void notesFrench() {
        assertThat(noted("Bonjour! Je travaille dans une librairie à Nantes et mon fils est allergique aux noix."))
                .contains("User: travaille dans une librairie à Nantes");
    }

    @Test
    void notesChinese() {
        assertThat(noted("我上周搬到了成都，在一家软件公司工作。我女儿对花生过敏。", "好的，预算是每月3000元。"))
                .contains("我上周搬到了成都，在一家软件公司工作")
                .contains("我女儿对花生过敏")
                .contains("3000元");
    }

    @Test
    void notesArabic() {
        assertThat(noted("انتقلت إلى دبي وأعمل مهندسة برمجيات. ابنتي عمرها أربع سنوات."))
                .contains("انتقلت إلى دبي")
                .contains("ابنتي عمرها أربع سنوات");
    }

    @Test
    void notesWhatItHasNoProfileFor() {
        assertThat(noted("Nimenunua baiskeli mpya mjini Mombasa kwa shilingi 9000."))
                .contains("baiskeli")
                .contains("9000");
    }
}
