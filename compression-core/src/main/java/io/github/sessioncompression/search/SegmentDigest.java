package io.github.sessioncompression.search;

import io.github.sessioncompression.extract.ExtractCompiler;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.Segment.CompressedSegment;
import io.github.sessioncompression.recall.Segment.CompressedSegment.Level;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.token.TokenCounter;
import java.util.Comparator;
import java.util.EnumMap;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The levels of one segment, each made when it is first asked for.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>FULL is all messages, a line each.
 *   <li>DETAILED and BRIEF are what a model wrote of the segment, with an extract of the messages that it did not read, if that is at most 600 or 120 tokens;
 *       else an extract of all messages: a third (60 to 600 tokens), a tenth (30 to 120).
 *   <li>TAGS are the model's tags, else up to four values and the most frequent words, eight in all.
 *   <li>A level that would not be shorter than the finer one has that one's text.
 * </ol>
 *
 * <p>Each level is at most as long as the finer one, so asking for a coarser one never costs more. The two with bounds are the lengths that a state has
 * room for: {@link Outline} gives detailed lines a third of its room, and tags the rest.
 *
 * <p>Only FULL shows secrets. Equal messages and summaries give an equal text in every process. A level is kept once it is made, since the coarser ones
 * are compared with it. Not thread-safe.
 *
 * @see Segments
 */
public final class SegmentDigest {
    private static final int MAX_TAGS = 8;

    /** The tags that may be values; the others are words, since numbers alone name no subject. */
    private static final int MAX_VALUES = 4;

    /** A longer tag is a sentence. */
    private static final int MAX_TAG_CHARS = 40;

    /** A model's longer title gives way to tags. */
    private static final int MAX_TITLE_CHARS = 80;

    private static final int MIN_WORD_CHARS = 3;

    /** The tags that replace a title in a marker. */
    private static final int TITLE_TAGS = 3;

    /** The characters taken for a token when a text is cut without counting: few, so that the room holds. */
    private static final int CHARS_A_TOKEN = 3;

    private static final int MIN_VALUE_CHARS = 3;

    /** A longer run is encoded data, no value that anybody asks for. */
    private static final int MAX_VALUE_CHARS = 100;

    /** Signs that join the parts of a value. */
    private static final String JOINTS = "-_./:@#+";

    private static final Size DETAILED = new Size(3, 60, 600);
    private static final Size BRIEF = new Size(10, 30, 120);

    private final String id;
    /** The messages as they were written. */
    private final List<Entry> said;
    /** The messages without secrets, from which all levels below FULL are made. */
    private final List<Entry> redacted;

    private final TokenCounter counter;
    private final List<SegmentSummary> summaries;
    private final Map<Level, String> made = new EnumMap<>(Level.class);

    /** The size of a level: a share of the whole within bounds, in tokens. */
    private record Size(int divisor, int least, int most) {
        private int of(int whole) {
            return Math.max(least, Math.min(most, whole / divisor));
        }
    }

    private SegmentDigest(String id, List<Entry> entries, TokenCounter counter, List<SegmentSummary> summaries) {
        this.id = id;
        this.summaries = summaries;
        this.counter = counter;
        this.said = entries;
        this.redacted = new Redaction(Redactor.secretsOnly()).hide(said);
    }

    /**
     * The levels of a segment, each made when it is asked for. The function is not thread-safe.
     *
     * @param entries the messages of the segment, ascending
     * @param summaries what models wrote of the segment or of parts of it, oldest first
     */
    public static Function<Level, CompressedSegment> levels(
            String segmentId, List<Entry> entries, TokenCounter counter, List<SegmentSummary> summaries) {
        return new SegmentDigest(segmentId, entries, counter, summaries)::at;
    }

    private static String lines(List<Entry> entries) {
        return entries.stream().map(entry -> line(entry.message())).collect(Collectors.joining("\n"));
    }

    private static String line(Message message) {
        String speaker = message.role().name().toLowerCase(Locale.ROOT);
        return (message.name() == null ? speaker : message.name()) + ": " + SearchedText.of(message);
    }

    /** The segment at one level, with the values in its text and the marker of the next finer level. */
    CompressedSegment at(Level level) {
        String content = text(level);
        return new CompressedSegment(id, level, content, values(content), marker(level), counter.count(content));
    }

    private String text(Level level) {
        String text = made.get(level);
        if (text == null) {
            text = switch (level) {
                case FULL -> lines(said);
                case DETAILED -> level(SegmentSummary::detailed, text(Level.FULL), DETAILED);
                case BRIEF -> level(SegmentSummary::brief, text(Level.DETAILED), BRIEF);
                case TAGS -> shorter(String.join(", ", tags()), text(Level.BRIEF));
            };
            made.put(level, text);
        }
        return text;
    }

    /** The marker of the next finer level, with the segment's title or a few tags; all tags if they are what is shown. */
    private String marker(Level level) {
        String title = summaries.isEmpty() || level == Level.TAGS
                ? ""
                : plain(summaries.get(0).title());
        if (title.isEmpty() || title.length() > MAX_TITLE_CHARS) {
            int most = level == Level.TAGS ? MAX_TAGS : TITLE_TAGS;
            title = tags().stream().limit(most).collect(Collectors.joining(", "));
        }
        return SegmentLine.marker(title.isEmpty() ? id : title, level.finer(), id);
    }

    /** A level's text: the models' if there is one within the size and shorter than {@code finer}, else an extract, else {@code finer} itself. */
    private String level(Function<SegmentSummary, String> text, String finer, Size size) {
        String summary = summary(text, size);
        boolean fits = !summary.isBlank() && counter.count(summary) < counter.count(finer);
        return fits ? summary : shorter(extract(redacted, size), finer);
    }

    /** The coarser text, unless it is not shorter than the finer one. */
    private String shorter(String coarser, String finer) {
        return counter.count(coarser) < counter.count(finer) ? coarser : finer;
    }

    /**
     * The models' texts, and an extract of what they did not read; empty if there are none, or they are too long.
     *
     * <p>Parts are ordered by their first message. Markers in a model's text are made harmless, as {@link Outline} reads the one at a line's end.
     */
    private String summary(Function<SegmentSummary, String> text, Size size) {
        SortedMap<Long, String> parts = new TreeMap<>();
        Set<Long> read = new HashSet<>();
        for (SegmentSummary summary : summaries) {
            String part = SegmentLine.withoutMarkers(text.apply(summary));
            if (!part.isBlank()) {
                parts.merge(summary.sources().get(0), part, (first, second) -> first + "\n" + second);
                read.addAll(summary.sources());
            }
        }
        List<Entry> rest = redacted.stream()
                .filter(entry -> !read.contains(entry.sequence()))
                .toList();
        if (!parts.isEmpty() && !rest.isEmpty()) {
            parts.put(rest.get(0).sequence(), extract(rest, size));
        }
        String whole = String.join("\n", parts.values());
        return counter.count(whole) <= size.most ? whole : "";
    }

    /** An extract of messages within a share of their size; their head if nothing is found. */
    private String extract(List<Entry> entries, Size size) {
        String all = lines(entries);
        int room = size.of(counter.count(all));
        StateSchema schema = StateSchema.session();
        long wanted = (long) room + counter.count(StateEnvelope.wrap(schema, StateDocument.EMPTY));
        int cap = (int) Math.min(Integer.MAX_VALUE, wanted);
        StateDocument state =
                new ExtractCompiler(counter).compile(new CompileRequest(schema, entries, null, null, cap));
        String extract = state.items().stream().map(StateItem::text).collect(Collectors.joining("\n"));
        return extract.isEmpty() ? Letters.head(all, room * CHARS_A_TOKEN) : extract;
    }

    /** The models' tags that are short enough, else tags from the detailed text, without the speakers at the heads of its lines. */
    private List<String> tags() {
        List<String> written = summaries.stream()
                .flatMap(summary -> summary.tags().stream())
                .map(SegmentDigest::plain)
                .filter(SegmentDigest::isTag)
                .distinct()
                .limit(MAX_TAGS)
                .toList();
        return written.isEmpty() ? tagsOf(SegmentLine.withoutLabels(text(Level.DETAILED))) : written;
    }

    private static boolean isTag(String text) {
        return !text.isBlank() && text.length() <= MAX_TAG_CHARS;
    }

    /** A few values, then the most frequent content words, of equally frequent ones the longest. */
    private static List<String> tagsOf(String text) {
        Stream<String> values = values(text).stream()
                .map(SegmentDigest::plain)
                .filter(SegmentDigest::isTag)
                .limit(MAX_VALUES);
        LanguageProfile language =
                Languages.shared().detect(text, Languages.shared().unknown());
        Map<String, Long> counts = IndexedWord.contentOf(language, IndexedWord.all(language, text)).stream()
                .map(IndexedWord::word)
                .filter(word -> word.length() >= MIN_WORD_CHARS && word.chars().allMatch(Character::isLetter))
                .collect(Collectors.groupingBy(word -> word, LinkedHashMap::new, Collectors.counting()));
        Stream<String> words = counts.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, Long> word) -> -word.getValue())
                        .thenComparingInt(word -> -word.getKey().length()))
                .map(Map.Entry::getKey);
        return Stream.concat(values, words).distinct().limit(MAX_TAGS).toList();
    }

    /** A text without the signs of a marker. */
    private static String plain(String text) {
        return text.replaceAll("[\\[\\]→\n]", " ").strip();
    }

    /**
     * The values in a text, in order, each once: runs of letters, digits and joining signs that have a digit and 3 to 100 characters.
     *
     * <p>A loop instead of a pattern, since it reads whole messages. Digits beyond the basic plane, which are decorative ones, do not count.
     */
    private static List<String> values(String text) {
        Set<String> values = new LinkedHashSet<>();
        int start = -1;
        int end = 0; // behind the last letter or digit
        boolean digit = false;
        for (int i = 0; i <= text.length(); ) {
            int c = i < text.length() ? text.codePointAt(i) : ' ';
            if (Character.isLetterOrDigit(c)) {
                start = start < 0 ? i : start;
                end = i + Character.charCount(c);
                digit |= Character.isBmpCodePoint(c) && Character.isDigit(c);
            } else if (start >= 0 && JOINTS.indexOf(c) < 0) {
                if (digit && end - start >= MIN_VALUE_CHARS && end - start <= MAX_VALUE_CHARS) {
                    values.add(text.substring(start, end));
                }
                start = -1;
                digit = false;
            }
            i += Character.charCount(c);
        }
        return List.copyOf(values);
    }
}
