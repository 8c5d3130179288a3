package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.Word;
import java.util.List;
import java.util.Set;

/** Tells whether a message laughs: by how laughter is written, by an emoji, or by a phrase such as "just kidding". */
final class Laughter {
    private static final Set<String> WORDS = Set.of(
            "ha", "haha", "hahaha", "hehe", "hihi", "lol", "lmao", "rofl", "jaja", "jajaja", "jeje", "ahah", "ahahah",
            "mdr", "ptdr", "rsrs", "kkk", "kkkk", "хаха", "ха-ха", "ахах", "ахаха", "хех", "www", "草");
    private static final List<String> RUNS = List.of("哈哈", "嘻嘻", "呵呵", "（笑", "(笑", "笑笑");

    private Laughter() {}

    private static boolean isFace(int codePoint) {
        return switch (codePoint) {
            case 0x1F602, 0x1F923, 0x1F604, 0x1F605, 0x1F606, 0x1F61C, 0x1F61D, 0x1F609 -> true;
            default -> false;
        };
    }

    /** Whether a message of these sentences laughs. */
    static boolean in(String text, List<Sentence> sentences) {
        if (RUNS.stream().anyMatch(text::contains) || Letters.any(text, Laughter::isFace)) {
            return true;
        }
        for (Sentence sentence : sentences) {
            for (Word word : sentence.words) {
                if (WORDS.contains(word.lower())) {
                    return true;
                }
            }
            if (sentence.profile.hasCue("jest", sentence.words, 0, sentence.words.size())) {
                return true;
            }
        }
        return false;
    }
}
