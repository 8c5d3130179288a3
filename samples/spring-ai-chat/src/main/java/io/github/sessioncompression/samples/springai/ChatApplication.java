package io.github.sessioncompression.samples.springai;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application: a chat in the browser, kept within the model's window by the starter and two properties. */
@SpringBootApplication
public class ChatApplication {
    /** Starts it. */
    public static void main(String... args) {
        application().run(args);
    }

    /** The application, not started yet. */
    static SpringApplication application() {
        SpringApplication application = new SpringApplication(ChatApplication.class);
        application.addInitializers(new ModelChoice());
        return application;
    }
}
