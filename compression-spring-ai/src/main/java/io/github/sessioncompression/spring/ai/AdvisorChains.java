package io.github.sessioncompression.spring.ai;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
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

/** Adds an advisor to the rest of a chain that is under way. */
final class AdvisorChains {
    /** Since Spring AI 2.0 a chain can be extended as it is, its observation convention included. */
    private static final @Nullable MethodHandle MUTATE = mutate();

    private AdvisorChains() {}

    private static @Nullable MethodHandle mutate() {
        try {
            MethodType type = MethodType.methodType(DefaultAroundAdvisorChain.Builder.class);
            return MethodHandles.publicLookup().findVirtual(DefaultAroundAdvisorChain.class, "mutate", type);
        } catch (NoSuchMethodException | IllegalAccessException olderVersion) {
            return null;
        }
    }

    /** The chain after {@code advisor}, with {@code added} where its order says; {@code null} if it is not in the chain. */
    static @Nullable CallAdvisorChain after(CallAdvisor advisor, CallAdvisorChain chain, Advisor added) {
        if (!chain.getCallAdvisors().contains(advisor)) {
            return null;
        }
        DefaultAroundAdvisorChain.Builder whole = builder(chain);
        return whole == null
                ? rest(chain, chain.getCallAdvisors(), advisor, added)
                : whole.push(added).build().copy(advisor);
    }

    /** The same for a stream. */
    static @Nullable StreamAdvisorChain after(StreamAdvisor advisor, StreamAdvisorChain chain, Advisor added) {
        if (!chain.getStreamAdvisors().contains(advisor)) {
            return null;
        }
        DefaultAroundAdvisorChain.Builder whole = builder(chain);
        return whole == null
                ? rest(chain, chain.getStreamAdvisors(), advisor, added)
                : whole.push(added).build().copy(advisor);
    }

    private static DefaultAroundAdvisorChain.@Nullable Builder builder(AdvisorChain chain) {
        if (MUTATE == null || !(chain instanceof DefaultAroundAdvisorChain known)) {
            return null;
        }
        try {
            return (DefaultAroundAdvisorChain.Builder) MUTATE.invokeExact(known);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the advisor chain cannot be extended", e);
        }
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
