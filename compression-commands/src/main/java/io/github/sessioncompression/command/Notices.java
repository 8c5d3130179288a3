package io.github.sessioncompression.command;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.FactsLeftOut;
import io.github.sessioncompression.event.CompressionEvent.LargePins;
import io.github.sessioncompression.event.CompressionEvent.LateResultDiscarded;
import io.github.sessioncompression.event.CompressionEvent.MessagesCut;
import io.github.sessioncompression.event.CompressionEvent.MessagesDropped;
import io.github.sessioncompression.event.CompressionEvent.NearTrigger;
import io.github.sessioncompression.event.CompressionEvent.OverBudget;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.event.CompressionEvent.SecretsLeftOut;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionEvent.StageStarted;
import io.github.sessioncompression.event.CompressionEvent.TokenBreakdown;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.option.Resources;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.text.MessageFormat;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.PropertyResourceBundle;
import java.util.ResourceBundle;

/**
 * One line on what happened, in English, German, Russian or Chinese.
 *
 * <p>All numbers are the event's own, written as the locale writes them. Immutable; safe for use by many threads.
 *
 * <pre>{@code
 * CompressionListener popup = event -> show(Notices.of(Locale.GERMAN).text(event));
 * }</pre>
 *
 * <p>Design note. The bundles are read here and not by {@link ResourceBundle#getBundle(String)}, which would answer in the
 * machine's own language if it has no bundle for the one asked for, and whose {@code Control} does not work on the
 * module path.
 */
public final class Notices {
    private static final List<String> LANGUAGES = List.of("de", "ru", "zh");
    private static final double MILLIS_PER_SECOND = 1_000;

    private final ResourceBundle english = bundle("notices");
    private final ResourceBundle texts;
    private final Locale locale;

    private Notices(ResourceBundle texts, Locale locale) {
        this.texts = texts;
        this.locale = locale;
    }

    /** Notices in the language of {@code locale}; in English if there is none, on a machine of any language. */
    public static Notices of(Locale locale) {
        String language = Objects.requireNonNull(locale, "locale").getLanguage();
        if (LANGUAGES.contains(language)) {
            return new Notices(bundle("notices_" + language), locale);
        }
        return new Notices(bundle("notices"), language.equals("en") ? locale : Locale.ENGLISH);
    }

    /**
     * Notices with texts of the application's own: {@link MessageFormat} patterns with the keys and arguments of the file
     * {@code notices.properties} beside this class. What {@code texts} lacks is in English.
     */
    public static Notices of(ResourceBundle texts, Locale locale) {
        return new Notices(texts, locale);
    }

    private static ResourceBundle bundle(String name) {
        try {
            return new PropertyResourceBundle(new StringReader(Resources.text(Notices.class, name + ".properties")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A heading for all notices. */
    public String title() {
        return say("title");
    }

    /** One line about {@code event}. */
    public String text(CompressionEvent event) {
        if (event instanceof StageStarted started) {
            String context = context(started.contextTokens(), started.windowTokens());
            return say(key("started", started.stage()), context, reason(started.reason()));
        } else if (event instanceof StageFinished finished) {
            return finished(finished);
        } else if (event instanceof StageFailed failed) {
            return say(
                    "failed",
                    stage(failed.stage()),
                    failed.failure(),
                    say(key("recovery", failed.instead())),
                    reason(failed.reason()),
                    context(failed.contextTokens(), failed.windowTokens()));
        } else if (event instanceof NearTrigger near) {
            double share = share(near.contextTokens(), near.triggerTokens());
            return say("near", near.contextTokens(), near.triggerTokens(), share);
        } else if (event instanceof LateResultDiscarded late) {
            return say("discarded", reason(late.reason()), seconds(late.latency()));
        } else if (event instanceof MessagesCut cut) {
            return say("cut", cut.messages(), cut.tokensBefore(), cut.tokensAfter());
        } else if (event instanceof FactsLeftOut facts) {
            return say("left-out", facts.facts(), facts.shown());
        } else if (event instanceof SecretsLeftOut secrets) {
            return say("secrets", secrets.messages());
        } else if (event instanceof MessagesDropped dropped) {
            return say("dropped", dropped.messages());
        } else if (event instanceof LargePins pins) {
            return say("pins", pins.messages(), share(pins.pinnedTokens(), pins.windowTokens()));
        } else {
            OverBudget over = (OverBudget) Objects.requireNonNull(event, "event");
            String context = context(over.contextTokens(), over.windowTokens());
            return say("over", over.contextTokens(), over.limitTokens(), context);
        }
    }

    /** One line about {@code stats}: how often, how much was saved, and what is left of the messages. */
    public String text(CompressionStats stats) {
        Objects.requireNonNull(stats, "stats");
        return say(
                "stats",
                stats.compressions(),
                stats.prunings(),
                stats.tokensSaved(),
                stats.messagesActive(),
                stats.messagesTotal(),
                stats.ratio());
    }

    /** The text of that key with its arguments: one of {@code notices.properties} or of the application's own. */
    public String text(String key, Object... arguments) {
        return say(Objects.requireNonNull(key, "key"), arguments);
    }

    /** The size of a context, as in other texts; a window of 0 is unbounded. */
    public String context(long tokens, long window) {
        return window == 0 ? say("context.unbounded", tokens) : say("context", tokens, window, share(tokens, window));
    }

    private String finished(StageFinished event) {
        String context = context(event.tokensAfter(), event.windowTokens());
        if (event.affected() == 0) {
            return say("unchanged", stage(event.stage()), context);
        }
        TokenBreakdown parts = event.breakdown();
        return say(
                key("finished", event.stage()),
                event.tokensBefore(),
                event.tokensAfter(),
                share(event.tokensAfter() - event.tokensBefore(), event.tokensBefore()),
                event.savedTokens(),
                event.affected(),
                context,
                reason(event.reason()),
                seconds(event.latency()),
                parts.system(),
                parts.state(),
                parts.kept(),
                parts.tools());
    }

    private String reason(Reason reason) {
        return say(key("reason", reason));
    }

    private String stage(Stage stage) {
        return say(key("stage", stage));
    }

    private String say(String key, Object... arguments) {
        String pattern = texts.containsKey(key) ? texts.getString(key) : english.getString(key);
        return new MessageFormat(pattern, locale).format(arguments);
    }

    private static String key(String prefix, Enum<?> constant) {
        return prefix + "." + constant.name();
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / MILLIS_PER_SECOND;
    }
}
