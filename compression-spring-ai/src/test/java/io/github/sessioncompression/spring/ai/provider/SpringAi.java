package io.github.sessioncompression.spring.ai.provider;

import java.lang.reflect.Method;
import org.springframework.ai.chat.prompt.ChatOptions;

/** Version of Spring AI on the class path, and its differences. */
final class SpringAi {
    /** True for Spring AI 2.0 and later. */
    static final boolean IS_TWO = isTwo();

    private SpringAi() {}

    private static boolean isTwo() {
        for (Method method : ChatOptions.class.getMethods()) {
            if (method.getName().equals("mutate")) {
                return true;
            }
        }
        return false;
    }

    static boolean has(String type) {
        try {
            Class.forName(type, false, SpringAi.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }

    /** A retry template that does not retry. */
    static Object onceOnly() {
        if (IS_TWO) {
            Object none = Fluent.call("org.springframework.core.retry.RetryPolicy", "withMaxRetries", 0L);
            return Fluent.made("org.springframework.core.retry.RetryTemplate", none);
        }
        return Fluent.of("org.springframework.retry.support.RetryTemplate")
                .set("maxAttempts", 1)
                .build();
    }

    /** A builder of REST clients over the JDK's, which does not retry; Apache's repeats a request after 429 and 503. */
    static Object restClients() {
        Object factory = Fluent.made("org.springframework.http.client.JdkClientHttpRequestFactory");
        return Fluent.of("org.springframework.web.client.RestClient")
                .set("requestFactory", factory)
                .itself();
    }
}
