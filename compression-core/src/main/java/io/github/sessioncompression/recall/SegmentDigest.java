package io.github.sessioncompression.recall;

import io.github.sessioncompression.extract.ExtractCompiler;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.state.Telling;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The levels of one segment, each made when it is first asked for: the texts that a model wrote when the segment was compressed, and
 * extracts of the messages that it did not read. Only the messages themselves show secrets. Not thread-safe.
 */
final class SegmentDigest {
    private static final int DETAILED_SHARE = 3;
    private static final int MIN_DETAILED = 60;
    private static final int MAX_DETAILED = 600;
    private static final int BRIEF_SHARE = 10;
    private static final int MIN_BRIEF = 30;
    private static final int MAX_BRIEF = 120;
    private static final int MAX_TAGS = 8;
    private static final int MAX_VALUES = 4;
    private static final int MAX_TAG_CHARS = 40;
    private static final int MAX_TITLE_CHARS = 80;
    private static final int MIN_WORD_CHARS = 3;
    private static final int TITLE_TAGS = 3;
    private static final int CHARS_A_TOKEN = 3;

    /** A speaker without a name at the head of a line. */
    static final Pattern LABEL = Pattern.compile("(?im)^(?:user|assistant|tool [^\\s:]{1,40})(?:, [^:\n]{1,40})?: ");

    private final String id;
    private final List<Entry> redacted;
    private final TokenCounter counter;
    private final List<Telling> summaries;
    private final String full;
    private @Nullable String detailed;
    private @Nullable String brief;
    private @Nullable List<String> tags;

    /**
     * The levels of a segment.
     *
     * @param summaries what models wrote of the segment or of parts of it, oldest first
     */
    SegmentDigest(String id, List<Entry> entries, TokenCounter counter, List<Telling> summaries) {
        this.id = id;
        this.summaries = summaries;
        this.counter = counter;
        List<Entry> said = entries.stream()
                .filter(entry -> entry.message().role() != Role.SYSTEM)
                .toList();
        this.full = lines(said);
        this.redacted = new Redaction(Redactor.secretsOnly()).hide(said);
    }

    /** The summaries by the segment they belong to. A summary of messages of several segments belongs to none. */
    static Map<String, List<Telling>> bySegment(List<Telling> all, List<Segment> segments) {
        Map<Long, String> segmentOf = new LinkedHashMap<>();
        segments.forEach(segment -> segment.sequences().forEach(sequence -> segmentOf.put(sequence, segment.id())));
        Map<List<Long>, Telling> latest = new LinkedHashMap<>();
        all.forEach(summary -> latest.put(summary.sources(), summary));
        return latest.values().stream()
                .filter(summary -> segmentIds(summary, segmentOf).size() == 1)
                .sorted(Comparator.comparing(
                        (Telling summary) -> summary.sources().get(0)))
                .collect(Collectors.groupingBy(
                        summary -> segmentIds(summary, segmentOf).iterator().next()));
    }

    private static Set<String> segmentIds(Telling summary, Map<Long, String> segmentOf) {
        Set<String> ids = new HashSet<>();
        for (Long source : summary.sources()) {
            String id = segmentOf.get(source);
            if (id != null) {
                ids.add(id);
            }
        }
        return ids;
    }

    private static String lines(List<Entry> entries) {
        return entries.stream().map(entry -> line(entry.message())).collect(Collectors.joining("\n"));
    }

    private static String line(Message message) {
        String speaker = message.role().name().toLowerCase(Locale.ROOT);
        return (message.name() == null ? speaker : message.name()) + ": " + SearchedText.of(message);
    }

    CompressedSegment at(Level level) {
        String content =
                switch (level) {
                    case FULL -> full;
                    case DETAILED -> detailed();
                    case BRIEF -> brief();
                    case TAGS -> shorter(String.join(", ", tags()), brief());
                };
        return new CompressedSegment(
                id, level, content, CompressedSegment.values(content), marker(level), counter.count(content));
    }

    /** The marker of the next finer level, with the segment's title or a few tags. */
    String marker(Level level) {
        String title = summaries.isEmpty() ? "" : plain(summaries.get(0).title());
        return marker(level, title.length() > MAX_TITLE_CHARS ? "" : title, TITLE_TAGS);
    }

    /** The marker of a segment that is shown by its tags: all of them. */
    String taggedMarker() {
        return marker(Level.TAGS, "", MAX_TAGS);
    }

    private String marker(Level level, String title, int most) {
        String shown = title.isEmpty() ? tags().stream().limit(most).collect(Collectors.joining(", ")) : title;
        return Markers.of(shown.isEmpty() ? id : shown, level.finer(), id);
    }

    private String detailed() {
        if (detailed == null) {
            detailed = level(Telling::detailed, full, DETAILED_SHARE, MIN_DETAILED, MAX_DETAILED);
        }
        return detailed;
    }

    private String brief() {
        if (brief == null) {
            brief = level(Telling::brief, detailed(), BRIEF_SHARE, MIN_BRIEF, MAX_BRIEF);
        }
        return brief;
    }

    private String level(Function<Telling, String> text, String finer, int share, int least, int most) {
        String summary = summary(text, share, least, most);
        boolean fits = !summary.isBlank() && counter.count(summary) < counter.count(finer);
        return fits ? summary : shorter(extract(redacted, share, least, most), finer);
    }

    /** The coarser text, unless it is not shorter than the finer one. */
    private String shorter(String coarser, String finer) {
        return counter.count(coarser) < counter.count(finer) ? coarser : finer;
    }

    /** The models' texts, and an extract of what they did not read; empty if there are none, or they are too long. */
    private String summary(Function<Telling, String> text, int share, int least, int most) {
        SortedMap<Long, String> parts = new TreeMap<>();
        Set<Long> read = new HashSet<>();
        for (Telling summary : summaries) {
            String part = Markers.without(text.apply(summary));
            if (!part.isBlank()) {
                parts.merge(summary.sources().get(0), part, (first, second) -> first + "\n" + second);
                read.addAll(summary.sources());
            }
        }
        List<Entry> rest = redacted.stream()
                .filter(entry -> !read.contains(entry.sequence()))
                .toList();
        if (!parts.isEmpty() && !rest.isEmpty()) {
            parts.put(rest.get(0).sequence(), extract(rest, share, least, most));
        }
        String whole = String.join("\n", parts.values());
        return counter.count(whole) <= most ? whole : "";
    }

    /** An extract of messages within a share of their size; their head if nothing is found. */
    private String extract(List<Entry> entries, int share, int least, int most) {
        String all = lines(entries);
        int room = Math.max(least, Math.min(most, counter.count(all) / share));
        StateSchema schema = StateSchema.session();
        int cap = room + counter.count(StateEnvelope.wrap(schema, StateDocument.EMPTY));
        StateDocument state =
                new ExtractCompiler(counter).compile(new CompileRequest(schema, entries, null, null, cap));
        String extract = state.items().stream().map(StateItem::text).collect(Collectors.joining("\n"));
        return extract.isEmpty() ? Excerpt.head(all, room * CHARS_A_TOKEN) : extract;
    }

    private List<String> tags() {
        if (tags == null) {
            List<String> written = summaries.stream()
                    .flatMap(summary -> summary.tags().stream())
                    .map(SegmentDigest::plain)
                    .filter(SegmentDigest::isTag)
                    .distinct()
                    .limit(MAX_TAGS)
                    .toList();
            tags = written.isEmpty() ? tagsOf(detailed()) : written;
        }
        return tags;
    }

    private static boolean isTag(String text) {
        return !text.isBlank() && text.length() <= MAX_TAG_CHARS;
    }

    /** A few values, then the most frequent content words, of equally frequent ones the longest. */
    private static List<String> tagsOf(String text) {
        String said = LABEL.matcher(text).replaceAll("");
        Set<String> tags = new LinkedHashSet<>();
        CompressedSegment.values(said).stream()
                .map(SegmentDigest::plain)
                .filter(SegmentDigest::isTag)
                .limit(MAX_VALUES)
                .forEach(tags::add);
        LanguageProfile language =
                Languages.shared().detect(said, Languages.shared().unknown());
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (IndexedWord word : IndexedWord.contentOf(language, IndexedWord.all(language, said))) {
            if (word.word().length() >= MIN_WORD_CHARS && word.word().chars().allMatch(Character::isLetter)) {
                counts.merge(word.word(), 1, Integer::sum);
            }
        }
        List<String> words = new ArrayList<>(counts.keySet());
        words.sort(Comparator.comparingInt((String word) -> -counts.getOrDefault(word, 0))
                .thenComparingInt(word -> -word.length()));
        words.stream().limit(MAX_TAGS - tags.size()).forEach(tags::add);
        return List.copyOf(tags);
    }

    /** A text without the signs of a marker. */
    private static String plain(String text) {
        return text.replaceAll("[\\[\\]→\n]", " ").strip();
    }
}
