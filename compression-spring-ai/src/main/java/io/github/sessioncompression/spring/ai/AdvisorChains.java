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
    /** Since Spring AI 2.0 a chain can be extended as it is, its observation convention included. */
    private static final @Nullable Method MUTATE =
            ClassUtils.getMethodIfAvailable(DefaultAroundAdvisorChain.class, "mutate");

    private AdvisorChains() {}

    /** The chain after {@code advisor}, with {@code added} where its order says; {@code null} if it is not in the chain. */
    static @Nullable CallAdvisorChain after(CallAdvisor advisor, CallAdvisorChain chain, Advisor added) {
        List<CallAdvisor> all = chain.getCallAdvisors();
        if (!all.contains(advisor)) {
            return null;
        }
        DefaultAroundAdvisorChain extended = extended(chain, added);
        return extended == null ? rest(chain, all, advisor, added) : extended.copy(advisor);
    }

    /** The same for a stream. */
    static @Nullable StreamAdvisorChain after(StreamAdvisor advisor, StreamAdvisorChain chain, Advisor added) {
        List<StreamAdvisor> all = chain.getStreamAdvisors();
        if (!all.contains(advisor)) {
            return null;
        }
        DefaultAroundAdvisorChain extended = extended(chain, added);
        return extended == null ? rest(chain, all, advisor, added) : extended.copy(advisor);
    }

    private static @Nullable DefaultAroundAdvisorChain extended(AdvisorChain chain, Advisor added) {
        return MUTATE != null
                        && chain instanceof DefaultAroundAdvisorChain
                        && ReflectionUtils.invokeMethod(MUTATE, chain)
                                instanceof DefaultAroundAdvisorChain.Builder builder
                ? builder.push(added).build()
                : null;
    }

    /** The builder puts each advisor in front of its equals in order, so they are given last first. */
    private static DefaultAroundAdvisorChain rest(
            AdvisorChain chain, List<? extends Advisor> all, Advisor advisor, Advisor added) {
        List<Advisor> rest = new ArrayList<>(all.subList(all.indexOf(advisor) + 1, all.size()));
        Collections.reverse(rest);
        rest.add(added);
        return DefaultAroundAdvisorChain.builder(chain.getObservationRegistry())
                .pushAll(rest)
                .build();
    }
}
