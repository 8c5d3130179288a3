package io.github.sessioncompression;

import io.github.sessioncompression.context.Archived;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.Segment;
import io.github.sessioncompression.recall.Segment.CompressedSegment;
import io.github.sessioncompression.recall.Segment.CompressedSegment.Level;
import io.github.sessioncompression.search.MessageSearch;
import io.github.sessioncompression.search.Outline;
import io.github.sessioncompression.search.RecallCalls;
import io.github.sessioncompression.search.SegmentDigest;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.session.SessionIndex;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.transcript.ConversationReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the archived messages of a conversation: those that its view does not show, or shows less of.
 *
 * <p>Messages are found by a search, or by the segments that they are divided into; a segment can be read at four levels, from its tags to its
 * messages. Returned by {@link Conversation#recall}. <b>Threads:</b> safe for use by many; each call sees the conversation as it is then. <b>On
 * failure</b> of the store its exception is thrown.
 */
public final class Recall {
    /** The most hits of a search. */
    public static final int MAX_HITS = 100;

    /** Maximum length of a hit's excerpt, in characters. */
    private static final int EXCERPT_CHARS = 600;

    private final ConversationParts parts;

    Recall(ConversationParts parts) {
        this.parts = parts;
    }

    /**
     * The archived messages that answer {@code query} best, best first: tool calls with their arguments too, but no system messages. The
     * first search reads the transcript, later ones what is new.
     *
     * @param query plain text in any of the chat's languages; the first 4,000 characters are read
     * @param k the most hits, 1 to {@value #MAX_HITS}
     * @throws IllegalArgumentException if {@code k} is out of range
     */
    public List<Hit> search(String query, int k) {
        Objects.requireNonNull(query, "query");
        return find(query, Bounds.within("k", k, 1, MAX_HITS), EXCERPT_CHARS);
    }

    /** Searches with an excerpt of another length; {@code limit} is not checked. */
    List<Hit> find(String query, int limit, int excerptChars) {
        Archived archived = archived();
        return archived.isEmpty()
                ? List.of()
                : parts.shared().search().search(parts.id(), query, limit, excerptChars, archived);
    }

    /** What the view hides now, once it is read what others have written; takes the chat's lock. */
    private Archived archived() {
        return parts.chats().get(chat -> {
            chat.sync();
            return Archived.of(chat);
        });
    }

    /** As {@link #search}, among all messages of the conversation. */
    public List<Hit> searchAll(String query, int k) {
        Objects.requireNonNull(query, "query");
        int limit = Bounds.within("k", k, 1, MAX_HITS);
        return parts.shared().search().search(parts.id(), query, limit, EXCERPT_CHARS, MessageSearch.ALL);
    }

    /** The segments of the archived messages, oldest first. */
    public List<Segment> segments() {
        Archived archived = archived();
        return archived.isEmpty() ? List.of() : parts.shared().search().segments(parts.id(), archived);
    }

    /**
     * The archived messages of a segment, as they were written; none if there is no such segment.
     *
     * @param segmentId the id of a segment or a {@linkplain Hit#segment() hit}; or of any single message: {@code m12} for sequence number 12
     */
    public List<Entry> expand(String segmentId) {
        Objects.requireNonNull(segmentId, "segmentId");
        Optional<Segment> message = Segment.ofMessage(segmentId);
        return message.or(() -> named(segmentId, segments())).map(this::read).orElse(List.of());
    }

    /** The segment of that id, or of one that it had before an erasure moved a border. */
    private static Optional<Segment> named(String id, List<Segment> segments) {
        return segments.stream().filter(segment -> segment.isNamed(id)).findFirst();
    }

    /** The messages of a segment from the store, without system messages. */
    private List<Entry> read(Segment segment) {
        return reading().at(segment.sequences()).stream()
                .filter(entry -> entry.message().role() != Role.SYSTEM)
                .toList();
    }

    private ConversationReader reading() {
        return new ConversationReader(parts.shared().store(), parts.id());
    }

    /**
     * A segment at any level, to continue from there to a {@linkplain Level#finer finer} one. The text is a compression model's if there is
     * one, else an extract of the transcript. Asks no model, and shows nothing that was erased.
     *
     * @param segmentId the id of a segment or a {@linkplain Hit#segment() hit}
     * @return empty if there is no such segment
     */
    public Optional<CompressedSegment> expand(String segmentId, Level level) {
        Objects.requireNonNull(segmentId, "segmentId");
        Objects.requireNonNull(level, "level");
        Optional<Segment> message = Segment.ofMessage(segmentId);
        List<Segment> segments = message.isPresent() ? List.of() : segments();
        Segment segment = message.or(() -> named(segmentId, segments)).orElse(null);
        List<Entry> entries = segment == null ? List.of() : read(segment);
        if (segment == null || entries.isEmpty()) {
            return Optional.empty();
        }
        List<Long> ids = parts.chats().get(chat -> chat.stored().record().tellings());
        List<SegmentSummary> summaries =
                Outline.bySegment(reading().tellings(ids), segments).getOrDefault(segment.id(), List.of());
        return Optional.of(
                SegmentDigest.levels(segment.id(), entries, parts.rules().tokens()::countText, summaries)
                        .apply(level));
    }

    /**
     * As {@link #expand(String, Level)}, on a background thread. If cancelled before it has begun, nothing is read.
     *
     * @throws RejectedExecutionException if no thread takes it, as after the compressor was closed
     */
    public CompletableFuture<Optional<CompressedSegment>> expandAsync(String segmentId, Level level) {
        return parts.shared().background().supply(() -> expand(segmentId, level));
    }

    /** What a model's calls of the recall tools read. */
    RecallCalls.History history() {
        return new RecallCalls.History() {
            @Override
            public List<Hit> find(String query, int limit, int excerptChars) {
                return Recall.this.find(query, limit, excerptChars);
            }

            @Override
            public List<Map<String, @Nullable Object>> earlierSessions(String query, int limit) {
                return SessionIndex.isInternal(parts.id())
                        ? List.of()
                        : new Sessions(parts)
                                .search(query, limit).stream()
                                        .map(Recall::quoted)
                                        .toList();
            }

            @Override
            public List<Entry> expand(String id) {
                return Recall.this.expand(id);
            }

            @Override
            public Optional<CompressedSegment> expand(String id, Level level) {
                return Recall.this.expand(id, level);
            }

            @Override
            public void broughtBack() {
                parts.chats().run(chat -> parts.reporter().broughtBack());
            }
        };
    }

    private static Map<String, @Nullable Object> quoted(Session.Hit hit) {
        Map<String, @Nullable Object> quoted = new LinkedHashMap<>();
        quoted.put("earlier_session", hit.session().id());
        quoted.put("ended", String.valueOf(hit.session().ended()));
        quoted.put("text", hit.excerpt());
        return quoted;
    }
}
