package io.github.sessioncompression.spring.ai;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.advisor.DefaultAroundAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.client.advisor.api.AdvisorChain;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Adds an advisor to the rest of a chain that is under way. */
final class AdvisorChains {
    /** Since Spring AI 2.0 a chain gives a builder that has its observation convention. */
    private static final @Nullable Method MUTATE =
            ClassUtils.getMethodIfAvailable(DefaultAroundAdvisorChain.class, "mutate");

    private AdvisorChains() {}

    /** The chain after {@code advisor}, with {@code added} at the place of its order; {@code null} if the advisor is not in the chain. */
    static @Nullable CallAdvisorChain after(CallAdvisor advisor, CallAdvisorChain chain, Advisor added) {
        List<CallAdvisor> all = chain.getCallAdvisors();
        int at = all.indexOf(advisor);
        return at < 0 ? null : rest(chain, chain.copy(all.get(all.size() - 1)), all.subList(at + 1, all.size()), added);
    }

    /** The same for a stream. */
    static @Nullable StreamAdvisorChain after(StreamAdvisor advisor, StreamAdvisorChain chain, Advisor added) {
        List<StreamAdvisor> all = chain.getStreamAdvisors();
        int at = all.indexOf(advisor);
        return at < 0 ? null : rest(chain, chain.copy(all.get(all.size() - 1)), all.subList(at + 1, all.size()), added);
    }

    /**
     * A chain of {@code following} and {@code added}. Extending {@code chain} itself would turn advisors of one order around: one that has run
     * would run again, and one that has not would be lost.
     *
     * @param end the end of {@code chain}, without advisors
     */
    private static DefaultAroundAdvisorChain rest(
            AdvisorChain chain, AdvisorChain end, List<? extends Advisor> following, Advisor added) {
        List<Advisor> rest = new ArrayList<>(following);
        // The builder puts each advisor in front of its equals in order, so they are given last first.
        Collections.reverse(rest);
        rest.add(added);
        return builder(chain, end).pushAll(rest).build();
    }

    private static DefaultAroundAdvisorChain.Builder builder(AdvisorChain chain, AdvisorChain end) {
        return MUTATE != null
                        && end instanceof DefaultAroundAdvisorChain
                        && ReflectionUtils.invokeMethod(MUTATE, end)
                                instanceof DefaultAroundAdvisorChain.Builder builder
                ? builder
                : DefaultAroundAdvisorChain.builder(chain.getObservationRegistry());
    }
}
