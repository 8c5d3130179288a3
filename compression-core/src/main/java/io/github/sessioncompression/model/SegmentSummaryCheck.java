package io.github.sessioncompression.model;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.Telling;
import io.github.sessioncompression.survival.Grounding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Collects the segment summaries of one compilation's answers and checks them against the segments' messages.
 *
 * <p>A summary that names a value or a name which no message of its segment has is refused; such a title or tag is left out. A later
 * answer's summary of the same messages replaces an earlier one's. Linear in the messages. Belongs to the one thread that compiles.
 */
final class SegmentSummaryCheck {
    /** Names of speakers, which every summary may use. */
    private static final String SPEAKERS = "User Assistant Tool Chat Conversation Segment";

    private final CompileRequest request;
    private final SegmentField segments;
    private final SegmentSummaryReader reader;
    private final Map<List<Long>, SegmentSummaryReader.Read> told = new LinkedHashMap<>();
    /** Messages of the segments that the next answers are about, by segment number. */
    private SortedMap<Integer, List<Long>> asked;

    SegmentSummaryCheck(CompileRequest request, SegmentField segments, SegmentSummaryReader reader) {
        this.request = request;
        this.segments = segments;
        this.reader = reader;
        this.asked = segments.among(List.of());
    }

    /**
     * Sets the messages that the next answers are about.
     *
     * @return true if there is a segment to be summarized among them
     */
    boolean asksAbout(List<Long> sequences) {
        asked = segments.among(sequences);
        return !asked.isEmpty();
    }

    /** Takes the summaries that an answer has beside its state. */
    void take(@Nullable Object field) {
        if (asked.isEmpty()) {
            return;
        }
        List<SegmentSummaryReader.Read> read = reader.read(field);
        // Some models count from 0.
        int shift = read.stream().anyMatch(each -> each.number() == 0) ? 1 : 0;
        List<List<Long>> inOrder = List.copyOf(asked.values());
        boolean numbered = read.stream().allMatch(each -> each.number() >= 0);
        for (int i = 0; i < read.size(); i++) {
            List<Long> sources = asked.get(read.get(i).number() + shift);
            if (!numbered) {
                sources = read.size() == inOrder.size() ? inOrder.get(i) : null;
            }
            if (sources != null) {
                told.put(sources, read.get(i));
            }
        }
    }

    /** The summaries that passed, oldest first. */
    SegmentSummaries believed() {
        Map<Long, Entry> entries = new LinkedHashMap<>();
        request.span().forEach(entry -> entries.put(entry.sequence(), entry));
        List<Telling> believed = new ArrayList<>();
        Redaction secrets = new Redaction(Redactor.secretsOnly());
        told.forEach((sources, read) -> {
            StateDocument grounded =
                    grounded(read, sources.stream().map(entries::get).toList());
            if (grounded.text(SegmentField.DETAILED).equals(read.detailed())
                    && grounded.text(SegmentField.BRIEF).equals(read.brief())) {
                String title = grounded.text(SegmentField.TITLE);
                believed.add(new Telling(
                        sources,
                        title.equals(read.title()) ? secrets.hide(title) : "",
                        secrets.hide(read.detailed()),
                        secrets.hide(read.brief()),
                        read.tags().stream()
                                .filter(grounded.texts(SegmentField.TAGS)::contains)
                                .map(secrets::hide)
                                .toList()));
            }
        });
        believed.sort((one, other) ->
                Long.compare(one.sources().get(0), other.sources().get(0)));
        return new SegmentSummaries(believed, told.size() - believed.size());
    }

    /** The summary without sentences that name what none of the messages has. */
    private StateDocument grounded(SegmentSummaryReader.Read read, List<Entry> messages) {
        StateDocument said = StateDocument.ofTexts(Map.of(
                SegmentField.TITLE, List.of(read.title()),
                SegmentField.DETAILED, List.of(read.detailed()),
                SegmentField.BRIEF, List.of(read.brief()),
                SegmentField.TAGS, read.tags()));
        CompileRequest own = new CompileRequest(request.schema(), messages, null, null, request.maxTokens());
        return Grounding.of(said, own, SPEAKERS).state();
    }
}
