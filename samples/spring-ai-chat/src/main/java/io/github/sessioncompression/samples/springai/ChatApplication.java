package io.github.sessioncompression.samples.springai;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application: a chat in the browser, kept within the model's window by the starter and two properties. */
@SpringBootApplication
public class ChatApplication {
    /** Starts it, or prints help. */
    public static void main(String... args) throws IOException {
        if (List.of(args).contains("--help")) {
            try (InputStream help = Objects.requireNonNull(ChatApplication.class.getResourceAsStream("/help.txt"))) {
                System.out.print(new String(help.readAllBytes(), StandardCharsets.UTF_8));
            }
            return;
        }
        application().run(args);
    }

    /** The application, not started yet. */
    static SpringApplication application() {
        SpringApplication application = new SpringApplication(ChatApplication.class);
        application.addInitializers(new ModelChoice());
        return application;
    }
}
