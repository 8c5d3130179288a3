package io.github.sessioncompression.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.LateResultDiscarded;
import io.github.sessioncompression.event.CompressionEvent.NearTrigger;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.event.CompressionEvent.Recovery;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageStarted;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.event.Events;
import io.github.sessioncompression.store.Accounting;
import io.github.sessioncompression.store.Counters.ModelUse;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NoticesTest {
    private static final Notices ENGLISH = Notices.of(Locale.US);
    private static final Pattern ARGUMENT = Pattern.compile("\\{(\\d+)");

    private static Properties bundle(String name) {
        Properties texts = new Properties();
        try (Reader reader = new InputStreamReader(
                Objects.requireNonNull(Notices.class.getResourceAsStream(name + ".properties"), name),
                StandardCharsets.UTF_8)) {
            texts.load(reader);
        } catch (IOException e) {
            throw new AssertionError(name, e);
        }
        return texts;
    }

    private static Set<String> arguments(String pattern) {
        return ARGUMENT.matcher(pattern)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"notices_de", "notices_ru", "notices_zh"})
    void hasTheSameKeysAndArgumentsInEachLanguage(String name) {
        Properties english = bundle("notices");
        Properties translated = bundle(name);

        assertThat(translated.stringPropertyNames()).isEqualTo(english.stringPropertyNames());
        for (String key : english.stringPropertyNames()) {
            assertThat(arguments(translated.getProperty(key))).as(key).isEqualTo(arguments(english.getProperty(key)));
            assertThat(translated.getProperty(key)).as(key).isNotBlank();
        }
    }

    @Test
    void hasATextForEachConstant() {
        Stream<String> keys = Stream.of(
                        Stream.of(Stage.values()).flatMap(stage -> Stream.of("stage.", "started.", "finished.")
                                .map(prefix -> prefix + stage)),
                        Stream.of(Reason.values()).map(reason -> "reason." + reason),
                        Stream.of(Recovery.values()).map(recovery -> "recovery." + recovery))
                .flatMap(all -> all);

        assertThat(bundle("notices").stringPropertyNames()).containsAll(keys.toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "ru", "zh", "fr", "zh-TW", "de-CH", "und"})
    void saysEachEventInOneLineWithEachNumberFilledIn(String tag) {
        Notices notices = Notices.of(Locale.forLanguageTag(tag));

        assertThat(Events.all()).allSatisfy(event -> assertThat(notices.text(event))
                .isNotBlank()
                .doesNotContain("{", "}", "\n", "null", "''")
                .containsPattern("\\d"));
        assertThat(notices.title()).isNotBlank();
        assertThat(notices.text(stats(0, 0, 0, 0, 0))).contains("0");
    }

    @Test
    void describesPruning() {
        assertThat(ENGLISH.text(Events.finished(Stage.PRUNE, 90_000, 60_000, 12)))
                .isEqualTo("Tool results pruned (close to the limit): 90,000 → 60,000 tokens (−33%), 30,000 saved;"
                        + " context 60,000 of 120,000 tokens (50%)");
    }

    @Test
    void describesCompressionWithTokenBreakdown() {
        assertThat(ENGLISH.text(Events.finished(Stage.COMPRESS, 90_000, 40_000, 120)))
                .isEqualTo("Conversation compressed (close to the limit, 1.2 s): 90,000 → 40,000 tokens (−56%),"
                        + " 50,000 saved; system 1,000, state 4,000, kept 30,000, tools 5,000;"
                        + " context 40,000 of 120,000 tokens (33%)");
    }

    @Test
    void announcesAStageWithItsReason() {
        assertThat(ENGLISH.text(Events.started(Stage.COMPRESS, Reason.CRITICAL)))
                .isEqualTo("Compressing older messages (context almost full); context 90,000 of 120,000 tokens (75%)");
        assertThat(ENGLISH.text(new StageStarted("c", Events.NOON, Stage.PRUNE, Reason.MANUAL, 9_000, 0)))
                .isEqualTo("Pruning old tool results (on request); context 9,000 tokens");
    }

    @Test
    void describesRecoveryFromFailure() {
        assertThat(ENGLISH.text(Events.failed(Recovery.OFFLINE)))
                .isEqualTo("Compression failed (context almost full, TIMED_OUT); the state was written without a model;"
                        + " context 90,000 of 120,000 tokens (75%)");
    }

    @Test
    void namesConfiguredTrigger() {
        assertThat(ENGLISH.text(new NearTrigger("c", Events.NOON, 72_000, 84_000, 120_000)))
                .isEqualTo("Compression soon: 72,000 of the 84,000 tokens at which it starts (86%)");
    }

    @Test
    void describesUnchangedContext() {
        assertThat(ENGLISH.text(Events.finished(Stage.PRUNE, 40_000, 40_000, 0)))
                .isEqualTo("Pruning of tool results: nothing to change; context 40,000 of 120,000 tokens (33%)");
    }

    @Test
    void supportsPluralForms() {
        ListResourceBundle german = new ListResourceBundle() {
            @Override
            protected Object[][] getContents() {
                return new Object[][] {
                    {"finished.PRUNE", "Gekürzt: {4,choice,1#1 Ergebnis|1<{4,number,integer} Ergebnisse}"}
                };
            }
        };
        Notices notices = Notices.of(german, Locale.GERMANY);

        assertThat(notices.text(Events.finished(Stage.PRUNE, 90_000, 60_000, 1)))
                .isEqualTo("Gekürzt: 1 Ergebnis");
        assertThat(notices.text(Events.finished(Stage.PRUNE, 90_000, 60_000, 2_000)))
                .isEqualTo("Gekürzt: 2.000 Ergebnisse");
    }

    @Test
    void writesNumbersAsTheLocaleDoes() {
        CompressionEvent event = Events.finished(Stage.PRUNE, 1_234_567, 600_000, 12);

        assertThat(Notices.of(Locale.GERMANY).text(event))
                .startsWith(
                        "Werkzeugergebnisse gekürzt (Grenze bald erreicht): 1.234.567 → 600.000 Token (−51\u00a0%)");
        assertThat(Notices.of(Locale.forLanguageTag("de-CH")).text(event)).contains("1’234’567");
        assertThat(Notices.of(Locale.forLanguageTag("ru")).text(event))
                .startsWith("Результаты инструментов очищены (приближение к лимиту): токенов 1\u00a0234\u00a0567 → ");
        assertThat(Notices.of(Locale.CHINA).text(event)).startsWith("工具结果已清理（接近上限）：1,234,567 → 600,000 个词元（−51%）");
    }

    @Test
    void fallsBackToEnglishInAnyDefaultLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ru-RU"));

            assertThat(Notices.of(Locale.FRANCE).title()).isEqualTo("Session compression");
            assertThat(Notices.of(Locale.ENGLISH).title()).isEqualTo("Session compression");
            assertThat(Notices.of(Locale.FRANCE).text(new NearTrigger("c", Events.NOON, 72_000, 84_000, 120_000)))
                    .contains("72,000");
            assertThat(Notices.of(Locale.GERMAN).title()).isEqualTo("Sitzungskomprimierung");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void takesTextsOfTheApplicationAndSaysTheRestInEnglish() {
        ListResourceBundle french = new ListResourceBundle() {
            @Override
            protected Object[][] getContents() {
                return new Object[][] {{"title", "Compression de session"}, {"near", "Bientôt : {0,number,integer}"}};
            }
        };
        Notices notices = Notices.of(french, Locale.FRANCE);

        assertThat(notices.title()).isEqualTo("Compression de session");
        assertThat(notices.text(new NearTrigger("c", Events.NOON, 7, 10, 20))).isEqualTo("Bientôt : 7");
        assertThat(notices.text(new LateResultDiscarded("c", Events.NOON, Reason.MANUAL, Duration.ofSeconds(2))))
                .isEqualTo(
                        "Compression discarded after 2,0 s: the conversation had changed, or the compression was broken off (on request)");
    }

    @Test
    void sumsUpStatistics() {
        assertThat(ENGLISH.text(stats(100, 27, 1, 1, 51_500)))
                .isEqualTo("Compressions: 1; prunings: 1; tokens saved: 51,500; active messages: 27 of 100 (27%)");
    }

    private static CompressionStats stats(long messages, long active, long compressions, long prunings, long saved) {
        return new CompressionStats(
                messages,
                active,
                compressions,
                prunings,
                0,
                saved,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                0,
                0,
                ModelUse.NONE,
                ModelUse.NONE,
                0,
                Accounting.Coverage.NONE);
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // What the types forbid and other languages do.
    private static <T> T none() {
        return null;
    }

    @Test
    void namesMissingArguments() {
        assertThatNullPointerException().isThrownBy(() -> Notices.of(none())).withMessage("locale");
        assertThatNullPointerException()
                .isThrownBy(() -> ENGLISH.text(NoticesTest.<CompressionEvent>none()))
                .withMessage("event");
        assertThatNullPointerException()
                .isThrownBy(() -> ENGLISH.text(NoticesTest.<CompressionStats>none()))
                .withMessage("stats");
    }
}
