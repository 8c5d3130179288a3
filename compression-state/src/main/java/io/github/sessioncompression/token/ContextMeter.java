package io.github.sessioncompression.token;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.token.TokenOptions.Source;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Measures a context by the local count and the provider's reports.
 *
 * <p><em>Algorithm</em>: 1. {@link #sent} and {@link #overhead} keep what the next report is about; 2. a report replaces the measured size, and teaches the
 * {@link Calibration} how many tokens the provider counts for one counted here; 3. {@link #measure} adds to the last report the calibrated count of
 * what came after it; after a rewrite, {@link #rewritten}, the calibrated count alone holds; 4. {@link #counted} and {@link #requestRoom} turn a limit of
 * the provider's into tokens as counted here; 5. reports of one size while requests grow show a {@link SilentCut}.
 *
 * <p><em>Does nothing</em> with a report of less than a fifth of what was counted, with one that no request is as large as
 * ({@link #implausible}), or for which nothing was sent. One below 0.7 of the counted text is
 * not believed, and one far above what is expected only if the next one is as high. With {@link Source#ESTIMATE} the local count is all, with {@link Source#PROVIDER} the report.
 * <em>Threads</em>: not safe for use by many; {@link KnownModels}, which carries what was learned to other chats, is.
 */
public final class ContextMeter {
    /**
     * A report of less than such a part of what is counted leaves something out, as one does that knows nothing of what came from a cache,
     * or is made up: no tokenizer, and no size of an image, is so far off.
     */
    private static final int LEAST_PART = 5;

    /**
     * Share of the locally counted text below which a report is wrong: it leaves out cached tokens, or the request was cut. No tokenizer needs
     * so few tokens, and one that was believed to would let later requests grow beyond the window.
     */
    private static final double LEAST_SHARE = 0.7;

    /** Share of the expected size above which a report is believed only if the next one is as high. */
    private static final double DOUBTFUL_SHARE = 1.5;

    /**
     * Most tokens that a request may have beside what is counted here: the definitions of hundreds of tools, a prompt that a framework adds. A
     * report above this and the steepest {@linkplain Calibration slope} is a mistake, of a gateway for example.
     */
    private static final long MOST_UNCOUNTED = 250_000;

    /** The same for a request with media, such as a video, whose size is not known here: as many as the largest window has. */
    private static final long MOST_WITH_MEDIA = 10_000_000;

    private final Source source;
    /** True if the last report was too high to be believed alone. */
    private boolean doubted;

    private Calibration calibration = Calibration.NONE;
    private int sentTokens;
    private long reported = -1;
    private int countedWhenReported;
    private int overhead;
    private int beside;
    private long media;
    private final SilentCut silentCut = new SilentCut();
    private long cutAt;
    private long implausible;

    public ContextMeter(Source source) {
        this.source = source;
    }

    public ContextMeter copy() {
        ContextMeter copy = new ContextMeter(source);
        copy.calibration = calibration;
        copy.sentTokens = sentTokens;
        copy.reported = reported;
        copy.countedWhenReported = countedWhenReported;
        copy.overhead = overhead;
        copy.media = media;
        return copy;
    }

    public void overhead(int tokens) {
        overhead = tokens;
    }

    /** The next report is about a request with the media of these messages, whose real size is not known. */
    public void media(List<Message> request) {
        media(TokenOptions.MEDIA_TOKENS
                * request.stream().mapToLong(Message::mediaCount).sum());
    }

    void media(long tokens) {
        media = tokens;
    }

    /** A request under way carries so many tokens beside the context and the overhead; a negative number if it lacks some of them. */
    public void beside(int tokens) {
        beside = tokens;
    }

    /** The likely size for the model of a request that counts {@code counted} tokens here, overhead included. */
    public long request(long counted) {
        if (source == Source.ESTIMATE) {
            return counted;
        }
        return reported < 0
                ? calibration.reported(counted)
                : Math.max(0, reported + Math.round((counted - overhead - countedWhenReported) * calibration.slope()));
    }

    /** The most tokens that a request may count here, overhead included, to stay within {@code limit} for the model. */
    public long requestRoom(long limit) {
        if (source == Source.ESTIMATE) {
            return limit;
        }
        return reported < 0
                ? calibration.counted(limit)
                : overhead + countedWhenReported + (long) Math.floor((limit - reported) / calibration.slope());
    }

    /** The model refused a request that counts {@code counted} tokens here, overhead included: it took it for {@code size} tokens. */
    public void refused(long counted, long size) {
        calibration = calibration.refused(counted, size);
        reported = -1;
    }

    /** A view was returned: the next report is about it. */
    public void sent(int countedTokens) {
        sentTokens = countedTokens;
    }

    /** The request that carried the last view carried so much more of the context. */
    public void sentToo(int countedTokens) {
        if (sentTokens > 0) {
            sentTokens += countedTokens;
        }
    }

    public void report(Usage usage) {
        if (sentTokens != 0) {
            reported(usage, (long) sentTokens + overhead, sentTokens);
        }
    }

    /**
     * The provider reported the size of a request that counted {@code requestTokens} here, the context as it is now among them if that
     * is not larger.
     */
    public void reported(Usage usage, long requestTokens, int contextTokens) {
        long request = usage.requestTokens();
        long most = (media > 0 ? MOST_WITH_MEDIA : MOST_UNCOUNTED) + (long) (requestTokens * Calibration.MAX_SLOPE);
        implausible = request > most ? request : 0;
        if (implausible > 0 || request <= 0 || (source == Source.AUTO && request < requestTokens / LEAST_PART)) {
            return;
        }
        note(request, requestTokens);
        if (source == Source.AUTO && request < (requestTokens - media) * LEAST_SHARE) {
            return;
        }
        long size = likelySize(request, requestTokens);
        calibration = calibration.observe(requestTokens, size);
        long passing = requestTokens - overhead - contextTokens;
        if (passing >= 0) {
            reported = Math.max(0, size - Math.round(passing * calibration.slope()));
            countedWhenReported = contextTokens;
        }
    }

    /** The last report if it is too large to be about the request, so that it was not used; else 0. */
    public long implausible() {
        return implausible;
    }

    private void note(long reportedTokens, long countedTokens) {
        if (media > 0 || source == Source.ESTIMATE) {
            silentCut.forget();
            cutAt = 0;
        } else {
            cutAt = silentCut.after(reportedTokens, countedTokens);
        }
    }

    /** The size at which the provider cuts requests without a word, by the last report; 0 if it does not seem to. */
    public long cutAt() {
        return cutAt;
    }

    private long likelySize(long reportedTokens, long countedTokens) {
        if (source != Source.AUTO) {
            return reportedTokens;
        }
        long expected = calibration.reported(countedTokens);
        boolean isHigh = calibration.isObserved() && media == 0 && reportedTokens > expected * DOUBTFUL_SHARE;
        boolean isDoubted = isHigh && !doubted;
        doubted = isHigh;
        return isDoubted ? expected : reportedTokens;
    }

    public void begin(Calibration known) {
        if (!calibration.isObserved()) {
            calibration = known;
        }
    }

    public Calibration calibration() {
        return calibration;
    }

    /** The context was rewritten: earlier reports no longer apply to it. */
    public void rewritten() {
        reported = -1;
        sentTokens = 0;
    }

    public int measure(int counted) {
        if (source == Source.PROVIDER) {
            return reported < 0 ? Math.max(0, beside) : toInt(reported + beside);
        }
        int least = source == Source.AUTO && reported >= 0 ? countedWhenReported : 0;
        return toInt(request((long) Math.max(counted, least) + overhead + beside));
    }

    /** The number of locally counted tokens within a limit of {@code limit} real ones, 0 or more. */
    public int counted(int limit) {
        long room = (source == Source.AUTO ? calibration.counted(limit) : limit) - overhead - beside;
        return toInt(Math.max(0, room));
    }

    private static int toInt(long tokens) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, tokens));
    }

    /**
     * Calibrations and windows of the chat's models that this process has learned, by name.
     *
     * <p>Bounded; a model that was not used for long is learned again. Safe for use by many threads.
     */
    public static final class KnownModels {
        private static final int MOST = 1_000;
        private static final double GUESS = 0.9;

        private record Learned(int window, Calibration calibration, boolean requiresThinking) {
            static final Learned NOTHING = new Learned(Integer.MAX_VALUE, Calibration.NONE, false);

            Learned withWindow(int other) {
                return new Learned(other, calibration, requiresThinking);
            }
        }

        private final Cache<String, Learned> models =
                Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

        private Learned of(String model) {
            Learned known = models.getIfPresent(model);
            return known == null ? Learned.NOTHING : known;
        }

        /** The largest request of the model that is known not to be refused for its length; the largest number if none was. */
        public int window(String model) {
            return of(model).window();
        }

        public Calibration calibration(String model) {
            return of(model).calibration();
        }

        public void counts(String model, Calibration learned) {
            Calibration other = learned.forAnotherChat();
            update(model, was -> new Learned(was.window(), other, was.requiresThinking()));
        }

        /** The model accepted a request of so many tokens: a smaller known window is raised to it. */
        public void took(String model, long tokens) {
            models.asMap()
                    .computeIfPresent(
                            model,
                            (name, was) -> tokens > was.window()
                                    ? was.withWindow((int) Math.min(Integer.MAX_VALUE, tokens))
                                    : was);
        }

        /** The model refuses a tool loop without its thinking, or no longer. */
        public void requiresThinking(String model, boolean required) {
            update(model, was -> new Learned(was.window(), was.calibration(), required));
        }

        public boolean requiresThinking(String model) {
            return of(model).requiresThinking();
        }

        private void update(String model, UnaryOperator<Learned> change) {
            models.asMap().compute(model, (name, was) -> change.apply(was == null ? Learned.NOTHING : was));
        }

        /** Takes note of a request of about this size that the model refused; true if its window is known to be smaller than before. */
        public boolean refused(String model, int limit, long size) {
            int window = limit > 0 ? limit : (int) Math.min(Integer.MAX_VALUE, size * GUESS);
            boolean[] smaller = new boolean[1];
            update(model, was -> {
                smaller[0] = window < was.window();
                return smaller[0] ? was.withWindow(window) : was;
            });
            return smaller[0];
        }
    }
}
