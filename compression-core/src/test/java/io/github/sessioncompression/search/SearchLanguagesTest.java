package io.github.sessioncompression.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.option.Resources;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.RecallOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Facts found again in chats of languages whose words a search must cut or fold: twelve made facts a language among talk of other things, asked for
 * by one word, which is one character in Chinese, Japanese and Korean, and by a question.
 */
class SearchLanguagesTest {
    private static final int FIRST = 3;
    private static final int TEN = 10;

    private record Fact(String word, String question, String text) {}

    private final CountingStore messages = new CountingStore();
    private final MessageSearch search = new MessageSearch(messages.store, RecallOptions.defaults());

    @ParameterizedTest
    @CsvSource({"zh, 12, 12, 12", "ja, 12, 12, 12", "ko, 12, 8, 12", "ro, 12, 11, 11"})
    void findsFactsByWordAndByQuestion(String language, int byWord, int byQuestion, int byQuestionInTen) {
        List<Fact> facts = chat(language);
        List<String> questions = facts.stream().map(Fact::question).toList();

        assertThat(found(facts.stream().map(Fact::word).toList(), facts, FIRST)).hasSizeGreaterThanOrEqualTo(byWord);
        assertThat(found(questions, facts, FIRST)).hasSizeGreaterThanOrEqualTo(byQuestion);
        assertThat(found(questions, facts, TEN)).hasSizeGreaterThanOrEqualTo(byQuestionInTen);
    }

    @Test
    void findsCharactersInsideMessagesOfOtherLanguages() {
        messages.append(
                "chat",
                Message.user("Please tell my mother in the morning that the word for it is 감기약을, as written there."),
                Message.assistant("I will tell her that in the morning."));

        assertThat(search.search("chat", "약", FIRST, 600, MessageSearch.ALL))
                .extracting(Hit::sequence)
                .startsWith(1L);
    }

    @ParameterizedTest
    @CsvSource({
        "오늘 오후에 API를 다시 호출해 주세요, API, API",
        "Redis에서 오류가 났습니다, redis, Redis",
        "새 버전2가 나왔습니다, 버전, 버전",
        "נתקן את הAPI מחר בבוקר, API, API",
        "سنصلح الAPI غدا, API, API"
    })
    void findsLatinWordsWithParticles(String text, String query, String found) {
        messages.append("chat", Message.user(text), Message.assistant("OK."));

        assertThat(search.search("chat", query, FIRST, 600, MessageSearch.ALL))
                .first()
                .satisfies(hit -> assertThat(hit.excerpt()).contains(found));
    }

    @Test
    void findsHalfWidthKatakana() {
        messages.append("chat", Message.user("ｽｷｰの予約をした。"), Message.assistant("承知しました。"));

        assertThat(search.search("chat", "スキー", FIRST, 600, MessageSearch.ALL))
                .extracting(Hit::sequence)
                .contains(1L);
    }

    @Test
    void findsTheEndOfALongQuestion() {
        messages.append("chat", Message.user("吃的药在厨房。"), Message.assistant("好。"));
        String asked = "今天下午会议改到四点了请提前十分钟提醒我一下并且写封邮件感谢客户上周来访";

        assertThat(search.search("chat", asked + "药", FIRST, 600, MessageSearch.ALL))
                .extracting(Hit::sequence)
                .contains(1L);
    }

    @Test
    void closesSegmentsAtNewTopicsInChinese() {
        for (int i = 0; i < 4; i++) {
            messages.append("chat", Message.user("周末爬山路线安排" + i), Message.assistant("爬山路线安排妥当" + i));
        }
        messages.append("chat", Message.user("请翻译合同里面最后那段说明"));

        assertThat(search.search("chat", "合同", 1, 600, MessageSearch.ALL))
                .extracting(Hit::segment)
                .isEqualTo(List.of("s9"));
    }

    /** The facts that a search returns among its first hits for their query. */
    private List<Fact> found(List<String> queries, List<Fact> facts, int first) {
        List<Fact> found = new ArrayList<>();
        for (int i = 0; i < queries.size(); i++) {
            String text = facts.get(i).text();
            List<Hit> hits = search.search("chat", queries.get(i), first, 600, MessageSearch.ALL);
            if (hits.stream().anyMatch(hit -> hit.excerpt().equals(text))) {
                found.add(facts.get(i));
            }
        }
        return found;
    }

    /** Writes a chat with the facts of a language among its other lines. */
    private List<Fact> chat(String language) {
        List<Fact> facts = new ArrayList<>();
        List<String> talk = new ArrayList<>();
        for (String line : Resources.lines(SearchLanguagesTest.class, "facts.txt")) {
            String[] parts = line.split(" \\| ", -1);
            if (parts[0].equals(language) && parts.length > 2) {
                facts.add(new Fact(parts[1], parts[2], parts[3]));
            } else if (parts[0].equals(language)) {
                talk.add(parts[1]);
            }
        }
        for (int i = 0; i < talk.size(); i++) {
            if (i % 2 == 0 && i / 2 < facts.size()) {
                messages.append("chat", Message.user(facts.get(i / 2).text()));
            }
            messages.append("chat", i % 2 == 0 ? Message.user(talk.get(i)) : Message.assistant(talk.get(i)));
        }
        return facts;
    }
}
