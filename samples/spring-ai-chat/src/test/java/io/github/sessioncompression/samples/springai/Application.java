package io.github.sessioncompression.samples.springai;

import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.StandardEnvironment;

/** The application on a free port, without anything from this machine's environment. */
final class Application implements AutoCloseable {
    private final ConfigurableApplicationContext context;

    private Application(String... properties) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0", "--logging.level.root=error", "--logging.level.io.github.sessioncompression=error"));
        for (String property : properties) {
            arguments.add("--" + property);
        }
        SpringApplication application = ChatApplication.application();
        application.setEnvironment(new NoVariables());
        context = application.run(arguments.toArray(String[]::new));
    }

    /** Unless a test says where its chats are kept, nothing is left of them. */
    static Application start(String... properties) {
        List<String> all = new ArrayList<>(List.of(properties));
        if (all.stream().noneMatch(property -> property.startsWith("chat.file="))) {
            all.add("session-compression.store=memory");
        }
        return new Application(all.toArray(String[]::new));
    }

    /** Talks to a server that speaks OpenAI's language. */
    static Application withOpenAi(String baseUrl) {
        return start(
                "spring.ai.model.chat=openai",
                "spring.ai.openai.base-url=" + baseUrl,
                "spring.ai.openai.api-key=sk-test",
                "spring.ai.openai.max-retries=0");
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    String url() {
        return "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
    }

    @Override
    public void close() {
        context.close();
    }

    /** Keys that happen to be set must not be used by tests. */
    private static final class NoVariables extends StandardEnvironment {
        @Override
        public java.util.Map<String, Object> getSystemEnvironment() {
            return java.util.Map.of();
        }
    }
}
