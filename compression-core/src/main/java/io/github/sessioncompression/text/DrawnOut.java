package io.github.sessioncompression.text;

/** Knows words that are written as they are drawn out in speech, "nooo" and "yesss", where what they are drawn from is one of a few that every chat has. Stateless. */
final class DrawnOut {
    /** So many of a letter in a row are in no word. */
    private static final int DRAWN = 3;

    private DrawnOut() {}

    /** The word that a language knows, in small letters; {@code word} itself if it is not drawn out, or from no word of grammar, courtesy, yes or no. */
    static String shortened(String word, LanguageProfile profile) {
        if (profile.isUnspaced() || !isDrawn(word)) {
            return word;
        }
        String once = withRunsOf(1, word);
        String twice = withRunsOf(2, word);
        return isKnown(once, profile) ? once : isKnown(twice, profile) ? twice : word;
    }

    private static boolean isKnown(String word, LanguageProfile profile) {
        WordUse use = profile.use(word);
        return use.isStop() || use.isCourtesy() || use.isYes() || use.isNegation();
    }

    private static boolean isDrawn(String word) {
        int run = 1;
        for (int i = 1; i < word.length() && run < DRAWN; i++) {
            run = word.charAt(i) == word.charAt(i - 1) && Character.isLetter(word.charAt(i)) ? run + 1 : 1;
        }
        return run >= DRAWN;
    }

    private static String withRunsOf(int most, String word) {
        StringBuilder shortened = new StringBuilder(word.length());
        int from = 0;
        while (from < word.length()) {
            int to = from + 1;
            while (to < word.length() && word.charAt(to) == word.charAt(from)) {
                to++;
            }
            shortened.append(word, from, to - from < DRAWN ? to : from + most);
            from = to;
        }
        return shortened.toString();
    }
}
