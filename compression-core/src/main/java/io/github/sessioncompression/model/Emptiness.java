package io.github.sessioncompression.model;

import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Knows texts that say nothing of a chat: placeholders such as "none", a model's refusal, and the schema's own words.
 *
 * <p>Linear in the texts. Immutable, so safe for use by many threads.
 */
final class Emptiness {
    private static final int MOST_OF_AN_INSTRUCTION = 60;
    private static final int LONGEST_REFUSAL = 400;
    private static final Set<String> PLACEHOLDERS = Set.of(
            "none",
            "n/a",
            "na",
            "null",
            "nil",
            "nothing",
            "empty",
            "unknown",
            "not applicable",
            "not available",
            "not specified",
            "not mentioned",
            "no information",
            "nothing to report",
            "nothing to say",
            "none mentioned",
            "none provided",
            "string",
            "array of strings",
            "one string",
            "text",
            "todo",
            "tbd",
            "keine",
            "nichts",
            "keine angabe",
            "entfällt",
            "leer",
            "aucun",
            "aucune",
            "rien",
            "néant",
            "ninguno",
            "ninguna",
            "nada",
            "ningún",
            "nessuno",
            "nessuna",
            "niente",
            "nulla",
            "geen",
            "niets",
            "leeg",
            "nenhum",
            "nenhuma",
            "нет",
            "ничего",
            "пусто",
            "无",
            "没有",
            "空",
            "なし",
            "特になし",
            "ありません");
    private static final List<String> REFUSALS = List.of(
            "i'm sorry, but",
            "i am sorry, but",
            "i cannot help",
            "i can't help",
            "i can't assist",
            "i cannot assist",
            "i'm unable to",
            "i am unable to",
            "i cannot fulfill",
            "i can't fulfill",
            "i cannot provide",
            "i can't provide",
            "i won't be able",
            "as an ai",
            "as a language model",
            "i'm not able to",
            "i cannot comply",
            "i can't comply",
            "i must decline",
            "es tut mir leid, aber",
            "ich kann dabei nicht",
            "ich kann ihnen dabei nicht",
            "als ki",
            "je suis désolé, mais",
            "je ne peux pas vous aider",
            "en tant qu'ia",
            "lo siento, pero",
            "no puedo ayudar",
            "como modelo de lenguaje",
            "mi dispiace, ma",
            "non posso aiutar",
            "het spijt me, maar",
            "ik kan je niet helpen",
            "sinto muito, mas",
            "não posso ajudar",
            "к сожалению, я не могу",
            "я не могу помочь",
            "извините, но",
            "抱歉，我",
            "我无法",
            "很抱歉，",
            "申し訳ありませんが",
            "お手伝いできません");

    /** So much of an instruction is no chance. */
    private static final int SHORTEST_QUOTATION = 8;

    private final Set<String> schemaWords = new HashSet<>();
    private final List<String> instructions = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    Emptiness(StateSchema schema) {
        for (StateField field : schema.fields()) {
            schemaWords.add(plain(field.name()));
            schemaWords.add(plain(beginning(field.instruction())));
            instructions.add(plain(field.instruction()));
            names.add(field.name().toLowerCase(Locale.ROOT));
        }
        schemaWords.add(plain(schema.name()));
    }

    private static String beginning(String text) {
        return text.substring(0, Math.min(MOST_OF_AN_INSTRUCTION, text.length()));
    }

    private static String plain(String text) {
        StringBuilder out = new StringBuilder(text.length());
        String lower = text.toLowerCase(Locale.ROOT);
        int start = 0;
        int end = lower.length();
        while (start < end && "</ ".indexOf(lower.charAt(start)) >= 0) {
            start++;
        }
        while (end > start && ".!。:> ".indexOf(lower.charAt(end - 1)) >= 0) {
            end--;
        }
        for (int i = start; i < end; i++) {
            char c = lower.charAt(i);
            out.append(c == '_' ? ' ' : c);
        }
        return out.toString().strip();
    }

    /** The texts that say something. */
    Map<String, List<String>> withoutPlaceholders(Map<String, List<String>> fields) {
        Map<String, List<String>> kept = new LinkedHashMap<>();
        fields.forEach((name, texts) -> {
            List<String> those = new ArrayList<>(texts.size());
            for (String text : texts) {
                if (!isPlaceholder(text)) {
                    those.add(text);
                }
            }
            kept.put(name, those);
        });
        return kept;
    }

    /** Whether a text is no placeholder. */
    boolean says(String text) {
        return !isPlaceholder(text);
    }

    private boolean isPlaceholder(String text) {
        int colon = text.indexOf(':');
        boolean labelled = colon > 0 && schemaWords.contains(plain(text.substring(0, colon)));
        String said = labelled ? text.substring(colon + 1) : text;
        String plain = plain(said);
        boolean marks = !Letters.any(plain, Character::isLetterOrDigit);
        return marks
                || PLACEHOLDERS.contains(plain)
                || schemaWords.contains(plain)
                || schemaWords.contains(plain(beginning(said)))
                || isMadeOfAName(text)
                || (plain.length() >= SHORTEST_QUOTATION
                        && instructions.stream().anyMatch(instruction -> instruction.contains(plain)));
    }

    /** Whether it is one word that goes on from a field's name: "conversation_summary-2". */
    private boolean isMadeOfAName(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return Letters.all(lower, c -> !Character.isWhitespace(c))
                && names.stream()
                        .anyMatch(name -> lower.startsWith(name)
                                && lower.length() > name.length()
                                && !Character.isLetterOrDigit(lower.charAt(name.length())));
    }

    /** Whether the first text is a refusal and there is little else. */
    static boolean isRefusal(List<String> texts) {
        if (texts.isEmpty() || texts.size() > 4) {
            return false;
        }
        int refusing = 0;
        for (String text : texts) {
            String start = text.substring(0, Math.min(LONGEST_REFUSAL, text.length()))
                    .toLowerCase(Locale.ROOT)
                    .replace('’', '\'');
            refusing += REFUSALS.stream().anyMatch(start::startsWith) ? 1 : 0;
        }
        return refusing * 2 >= texts.size();
    }
}
