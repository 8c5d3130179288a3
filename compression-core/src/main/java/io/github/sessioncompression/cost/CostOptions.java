package io.github.sessioncompression.cost;

import io.github.sessioncompression.option.OptionSet;
import io.github.sessioncompression.option.ValueType;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Options of prices, and of the planner that decides by them. Immutable.
 *
 * <p>A model's prices are those that are set, else those bundled for its name, if that is known. Without prices of the chat's model nothing is
 * planned: the policy's thresholds alone decide. Each {@code withX} throws {@link IllegalArgumentException}, naming value and range, if
 * a value is out of its range.
 */
public final class CostOptions extends OptionSet<CostOptions> {
    private static final ValueType<PriceProfile> PRICES = new ValueType<>(
            PriceProfile.class,
            "anthropic-like, gemini-like, local, none, openai-like, or the name of a model whose prices are bundled",
            List.of(),
            CostOptions::named,
            CostOptions::written,
            (name, value) -> value);

    private static final Option<Boolean> PLANNER = Option.of("planner", true, ValueType.bool());
    private static final Option<PriceProfile> PROFILE = Option.of("profile", PRICES);
    private static final Option<PriceProfile> MODEL_PROFILE = Option.of("modelProfile", PRICES);

    private static final CostOptions DEFAULTS = new CostOptions(Values.of(PLANNER, PROFILE, MODEL_PROFILE));

    private CostOptions(Values values) {
        super(values, CostOptions::new);
    }

    private static PriceProfile named(String name) {
        return PriceProfiles.find(name)
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' has no bundled prices"));
    }

    /** The name under which {@code prices} are bundled; {@code null} for prices that are set in code. */
    private static @Nullable String written(PriceProfile prices) {
        return PriceProfiles.find(prices.name()).filter(prices::equals).isPresent() ? prices.name() : null;
    }

    /** The defaults, each stated at its accessor. */
    public static CostOptions defaults() {
        return DEFAULTS;
    }

    /** True if a chat with a compression model is compressed as its prices suggest. Default: true. */
    public boolean planner() {
        return get(PLANNER);
    }

    /** Prices of the chat's model. Default: empty, which means those of the model's name. */
    public Optional<PriceProfile> profile() {
        return find(PROFILE);
    }

    /** Prices of the compression model. Default: empty, which means those of its name, else the chat's. */
    public Optional<PriceProfile> modelProfile() {
        return find(MODEL_PROFILE);
    }

    /** Prices of the chat's model if that is called {@code modelName}; empty if they are not known. */
    public Optional<PriceProfile> profileFor(String modelName) {
        return profile().or(() -> PriceProfiles.find(modelName));
    }

    /** Prices of the compression model if that is called {@code modelName}; {@code chat} if they are not known. */
    public PriceProfile modelProfileFor(String modelName, PriceProfile chat) {
        return modelProfile().or(() -> PriceProfiles.find(modelName)).orElse(chat);
    }

    /** These options with the planner switched on or off; off, thresholds alone decide. */
    public CostOptions withPlanner(boolean on) {
        return with(PLANNER, on);
    }

    /** These options with prices of the chat's model. */
    public CostOptions withProfile(PriceProfile prices) {
        return with(PROFILE, prices);
    }

    /** These options with prices of the compression model. */
    public CostOptions withModelProfile(PriceProfile prices) {
        return with(MODEL_PROFILE, prices);
    }
}
