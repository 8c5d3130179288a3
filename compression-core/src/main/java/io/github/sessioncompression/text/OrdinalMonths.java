package io.github.sessioncompression.text;

import java.util.Locale;
import java.util.Set;

/**
 * The months as they stand behind the number of a day in the languages that end it with a full stop: German, Danish, Norwegian, Finnish, Czech, Slovak,
 * Croatian, Slovenian, Estonian and Icelandic.
 */
final class OrdinalMonths {
    private static final Set<String> NAMES = Set.of(
            """
            januar jänner jan februar feber feb märz maerz mär mrz april apr mai juni jun juli jul august aug september sept sep oktober okt november
            nov dezember dez marts mars maj desember december dec
            tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta
            ledna února března dubna května června července srpna září října listopadu prosince
            januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra
            siječnja veljače ožujka travnja svibnja lipnja kolovoza rujna listopada studenoga prosinca
            januarja februarja aprila maja junija julija avgusta oktobra
            jaanuar veebruar märts aprill juuni juuli oktoober detsember
            janúar febrúar apríl maí júní júlí ágúst október nóvember
            """
                    .strip()
                    .split("\\s+"));

    private OrdinalMonths() {}

    /** Whether a word is one, in any case of its letters. */
    static boolean isOne(String word) {
        return NAMES.contains(word.toLowerCase(Locale.ROOT));
    }
}
