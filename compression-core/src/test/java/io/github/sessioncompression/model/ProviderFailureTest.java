package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.model.ProviderFailure.ContextLengthExceeded;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProviderFailureTest {
    /** Knows nothing beyond what every exception has. */
    static final ProviderFailure.Reader PLAIN = thrown -> 0;

    /** An exception with status and body, as frameworks have them. */
    private static final class HttpError extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final int status;
        private final @Nullable String body;

        HttpError(int status, @Nullable String message, @Nullable String body, @Nullable Throwable cause) {
            super(message, cause);
            this.status = status;
            this.body = body;
        }
    }

    private static final ProviderFailure.Reader HTTP = new ProviderFailure.Reader() {
        @Override
        public int status(Throwable thrown) {
            return thrown instanceof HttpError error ? error.status : 0;
        }

        @Override
        public @Nullable String body(Throwable thrown) {
            return thrown instanceof HttpError error ? error.body : null;
        }
    };

    @Test
    void readsStatusAndWordsOfAllCauses() {
        HttpError http =
                new HttpError(400, null, "{\"error\":\"prompt is too long\"}", new IllegalStateException("pipe"));
        ProviderFailure failure = ProviderFailure.of(new IllegalArgumentException("the call failed", http), HTTP);

        assertThat(failure.status()).isEqualTo(400);
        assertThat(failure.words()).isEqualTo("the call failed\n{\"error\":\"prompt is too long\"}\npipe\n");
        assertThat(failure.contextLengthExceeded())
                .contains(new ContextLengthExceeded(OptionalInt.empty(), OptionalInt.empty()));
        assertThat(failure).asString().doesNotContain("prompt").contains("400");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400 - {} | 400",
                "HTTP 422 - {} | 422",
                "503 | 503",
                "4000 tokens | 0",
                "no 400 here | 0",
                "099 | 0",
            })
    void readsStatusFromStartOfMessage(String message, int status) {
        assertThat(ProviderFailure.of(new IllegalStateException(message), PLAIN).status())
                .isEqualTo(status);
        assertThat(ProviderFailure.of(new IllegalStateException("failed", new IllegalStateException(message)), PLAIN)
                        .status())
                .isEqualTo(status);
    }

    @Test
    void believesATypedStatusBeforeOneInWords() {
        HttpError http = new HttpError(429, "slow down", null, null);
        assertThat(ProviderFailure.of(new IllegalStateException("400 is not it", http), HTTP)
                        .status())
                .isEqualTo(429);
    }

    @Test
    void isARefusalWithTwoStatusesOnly() {
        assertThat(new ProviderFailure(400, "").isRefusal()).isTrue();
        assertThat(new ProviderFailure(422, "").isRefusal()).isTrue();
        for (int other : new int[] {0, 401, 403, 404, 408, 413, 429, 500, 503, 529}) {
            assertThat(new ProviderFailure(other, "").isRefusal()).isFalse();
        }
    }

    @Test
    void isLastingIfSameRequestWouldFailAgain() {
        for (int lasting : new int[] {400, 401, 403, 404, 422}) {
            assertThat(new ProviderFailure(lasting, "").isLasting()).isTrue();
        }
        for (int passing : new int[] {0, 408, 409, 413, 425, 429, 500, 502, 503, 529}) {
            assertThat(new ProviderFailure(passing, "").isLasting()).isFalse();
        }
        assertThat(new ProviderFailure(413, "prompt is too long").isLasting()).isTrue();
        assertThat(new ProviderFailure(429, "prompt is too long").isLasting()).isFalse();
    }

    @Test
    void readsNoMoreThanItMust() {
        Throwable deep = new IllegalStateException("prompt is too long");
        for (int i = 0; i < 100; i++) {
            deep = new IllegalStateException("wrapped", deep);
        }
        assertThat(ProviderFailure.of(deep, PLAIN).contextLengthExceeded()).isEmpty();

        Throwable one = new IllegalStateException("one");
        Throwable circle = new IllegalStateException("two", one);
        one.initCause(circle);
        assertThat(ProviderFailure.of(circle, PLAIN).words()).startsWith("two\none\ntwo\n");

        Throwable large = new IllegalStateException("x".repeat(50_000), new IllegalStateException("y".repeat(50_000)));
        assertThat(ProviderFailure.of(large, PLAIN).words()).hasSize(20_000).doesNotContain("y");
    }
}
