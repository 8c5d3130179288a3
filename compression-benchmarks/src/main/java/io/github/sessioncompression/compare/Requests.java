package io.github.sessioncompression.compare;

import io.github.sessioncompression.conformance.ProviderRules;
import io.github.sessioncompression.conformance.RequestMessage.Role;
import io.github.sessioncompression.cost.PriceProfile;
import io.github.sessioncompression.cost.PriceProfiles;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sums over the requests of one replay. */
final class Requests {
    /** The profiles of the table; an input token costs 1 in each. */
    static final PriceProfile OPENAI_LIKE = PriceProfiles.of("openai-like");

    static final PriceProfile ANTHROPIC_LIKE = PriceProfiles.of("anthropic-like");
    static final List<PriceProfile> PROFILES =
            List.of(OPENAI_LIKE, ANTHROPIC_LIKE, PriceProfiles.of("gemini-like"), PriceProfiles.of("none"));

    private final int window;
    private final Map<PriceProfile, Double> bills = new LinkedHashMap<>();
    private final Map<ProviderRules, Integer> refused = new EnumMap<>(ProviderRules.class);
    private List<Sent> last = List.of();
    private int count;
    private long tokens;
    private long stable;
    private int above;
    private int orphans;
    private int open;
    private int withoutUser;

    Requests(int window) {
        this.window = window;
        PROFILES.forEach(profile -> bills.put(profile, 0.0));
        for (ProviderRules rules : ProviderRules.values()) {
            refused.put(rules, 0);
        }
    }

    /** Adds a request that follows at once upon the one before. */
    void add(List<Sent> request) {
        add(request, Duration.ZERO);
    }

    /** Adds a request; what the one before had is in the cache if {@code since} is within the lifetime of a prefix. */
    void add(List<Sent> request, Duration since) {
        int size = request.stream().mapToInt(Sent::tokens).sum();
        int prefix = prefix(request);
        bills.replaceAll((profile, bill) ->
                bill + profile.request(size, profile.lifetime().compareTo(since) < 0 ? 0 : prefix));
        count++;
        tokens += size;
        stable += prefix;
        above += size > window ? 1 : 0;
        check(request);
        last = List.copyOf(request);
    }

    /** Tokens of the first messages that are those of the request before. */
    private int prefix(List<Sent> request) {
        int prefix = 0;
        for (int i = 0;
                i < Math.min(request.size(), last.size()) && request.get(i).equals(last.get(i));
                i++) {
            prefix += request.get(i).tokens();
        }
        return prefix;
    }

    private void check(List<Sent> request) {
        var messages = request.stream().map(Sent::message).toList();
        refused.replaceAll(
                (rules, before) -> before + (rules.violations(messages).isEmpty() ? 0 : 1));
        var reasons = ProviderRules.OPENAI.violations(messages);
        orphans += (int) reasons.stream()
                .filter(violation -> violation.reason().startsWith("a tool result without"))
                .count();
        open += (int) reasons.stream()
                .filter(violation -> violation.reason().startsWith("tool calls without"))
                .count();
        withoutUser += messages.stream().noneMatch(message -> message.role() == Role.USER) ? 1 : 0;
    }

    /** Adds a call of the model that writes states. */
    void addCall(int input, int output) {
        bills.replaceAll((profile, bill) -> bill + profile.call(input, output));
    }

    /** Input of all requests, in tokens at full price. */
    double bill(PriceProfile profile) {
        return bills.getOrDefault(profile, 0.0);
    }

    /** Requests that the provider would refuse. */
    int refused(ProviderRules rules) {
        return refused.getOrDefault(rules, 0);
    }

    /** Tokens of the last request; 0 if there was none. */
    int lastTokens() {
        return last.stream().mapToInt(Sent::tokens).sum();
    }

    int count() {
        return count;
    }

    long tokens() {
        return tokens;
    }

    /** Share of the tokens that was the beginning of the request before, 0 to 1. */
    double stableShare() {
        return tokens == 0 ? 0 : (double) stable / tokens;
    }

    int above() {
        return above;
    }

    int orphans() {
        return orphans;
    }

    int open() {
        return open;
    }

    int withoutUser() {
        return withoutUser;
    }

    /** Messages of the last request, without system messages. */
    List<String> lastTexts() {
        return last.stream()
                .filter(sent -> sent.message().role() != Role.SYSTEM)
                .map(sent -> sent.message().text())
                .toList();
    }
}
