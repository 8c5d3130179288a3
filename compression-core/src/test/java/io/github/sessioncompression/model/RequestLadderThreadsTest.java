package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.model.RequestForm.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One ladder, asked by many at once. */
class RequestLadderThreadsTest {
    private static final ProviderFailure.Reader READER = ProviderFailureTest.PLAIN;

    @AutoClose
    private final Warnings warnings = new Warnings();

    private final List<RequestForm> asked = new ArrayList<>();

    private static RequestLadder ladder() {
        return new RequestLadder("small", RequestForm.of(Shape.SCHEMA), true, true);
    }

    private static RuntimeException failure(int status, String words) {
        return new IllegalStateException(status + " - " + words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"response_format is not supported", "no"})
    void warnsOnceHoweverManyThreadsMeetTheRefusal(String words) {
        RequestLadder ladder = ladder();
        int threads = 12;
        CountDownLatch refused = new CountDownLatch(threads);
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            answers.add(CompletableFuture.supplyAsync(
                    () -> ladder.ask(
                            form -> {
                                if (form.shape() != Shape.PROMPT) {
                                    refused.countDown();
                                    awaited(refused);
                                    throw failure(400, words);
                                }
                                return "answer";
                            },
                            READER),
                    task -> new Thread(task).start()));
        }

        assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isEqualTo("answer"));
        assertThat(warnings.lines()).hasSize(1);
        assertThat(ladder.form()).isEqualTo(RequestForm.of(Shape.PROMPT));
    }

    @Test
    void retriesFormGivenUpByOtherThread() {
        RequestLadder ladder = ladder();

        String answer = ladder.ask(
                form -> {
                    asked.add(form);
                    if (asked.size() == 1) {
                        ladder.ask(
                                other -> {
                                    if (other.shape() != Shape.PROMPT) {
                                        throw failure(400, "no");
                                    }
                                    return "the other answer";
                                },
                                READER);
                        throw failure(400, "no");
                    }
                    return "answer";
                },
                READER);

        assertThat(answer).isEqualTo("answer");
        assertThat(asked).containsExactly(RequestForm.of(Shape.SCHEMA), RequestForm.of(Shape.PROMPT));
        assertThat(warnings.lines()).hasSize(1);
    }

    private static void awaited(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
