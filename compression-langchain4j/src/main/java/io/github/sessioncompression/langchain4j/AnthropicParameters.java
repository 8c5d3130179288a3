package io.github.sessioncompression.langchain4j;

import dev.langchain4j.model.chat.request.ChatRequestParameters;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the prompt cache in the parameters of Anthropic's client, by their names: clients before 1.17 have no such type.
 *
 * @param defaults the model's parameters
 * @param withSystem parameters that ask for a breakpoint after the system prompt and for nothing else; {@code null} if the client can't
 */
record AnthropicParameters(ChatRequestParameters defaults, @Nullable ChatRequestParameters withSystem) {
    private static final String SYSTEM = "cacheSystemMessages";
    private static final String TOOLS = "cacheTools";

    static AnthropicParameters of(ChatRequestParameters defaults) {
        return new AnthropicParameters(defaults, withSystem(defaults.getClass()));
    }

    private static @Nullable ChatRequestParameters withSystem(Class<?> type) {
        try {
            Object builder = type.getMethod("builder").invoke(null);
            Method setter = builder.getClass().getMethod(SYSTEM, Boolean.class);
            setter.invoke(builder, true);
            return builder.getClass().getMethod("build").invoke(builder) instanceof ChatRequestParameters made
                            && ByName.read(made, TOOLS) == null
                    ? made
                    : null;
        } catch (ReflectiveOperationException older) {
            return null;
        }
    }

    /** True if the client reports which breakpoints it sets by itself. */
    boolean isTold() {
        return withSystem != null;
    }

    /** Number of breakpoints that the client sets in a request with those parameters. */
    int breakpoints(ChatRequestParameters own) {
        return (isOn(own, SYSTEM) ? 1 : 0) + (isOn(own, TOOLS) ? 1 : 0);
    }

    /** True if neither the request nor the model sets a breakpoint for the system prompt, and one can be set here. */
    boolean leavesSystemOpen(ChatRequestParameters own) {
        return withSystem != null && setting(own, SYSTEM) == null;
    }

    /** The parameters with a breakpoint after the system prompt. */
    ChatRequestParameters withSystem(ChatRequestParameters own) {
        return withSystem == null ? own : withSystem.overrideWith(own);
    }

    private boolean isOn(ChatRequestParameters own, String setting) {
        return Boolean.TRUE.equals(setting(own, setting));
    }

    private @Nullable Object setting(ChatRequestParameters own, String setting) {
        Object said = ByName.read(own, setting);
        return said == null ? ByName.read(defaults, setting) : said;
    }
}
