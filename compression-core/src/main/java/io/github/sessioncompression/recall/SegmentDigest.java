package io.github.sessioncompression.recall;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.extract.ExtractCompiler;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.state.Telling;
import io.github.sessioncompression.survival.Anchors;
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
import org.jspecify.annotations.Nullable;

/**
 * Makes the levels of one segment: of what a model told of it when it was compressed, and where it did not, extracts of its messages by
 * the compiler that writes states without a model; only the finest, the messages themselves, tells secrets. Each is made when it is first asked for. Not safe for use by many threads.
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
    /** Who speaks, where that has no name. */
    static final Pattern LABEL = Pattern.compile("(?im)^(?:user|assistant|tool [^\\s:]{1,40}): ");

    private final String id;
    private final List<Entry> said;
    private final TokenCounter counter;
    private final List<Telling> told;
    private final String full;
    private final List<Anchor> anchors;
    private @Nullable String detailed;
    private @Nullable String brief;
    private @Nullable List<String> tags;

    /**
     * The levels of a segment.
     *
     * @param told what models told of it or of parts of it, oldest first
     */
    SegmentDigest(String id, List<Entry> entries, TokenCounter counter, List<Telling> told) {
        this.id = id;
        this.told = told;
        this.counter = counter;
        List<Entry> whole = entries.stream()
                .filter(entry -> entry.message().role() != Role.SYSTEM)
                .toList();
        this.full = lines(whole);
        this.said = new Redaction(Redactor.secretsOnly()).hide(whole);
        this.anchors = Anchors.in(said).all();
    }

    private static String lines(List<Entry> entries) {
        StringBuilder lines = new StringBuilder();
        entries.forEach(entry -> lines.append(lines.isEmpty() ? "" : "\n").append(line(entry.message())));
        return lines.toString();
    }

    private static String line(Message message) {
        String speaker = message.role().name().toLowerCase(Locale.ROOT);
        return (message.name() == null ? speaker : message.name()) + ": " + SearchedText.of(message);
    }

    /** What {@code level} tells. */
    CompressedSegment at(Level level) {
        String content =
                switch (level) {
                    case FULL -> full;
                    case DETAILED -> detailed();
                    case BRIEF -> brief();
                    case TAGS -> noLongerThan(brief(), String.join(", ", tags()));
                };
        return new CompressedSegment(id, level, content, in(content), marker(level), counter.count(content));
    }

    /** The mark that stands for what the next finer level than {@code level} has. */
    String marker(Level level) {
        return marker(level, TITLE_TAGS);
    }

    /** The same with all tags: that alone tells what {@link Level#TAGS} tells. */
    String tagged() {
        return marker(Level.TAGS, MAX_TAGS);
    }

    private String marker(Level level, int most) {
        String title =
                told.isEmpty() || most > TITLE_TAGS ? "" : plain(told.get(0).title());
        title = title.isEmpty() || title.length() > MAX_TITLE_CHARS
                ? String.join(", ", tags().subList(0, Math.min(most, tags().size())))
                : title;
        return Markers.of(title.isEmpty() ? id : title, level.finer(), id);
    }

    private String detailed() {
        if (detailed == null) {
            String own = told(Telling::detailed, DETAILED_SHARE, MIN_DETAILED, MAX_DETAILED);
            detailed = isShorter(own, full)
                    ? own
                    : noLongerThan(full, extract(said, DETAILED_SHARE, MIN_DETAILED, MAX_DETAILED));
        }
        return detailed;
    }

    private String brief() {
        if (brief == null) {
            String own = told(Telling::brief, BRIEF_SHARE, MIN_BRIEF, MAX_BRIEF);
            brief = isShorter(own, detailed())
                    ? own
                    : noLongerThan(detailed(), extract(said, BRIEF_SHARE, MIN_BRIEF, MAX_BRIEF));
        }
        return brief;
    }

    private List<String> tags() {
        if (tags == null) {
            List<String> own = toldTags();
            tags = own.isEmpty() ? tags(detailed()) : own;
        }
        return tags;
    }

    private List<String> toldTags() {
        return told.stream()
                .flatMap(telling -> telling.tags().stream())
                .map(SegmentDigest::plain)
                .filter(tag -> !tag.isBlank() && tag.length() <= MAX_TAG_CHARS)
                .distinct()
                .limit(MAX_TAGS)
                .toList();
    }

    /** What models told, and an extract of what they did not tell of; empty if they told nothing, or more than a level may have. */
    private String told(Function<Telling, String> text, int share, int least, int most) {
        SortedMap<Long, String> parts = new TreeMap<>();
        Set<Long> read = new HashSet<>();
        for (Telling telling : told) {
            String part = Markers.without(text.apply(telling));
            if (!part.isBlank()) {
                parts.merge(telling.sources().get(0), part, (first, second) -> first + "\n" + second);
                read.addAll(telling.sources());
            }
        }
        List<Entry> rest =
                said.stream().filter(entry -> !read.contains(entry.sequence())).toList();
        if (!parts.isEmpty() && !rest.isEmpty()) {
            parts.put(rest.get(0).sequence(), extract(rest, share, least, most));
        }
        String whole = String.join("\n", parts.values());
        return counter.count(whole) <= most ? whole : "";
    }

    /** A coarser level that would not be shorter is the finer one. */
    private String noLongerThan(String finer, String coarser) {
        return counter.count(coarser) < counter.count(finer) ? coarser : finer;
    }

    private boolean isShorter(String telling, String finer) {
        return !telling.isBlank() && counter.count(telling) < counter.count(finer);
    }

    /** The most telling clauses within a share of the whole; its head where the compiler finds none. */
    private String extract(List<Entry> of, int share, int least, int most) {
        String all = lines(of);
        int room = Math.max(least, Math.min(most, counter.count(all) / share));
        StateSchema schema = StateSchema.session();
        long framed = (long) room + counter.count(StateEnvelope.wrap(schema, StateDocument.EMPTY));
        int cap = (int) Math.min(Integer.MAX_VALUE, framed);
        StateDocument state =
                new ExtractCompiler(counter).compile(new CompileRequest(schema, of, null, null, cap));
        StringBuilder lines = new StringBuilder();
        for (StateItem item : state.items()) {
            lines.append(lines.isEmpty() ? "" : "\n").append(item.text());
        }
        return lines.isEmpty() ? Excerpt.head(all, room * CHARS_A_TOKEN) : lines.toString();
    }

    /** Values that matter, then the words that are said most, everyday ones only for want of others: all from what is told of the segment. */
    private List<String> tags(String told) {
        Set<String> tags = new LinkedHashSet<>();
        anchors.stream()
                .filter(anchor -> anchor.type().isAtom() && told.contains(anchor.text()))
                .sorted(Comparator.comparingInt(Anchor::weight).reversed())
                .map(anchor -> plain(anchor.text()))
                .filter(text -> !text.isBlank() && text.length() <= MAX_TAG_CHARS)
                .distinct()
                .limit(MAX_VALUES)
                .forEach(tags::add);
        LanguageProfile language =
                Languages.shared().detect(told, Languages.shared().unknown());
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (IndexedWord word : IndexedWord.contentOf(
                language, IndexedWord.all(language, LABEL.matcher(told).replaceAll("")))) {
            if (word.word().length() >= MIN_WORD_CHARS && word.word().chars().allMatch(Character::isLetter)) {
                counts.merge(word.word(), 1, Integer::sum);
            }
        }
        List<Map.Entry<String, Integer>> words = new ArrayList<>(counts.entrySet());
        words.sort(Comparator.comparing((Map.Entry<String, Integer> word) ->
                        language.use(word.getKey()).isLight())
                .thenComparing(Map.Entry.<String, Integer>comparingByValue().reversed()));
        for (Map.Entry<String, Integer> word : words) {
            boolean wanted = tags.size() < (language.use(word.getKey()).isLight() ? TITLE_TAGS : MAX_TAGS);
            if (wanted) {
                tags.add(word.getKey());
            }
        }
        return List.copyOf(tags);
    }

    /** A value without the signs that a marker has. */
    private static String plain(String text) {
        return text.replace('[', ' ')
                .replace(']', ' ')
                .replace('→', ' ')
                .replace('\n', ' ')
                .strip();
    }

    private List<String> in(String content) {
        return anchors.stream()
                .map(Anchor::text)
                .filter(content::contains)
                .distinct()
                .toList();
    }
}
