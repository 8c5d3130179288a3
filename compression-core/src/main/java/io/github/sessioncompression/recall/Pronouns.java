package io.github.sessioncompression.recall;

import io.github.sessioncompression.text.LanguageProfile;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The words for "I" and "you" in ten languages; none in the others. */
final class Pronouns {
    private static final Pronouns NONE = new Pronouns(false, "", "");
    private static final Map<String, Pronouns> BY_LANGUAGE = new HashMap<>();

    static {
        add(
                "en",
                "i i'm i've i'd i'll im ive my mine me myself we we're we've we'd we'll our ours us ourselves",
                "you your yours you're you've you'd you'll youre yourself u ur ya y'all");
        add(
                "de",
                "ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere unseren unserem unserer",
                "du dich dir dein deine deinen deinem deiner sie ihnen ihr ihre ihren ihrem ihrer euch euer eure");
        add(
                "es",
                "yo me mi mis mí nosotros nosotras nos nuestro nuestra nuestros nuestras",
                "tú tu tus te ti usted ustedes vosotros vuestro vuestra os");
        add("fr", "je j'ai j'étais me moi mon ma mes nous notre nos", "tu te toi ton ta tes vous votre vos");
        add(
                "it",
                "io mi me mio mia miei mie noi ci nostro nostra nostri nostre",
                "tu ti te tuo tua tuoi tue voi vi vostro vostra lei");
        add(
                "pt",
                "eu me mim meu minha meus minhas nós nosso nossa nossos nossas",
                "você vocês tu te teu tua seu sua seus suas");
        add("nl", "ik mij me mijn wij we ons onze", "jij je jou jouw u uw jullie");
        add(
                "ru",
                "я меня мне мной мой моя моё мои моего моей моих мы нас нам нами наш наша наше наши",
                "ты тебя тебе твой твоя твоё твои вы вас вам вами ваш ваша ваше ваши");
        add("zh", "我 我们 咱们 本人", "你 您 你们");
        add("ja", "私 僕 俺 わたし ぼく 我々", "あなた 君 お客様");
    }

    private final boolean unspaced;
    private final Set<String> first;
    private final Set<String> second;

    private Pronouns(boolean unspaced, String first, String second) {
        this.unspaced = unspaced;
        this.first = Set.of(first.split(" "));
        this.second = Set.of(second.split(" "));
    }

    private static void add(String code, String first, String second) {
        BY_LANGUAGE.put(code, new Pronouns(code.equals("zh") || code.equals("ja"), first, second));
    }

    static Pronouns of(LanguageProfile language) {
        return BY_LANGUAGE.getOrDefault(language.code(), NONE);
    }

    /** True for a word, in lower case, that means the speaker. */
    boolean isFirstPerson(String word) {
        return isAmong(first, word);
    }

    /** True for a word, in lower case, that means the person spoken to. */
    boolean isSecondPerson(String word) {
        return isAmong(second, word);
    }

    /** In a script without spaces a term may be longer than the pronoun. */
    private boolean isAmong(Set<String> pronouns, String word) {
        return unspaced ? pronouns.stream().anyMatch(word::contains) : pronouns.contains(word);
    }
}
