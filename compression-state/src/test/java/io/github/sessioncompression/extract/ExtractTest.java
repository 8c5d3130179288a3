package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.anchor.StatementReader;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ExtractTest {
    private final AtomicInteger read = new AtomicInteger();

    private final ExtractCompiler compiler = new ExtractCompiler(
            TokenCounter.o200k(),
            text -> {
                read.incrementAndGet();
                return List.of();
            },
            Map.of());

    private static CompileRequest request(int cap) {
        List<Entry> span = new ArrayList<>();
        for (int i = 1; i < 60; i += 2) {
            span.add(new Entry(
                    i, Message.user("We ship order " + i + " to Bergen on day " + i + ". Never by air."), 20));
            span.add(new Entry(
                    i + 1,
                    Message.assistant("Order " + i + " goes by rail. What is its weight of " + i + " kg for?"),
                    20));
        }
        return new CompileRequest(StateSchema.session(), span, null, "Bergen", cap);
    }

    @Test
    void statesOfSeveralSizesAreThoseOfTheirOwnRequests() {
        Extract extract = compiler.read(request(1_000), new StatementReader());

        for (int cap : new int[] {900, 300, 600, 900}) {
            assertThat(extract.within(cap)).isEqualTo(compiler.compile(request(cap)));
        }
    }

    @Test
    void secondStateReadsNoMessageAgain() {
        Extract extract = compiler.read(request(1_000), new StatementReader());
        extract.within(900);
        int once = read.get();

        extract.within(300);

        assertThat(read).hasValue(once);
    }

    @Test
    void pairsOfTermsHaveANumberEach() {
        Vocabulary vocabulary = new Vocabulary();
        Set<Integer> numbers = new HashSet<>();
        for (int term = 0; term < 3_000; term++) {
            assertThat(vocabulary.pair(term, term + 1)).isEqualTo(vocabulary.pair(term + 1, term));
            numbers.add(vocabulary.pair(term, term + 1));
        }

        assertThat(numbers).hasSize(3_000);
        assertThat(numbers).contains(vocabulary.pair(0, 1));
        assertThat(vocabulary.size()).isEqualTo(3_000);
    }
}
