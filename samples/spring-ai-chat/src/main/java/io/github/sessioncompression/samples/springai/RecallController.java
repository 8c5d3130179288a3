package io.github.sessioncompression.samples.springai;

import io.github.sessioncompression.Recall;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.recall.Segment;
import io.github.sessioncompression.recall.Segment.CompressedSegment;
import io.github.sessioncompression.recall.Segment.CompressedSegment.Level;
import jakarta.servlet.http.HttpSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Finds what left the context of the current chat. */
@RestController
@RequestMapping("/api/recall")
record RecallController(SessionCompressor compressor) {
    private static final int HITS = 5;
    /** The latest ones: each is told of anew for each request. */
    private static final int SEGMENTS = 20;

    /** A message that was found, or the part of it that answers best. */
    record Found(String from, String text, String segment) {}

    /** Text of a segment at a level; the marker names the next finer one. */
    record Told(String id, String level, String text, String marker) {}

    /** The messages that answer a question best. */
    @GetMapping("/find")
    List<Found> find(@RequestParam String query, HttpSession session) {
        if (query.isBlank()) {
            throw new IllegalArgumentException("Type what you are looking for.");
        }
        return recall(session).search(query, HITS).stream()
                .map(hit -> new Found(hit.role().name().toLowerCase(Locale.ROOT), hit.excerpt(), hit.segment()))
                .toList();
    }

    /** The latest segments of what left the context, newest first. */
    @GetMapping("/segments")
    List<Told> segments(HttpSession session) {
        Recall recall = recall(session);
        List<Segment> segments = recall.segments();
        List<Told> told = new ArrayList<>();
        for (int i = segments.size() - 1; i >= 0 && told.size() < SEGMENTS; i--) {
            recall.expand(segments.get(i).id(), Level.TAGS)
                    .map(RecallController::told)
                    .ifPresent(told::add);
        }
        return told;
    }

    /** One of them at some level. */
    @GetMapping("/segment")
    Told segment(@RequestParam String id, @RequestParam String level, HttpSession session) {
        Level wanted = Level.named(level).orElseThrow(() -> new IllegalArgumentException("There is no such level."));
        return recall(session)
                .expand(id, wanted)
                .map(RecallController::told)
                .orElseThrow(() -> new IllegalArgumentException("There is no such stretch any more."));
    }

    private static Told told(CompressedSegment segment) {
        return new Told(
                segment.segmentId(),
                segment.level().name().toLowerCase(Locale.ROOT),
                segment.content(),
                segment.marker());
    }

    private Recall recall(HttpSession session) {
        return compressor.conversation(BrowserNames.of(session)).recall();
    }
}
