package io.github.sessioncompression.applications.quarkus;

import io.github.sessioncompression.SessionCompressor;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.Scanner;
import java.util.stream.Collectors;

/**
 * Answers each line of the standard input, one that begins with a tilde by streaming, an empty one with whether a compression runs; then says
 * what is kept of the chat.
 */
@QuarkusMain
public class GardenShop implements QuarkusApplication {
    private static final String CUSTOMER = "user-42";

    private final Assistant assistant;
    private final StreamingAssistant streaming;
    private final SessionCompressor compressor;

    GardenShop(Assistant assistant, StreamingAssistant streaming, SessionCompressor compressor) {
        this.assistant = assistant;
        this.streaming = streaming;
        this.compressor = compressor;
    }

    /** Starts Quarkus. */
    public static void main(String... args) {
        Quarkus.run(GardenShop.class, args);
    }

    @Override
    public int run(String... args) {
        Scanner questions = new Scanner(System.in);
        while (questions.hasNextLine()) {
            System.out.println("answer: " + answer(questions.nextLine()));
        }
        compressor
                .conversation(CUSTOMER)
                .transcript()
                .forEach(message -> System.out.println("kept: " + message.role() + " " + message.text()));
        return 0;
    }

    private String answer(String question) {
        if (question.isEmpty()) {
            return String.valueOf(compressor.conversation(CUSTOMER).status().compressing());
        }
        return question.startsWith("~")
                ? streaming.chat(CUSTOMER, question.substring(1)).collect().asList().await().indefinitely().stream()
                        .collect(Collectors.joining())
                : assistant.chat(CUSTOMER, question);
    }
}
