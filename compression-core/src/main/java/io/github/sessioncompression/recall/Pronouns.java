package io.github.sessioncompression.recall;

import io.github.sessioncompression.text.LanguageProfile;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The words for "I" and "you" of a language; none but in ten languages.
 *
 * @param unspaced true for a script without spaces, where a term may be longer than the pronoun
 */
record Pronouns(boolean unspaced, Set<String> first, Set<String> second) {
    private static final Pronouns NONE = new Pronouns(false, Set.of(), Set.of());
    private static final Map<String, Pronouns> BY_LANGUAGE =
            """
            en|i i'm i've i'd i'll im ive my mine me myself we we're we've we'd we'll our ours us ourselves\
            |you your yours you're you've you'd you'll youre yourself u ur ya y'all
            de|ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere unseren unserem unserer\
            |du dich dir dein deine deinen deinem deiner sie ihnen ihr ihre ihren ihrem ihrer euch euer eure
            es|yo me mi mis mí nosotros nosotras nos nuestro nuestra nuestros nuestras\
            |tú tu tus te ti usted ustedes vosotros vuestro vuestra os
            fr|je j'ai j'étais me moi mon ma mes nous notre nos|tu te toi ton ta tes vous votre vos
            it|io mi me mio mia miei mie noi ci nostro nostra nostri nostre|tu ti te tuo tua tuoi tue voi vi vostro vostra lei
            pt|eu me mim meu minha meus minhas nós nosso nossa nossos nossas|você vocês tu te teu tua seu sua seus suas
            nl|ik mij me mijn wij we ons onze|jij je jou jouw u uw jullie
            ru|я меня мне мной мой моя моё мои моего моей моих мы нас нам нами наш наша наше наши\
            |ты тебя тебе твой твоя твоё твои вы вас вам вами ваш ваша ваше ваши
            zh|我 我们 咱们 本人|你 您 你们
            ja|私 僕 俺 わたし ぼく 我々|あなた 君 お客様
            """
                    .lines()
                    .map(line -> line.split("\\|"))
                    .collect(Collectors.toMap(row -> row[0], Pronouns::of));

    private static Pronouns of(String[] row) {
        boolean unspaced = row[0].equals("zh") || row[0].equals("ja");
        return new Pronouns(unspaced, Set.of(row[1].split(" ")), Set.of(row[2].split(" ")));
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

    private boolean isAmong(Set<String> pronouns, String word) {
        return unspaced ? pronouns.stream().anyMatch(word::contains) : pronouns.contains(word);
    }
}
