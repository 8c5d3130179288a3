package io.github.sessioncompression.model;

import static io.github.sessioncompression.model.CompilerFixture.answer;
import static io.github.sessioncompression.model.CompilerFixture.facts;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.SegmentSummary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requests for a state and for what is told of two stretches beside it. */
abstract class SegmentSummariesFixture {
    static final String DETAILED =
            "The user plans a trip with a budget of 4,200 euros, and the assistant asks for suitable dates.";
    static final String BRIEF = "A trip for 4,200 euros is planned.";

    final CompilerFixture fixture = new CompilerFixture();

    /** Two stretches of two messages each, the trip's budget and its dates. */
    static CompileRequest request() {
        return CompilerFixture.request(CompilerFixture.span(), null)
                .withSegments(List.of(List.of(1L, 2L), List.of(3L, 4L)));
    }

    static Map<String, @Nullable Object> told(@Nullable Object number, String detailed, String brief) {
        Map<String, @Nullable Object> told = new LinkedHashMap<>();
        told.put("segment", number);
        told.put("title", "Trip budget");
        told.put("detailed", detailed);
        told.put("brief", brief);
        told.put("tags", List.of("budget", "4,200 euros"));
        return told;
    }

    static String answered(@Nullable Object segments, String... facts) {
        Map<String, @Nullable Object> fields = CompilerFixture.fields(List.of(facts));
        fields.put("segments", segments);
        return Json.write(fields);
    }

    Compilation.Compiled compiled(CompileRequest request) {
        Compilation outcome = fixture.compiler().compile(request, null);
        assertThat(outcome).isInstanceOf(Compilation.Compiled.class);
        return (Compilation.Compiled) outcome;
    }

    List<SegmentSummary> toldIn(String answer) {
        fixture.model.answers(answer);
        return compiled(request()).segments();
    }
}
