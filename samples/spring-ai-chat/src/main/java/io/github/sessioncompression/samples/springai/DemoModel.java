package io.github.sessioncompression.samples.springai;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;

/**
 * Stands in where no model is configured, and says so in each answer: enough to see the gauge move and the memory compress.
 *
 * <p>Safe for use by many threads.
 */
final class DemoModel implements ChatModel {
    private static final Duration BETWEEN_WORDS = Duration.ofMillis(15);
    private static final int MAX_QUOTED = 200;
    private static final String FILLING =
            "A model would answer here. So that the context fills up the way it does in a real chat, this answer goes on for a "
                    + "while: the older part of a long chat is put into a state of facts, tone and shared concepts, the newest "
                    + "turns stay as they are, and nothing that was said is lost. Watch the gauge: when it passes the mark, the "
                    + "context is compressed in the background, and the next request is small again. The console shows what a "
                    + "model would be sent now, which messages went into the state and why, what each compression cost and what it "
                    + "changed; a placeholder opens its original, and the search finds what left the context. With a key in the "
                    + "environment a real model takes over when you start again, and your chats are still there. Until then each "
                    + "answer is about as long as a real one, some two hundred tokens, so that a window of eight thousand is full "
                    + "after thirty turns.";

    @Override
    public ChatResponse call(Prompt prompt) {
        return response(answer(prompt));
    }

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
        return Flux.fromArray(answer(prompt).split("(?<= )", -1))
                .delayElements(BETWEEN_WORDS)
                .map(DemoModel::response);
    }

    private static String answer(Prompt prompt) {
        UserMessage question = prompt.getUserMessage();
        String said = Objects.requireNonNullElse(question.getText(), "");
        String quoted = said.length() <= MAX_QUOTED ? said : said.substring(0, MAX_QUOTED) + "…";
        return "This is the built-in demo, not a model. You said: “" + quoted + "” " + FILLING;
    }

    private static ChatResponse response(String text) {
        return new ChatResponse(List.of(new Generation(new AssistantMessage(text))));
    }
}
