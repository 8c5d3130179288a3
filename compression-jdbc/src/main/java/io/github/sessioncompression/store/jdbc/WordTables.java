package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.StoreNames;
import io.github.sessioncompression.store.WordIndex;
import io.github.sessioncompression.store.WordIndex.Indexed;
import io.github.sessioncompression.store.WordIndex.Line;
import io.github.sessioncompression.store.WordIndex.Standing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The words of messages, as PostgreSQL's full-text search has them: a {@code tsvector} for each message, or several, under a GIN index.
 *
 * <p>A lexeme is the number of its conversation's index and a word. So whatever is looked up costs what that conversation has of it and not
 * what all have, none finds anything of another, and words stay those of the library's own analysis. How often a word is in its message
 * stands in the labels of its positions. In how many messages of the conversation each word is has a table of its own.
 */
final class WordTables {
    /** So many bytes of lexemes a message has at most. */
    private static final int MOST_BYTES = 1_000_000;

    /**
     * So many bytes of lexemes a row has at most; a message with more has several. What is longer than some two thousand bytes is compressed and put
     * elsewhere by PostgreSQL, and got back from there for each word that is looked up.
     */
    private static final int PART_BYTES = 1_700;

    /** Of a lexeme beside its own bytes: where it is, and labels. */
    private static final int BYTES_BESIDE = 12;

    /** A longer word is nobody's; the longest that PostgreSQL takes has 2,046 bytes. */
    private static final int LONGEST_WORD = 300;

    /** How often a word occurs, by which of the labels A (8), B (4), C (2) and D (1) it has. */
    private static final int[] TIMES = {0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 22, 30, 42, 63};

    private static final String LABELS = "DCBA";

    /** Behind all words that begin alike. */
    private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

    private final String find;
    private final String insert;
    private final String advance;
    private final List<String> drop;
    private final String insertMessage;
    private final String addTerms;
    private final String lines;
    private final String counts;
    private final String occurrences;

    WordTables(String prefix) {
        String conversations = prefix + "search_conversation";
        String messages = prefix + "search_message";
        String terms = prefix + "search_term";
        String ofConversation = "number IN (SELECT number FROM " + conversations + " WHERE conversation = ?)";
        find = "SELECT number, incarnation, revision, analysis, indexed_through FROM " + conversations
                + " WHERE conversation = ?";
        insert = "INSERT INTO " + conversations
                + " (conversation, incarnation, revision, analysis, indexed_through) VALUES (?, ?, ?, ?, 0)";
        advance = "UPDATE " + conversations + " SET indexed_through = ? WHERE number = ? AND indexed_through = ?";
        drop = List.of(
                "DELETE FROM " + terms + " WHERE " + ofConversation,
                "DELETE FROM " + messages + " WHERE " + ofConversation,
                "DELETE FROM " + conversations + " WHERE conversation = ?");
        insertMessage = "INSERT INTO " + messages
                + " (number, part, line, sequence_number, length, kind, language, speaker, said_at, opens_segment, print, words)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::tsvector)";
        addTerms = "INSERT INTO " + terms
                + " AS known (number, term, messages) SELECT ?, added.term, added.messages FROM"
                + " unnest(?::text[], ?::integer[]) AS added (term, messages) ON CONFLICT (number, term)"
                + " DO UPDATE SET messages = known.messages + excluded.messages";
        lines = "SELECT sequence_number, length, kind, language, speaker, said_at, opens_segment, print FROM "
                + messages + " WHERE number = ? AND part = 0 AND line >= ? ORDER BY line LIMIT ?";
        counts = "SELECT term, messages FROM " + terms + " WHERE number = ? AND term = ANY (?)"
                + " UNION SELECT alike.term, alike.messages FROM unnest(?::text[], ?::text[]) AS sought (low, high),"
                + " LATERAL (SELECT term, messages FROM " + terms
                + " WHERE number = ? AND term >= sought.low AND term < sought.high ORDER BY term LIMIT ?) AS alike";
        // A query for each word keeps the database from sorting; its forms are not to be worked out again for each
        // message.
        occurrences = "SELECT sought.place, (SELECT string_agg(int4send(found.line * " + WordIndex.COUNTS
                + " + CASE WHEN found.words @@ sought.often THEN"
                + " CASE WHEN found.words @@ sought.a THEN 8 ELSE 0 END"
                + " + CASE WHEN found.words @@ sought.b THEN 4 ELSE 0 END"
                + " + CASE WHEN found.words @@ sought.c THEN 2 ELSE 0 END"
                + " + CASE WHEN found.words @@ sought.d THEN 1 ELSE 0 END ELSE 1 END), ''::bytea)"
                + " FROM " + messages + " AS found WHERE found.words @@ sought.once)"
                + " FROM (SELECT place, lexeme::tsquery AS once, (lexeme || ':ABC')::tsquery AS often,"
                + " (lexeme || ':A')::tsquery AS a, (lexeme || ':B')::tsquery AS b, (lexeme || ':C')::tsquery AS c,"
                + " (lexeme || ':D')::tsquery AS d"
                + " FROM unnest(?::text[]) WITH ORDINALITY AS given (lexeme, place) OFFSET 0) AS sought";
    }

    Optional<Standing> standing(Queries queries, String id) throws SQLException {
        return queries.first(
                find,
                row -> new Standing(row.number(1), row.name(2), row.number(3), (int) row.number(4), row.number(5)),
                queries.name(id));
    }

    void insert(Queries queries, String id, Head head, int analysis) throws SQLException {
        queries.update(insert, queries.name(id), queries.name(head.incarnation()), head.revision(), analysis);
    }

    /** Moves the end of what is kept, unless it is another one. */
    boolean advance(Queries queries, Standing standing, long through) throws SQLException {
        return queries.update(advance, through, standing.number(), standing.through()) == 1;
    }

    /** Takes away all words of a conversation. */
    void drop(Queries queries, String id) throws SQLException {
        for (String delete : drop) {
            queries.update(delete, queries.name(id));
        }
    }

    void add(Queries queries, long number, int from, List<Indexed> messages) throws SQLException {
        Map<String, Integer> counts = new TreeMap<>();
        List<Object[]> rows = new ArrayList<>();
        int place = from;
        for (Indexed message : messages) {
            List<String> vectors = vectors(number, message.words(), counts);
            for (int part = 0; part < vectors.size(); part++) {
                rows.add(row(number, place, part, message.line(), vectors.get(part)));
            }
            place++;
        }
        queries.batch(insertMessage, rows);
        queries.update(
                addTerms,
                number,
                counts.keySet().toArray(String[]::new),
                counts.values().toArray(Integer[]::new));
    }

    private static Object[] row(long number, int place, int part, Line line, String vector) {
        Long saidAt = line.saidAt();
        return new Object[] {
            number,
            part,
            place,
            line.sequence(),
            line.length(),
            line.kind(),
            line.language(),
            StoreNames.storable(line.speaker()),
            saidAt == null ? Long.MIN_VALUE : saidAt,
            line.opensSegment() ? 1 : 0,
            line.print(),
            vector
        };
    }

    /** A message's words, as one {@code tsvector} after the other is written; each that has room is counted. */
    private static List<String> vectors(long number, Map<String, Integer> words, Map<String, Integer> counts) {
        List<String> vectors = new ArrayList<>();
        StringBuilder vector = new StringBuilder();
        int bytes = 0;
        int all = 0;
        for (Map.Entry<String, Integer> word : words.entrySet()) {
            String text = word.getKey();
            if (text.length() > LONGEST_WORD || !StoreNames.storable(text).equals(text)) {
                continue;
            }
            String lexeme = lexeme(number, text);
            int more = lexeme.getBytes(StandardCharsets.UTF_8).length + BYTES_BESIDE;
            all += more;
            if (all > MOST_BYTES) {
                break;
            }
            bytes += more;
            if (bytes > PART_BYTES) {
                vectors.add(vector.toString());
                vector.setLength(0);
                bytes = more;
            }
            vector.append(lexeme).append(':').append(labels(word.getValue())).append(' ');
            counts.merge(text, 1, Integer::sum);
        }
        vectors.add(vector.toString());
        return vectors;
    }

    /** A word of an index, quoted: no sign in it means anything to PostgreSQL. */
    private static String lexeme(long number, String word) {
        return "'" + Long.toString(number, Character.MAX_RADIX) + ' '
                + word.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    private static String labels(int count) {
        int which = TIMES.length - 1;
        while (which > 1 && TIMES[which] > count) {
            which--;
        }
        StringBuilder labels = new StringBuilder();
        for (int bit = 0; bit < LABELS.length(); bit++) {
            if ((which >> bit & 1) == 1) {
                labels.append(labels.isEmpty() ? "" : ",").append(bit + 1).append(LABELS.charAt(bit));
            }
        }
        return labels.toString();
    }

    List<Line> lines(Queries queries, long number, int from, int limit) throws SQLException {
        return queries.list(lines, WordTables::line, number, from, limit);
    }

    private static Line line(Queries.Row row) throws SQLException {
        long saidAt = row.number(6);
        return new Line(
                row.number(1),
                (int) row.number(2),
                (int) row.number(3),
                row.text(4),
                row.text(5),
                saidAt == Long.MIN_VALUE ? null : saidAt,
                row.number(7) == 1,
                row.number(8));
    }

    Map<String, Integer> counts(
            Queries queries, long number, Collection<String> words, Collection<String> beginnings, int most)
            throws SQLException {
        Map<String, Integer> found = new HashMap<>();
        queries.list(
                counts,
                row -> found.put(row.text(1), (int) row.number(2)),
                number,
                storable(words),
                storable(beginnings),
                storable(beginnings.stream().map(each -> each + LAST).toList()),
                number,
                most);
        return found;
    }

    /** None of the words that are kept has a character that can't be. */
    private static String[] storable(Collection<String> words) {
        return words.stream().map(StoreNames::storable).toArray(String[]::new);
    }

    Map<String, int[]> occurrences(Queries queries, long number, List<String> words) throws SQLException {
        String[] lexemes = words.stream().map(word -> lexeme(number, word)).toArray(String[]::new);
        Map<String, int[]> found = new HashMap<>();
        queries.list(occurrences, row -> found.put(words.get((int) row.number(1) - 1), numbers(row.bytes(2))), (Object)
                lexemes);
        return found;
    }

    private static int[] numbers(byte[] sent) {
        int[] numbers = new int[sent.length / Integer.BYTES];
        ByteBuffer.wrap(sent).asIntBuffer().get(numbers);
        for (int i = 0; i < numbers.length; i++) {
            int labels = numbers[i] % WordIndex.COUNTS;
            numbers[i] += TIMES[labels] - labels;
        }
        Arrays.sort(numbers);
        return numbers;
    }
}
