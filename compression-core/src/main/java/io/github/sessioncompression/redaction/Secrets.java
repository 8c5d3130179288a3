package io.github.sessioncompression.redaction;

import io.github.sessioncompression.redaction.SecretNames.Kind;
import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds keys, tokens and passwords: by the word that names them, by how they begin, inside an address, a command, a record, a table or a call, as they are stored, as a block, or by being a long row
 * of mixed letters and digits that nobody would say.
 *
 * <p>One pass over the words of the text; each is looked at a bounded number of times.
 */
public final class Secrets {
    private final String text;
    private final List<SecretSpan> spans = new ArrayList<>();
    private final SecretNames names = SecretNames.get();
    private final SecretReading reading;
    private final SecretBefore before;
    private final SecretTokens tokens;
    private final SecretAddresses addresses;
    private final SecretCommands commands;
    private final SecretHashes hashes;
    private final SecretRecords records;
    private final SecretTables tables;
    /** Up to where the text is an address. */
    private int address;

    private Secrets(String text) {
        this.text = text;
        SecretText way = new SecretText(text);
        SecretSpans taken = new SecretSpans(text, way, spans);
        reading = new SecretReading(text, way, taken, spans);
        before = new SecretBefore(text, way, taken);
        tokens = new SecretTokens(text, spans);
        addresses = new SecretAddresses(text, way, spans);
        commands = new SecretCommands(text, way, taken);
        hashes = new SecretHashes(text, spans);
        records = new SecretRecords(text, way, taken);
        tables = new SecretTables(text, way, taken);
    }

    /** The secrets in the order of the text; none overlaps another. */
    public static List<SecretSpan> find(String text) {
        Secrets secrets = new Secrets(text);
        KeyBlocks.find(text, secrets.spans);
        secrets.words();
        return secrets.merged();
    }

    /** Whether a text ends by asking for a secret or announcing it, so that the next message may be one. */
    static boolean asksFor(String text) {
        int end = text.stripTrailing().length();
        int from = Math.max(0, end - 100);
        from = Math.max(from, text.lastIndexOf('\n', Math.max(0, end - 1)) + 1);
        if (end == 0 || "?:？：".indexOf(text.charAt(end - 1)) < 0) {
            return false;
        }
        SecretNames names = SecretNames.get();
        for (int i = from; i <= end; i++) {
            boolean wordEnd = i == end || !SecretText.isWordChar(text.charAt(i));
            Kind kind = wordEnd ? names.kind(text, i) : null;
            if ((kind != null && kind.compareTo(Kind.TOKEN) <= 0) || (i < end && names.wideEnd(text, i) > 0)) {
                return true;
            }
        }
        return false;
    }

    /** The secret that a message is which answers such a text; {@code null} if it is none. */
    static @Nullable SecretSpan answer(String text) {
        int to = text.stripTrailing().length();
        int from = to - text.substring(0, to).stripLeading().length();
        while (to > from && ".,;\"'`".indexOf(text.charAt(to - 1)) >= 0) {
            to--;
        }
        if (to == from) {
            return null;
        }
        int begin = text.lastIndexOf(' ', to) + 1;
        begin = Math.max(from, begin);
        while (begin < to && "\"'`".indexOf(text.charAt(begin)) >= 0) {
            begin++;
        }
        SecretValue value = new SecretValue(text, new SecretText(text), begin, to);
        boolean few = text.substring(from, to).chars().filter(c -> c == ' ').count() <= 3;
        if (few && SecretSpans.groups(text, from) == to) {
            return new SecretSpan(from, to);
        }
        boolean is = few && (value.is(Kind.PASSWORD, SecretValue.Tie.SAID) || value.is(Kind.PIN, SecretValue.Tie.SAID));
        return is ? new SecretSpan(begin, to) : null;
    }

    private List<SecretSpan> merged() {
        if (spans.size() < 2) {
            return spans;
        }
        spans.sort(Comparator.comparingInt(SecretSpan::start));
        List<SecretSpan> merged = new ArrayList<>(spans.size());
        for (SecretSpan span : spans) {
            int last = merged.size() - 1;
            if (last >= 0 && merged.get(last).end() > span.start()) {
                SecretSpan before = merged.get(last);
                merged.set(last, new SecretSpan(before.start(), Math.max(before.end(), span.end())));
            } else {
                merged.add(span);
            }
        }
        return merged;
    }

    private void words() {
        int at = 0;
        int run = 0;
        int length = text.length();
        while (at < length) {
            char c = text.charAt(at);
            if (SecretText.isWordChar(c)) {
                int end = at;
                boolean digit = false;
                while (end < length && SecretText.isWordChar(text.charAt(end))) {
                    digit |= Letters.isDigit(text.charAt(end));
                    end++;
                }
                boolean goesOn = end + 1 < length
                        && "./%".indexOf(text.charAt(end)) >= 0
                        && !Character.isWhitespace(text.charAt(end + 1));
                int next = word(at, end, digit || goesOn);
                at = Math.max(end, next);
                if (next > end) {
                    run = at;
                }
                continue;
            }
            if (c >= 0x2E80) {
                at = Math.max(at + 1, wide(at));
                run = at;
                continue;
            }
            boolean joins = c == '/'
                    || c == '+'
                    || (c == '=' && at + 1 < length && !SecretText.isWordChar(text.charAt(at + 1)));
            if (!joins) {
                run(run, at);
                run = at + 1;
            }
            int marked = c == ':' || c == '$' || c == '{' ? marked(at, c) : 0;
            if (marked > 0) {
                at = marked;
                run = at;
                continue;
            }
            if (c == ':' && text.startsWith("://", at) && at > 0) {
                address = addresses.address(at + 3, address);
            } else if (c == '-') {
                run = at;
            }
            at++;
        }
        run(run, length);
    }

    /** A secret that a mark tells which is part of no word; where it ends, 0 if there is none. */
    private int marked(int at, char mark) {
        return switch (mark) {
            case '$', '{' -> hashes.stored(at);
            case ':' -> text.startsWith("://", at) ? 0 : records.record(at);
            default -> 0;
        };
    }

    /** Looks at a word; how far behind it was read, 0 if it is like any other. */
    private int word(int start, int end, boolean mayBeKey) {
        int option = text.charAt(start) == '-' ? commands.option(start, end) : 0;
        if (option > 0) {
            return option;
        }
        int prefix = mayBeKey ? names.prefix(text, start) : 0;
        if (prefix > 0) {
            int taken = tokens.prefixed(start, prefix);
            if (taken > 0) {
                return taken;
            }
        }
        int numbered = mayBeKey && "MNO".indexOf(text.charAt(start)) >= 0 ? tokens.numbered(start) : 0;
        if (numbered > 0) {
            return numbered;
        }
        int name = end;
        while (name > start && (text.charAt(name - 1) == '_' || text.charAt(name - 1) == '-')) {
            name--;
        }
        Kind kind = names.kind(text, name);
        if (kind == Kind.QUERY && text.startsWith("AUTH", start) && name == start + 4) {
            int read = commands.auth(end);
            if (read > end) {
                return read;
            }
        }
        if (kind == null) {
            return 0;
        }
        if (kind == Kind.FED) {
            return commands.fed(start, end);
        }
        if (kind == Kind.ARGUMENT) {
            return commands.second(end);
        }
        if (kind.compareTo(Kind.FIRST) >= 0) {
            return switch (kind) {
                case FIRST -> commands.first(end);
                case LOGON -> commands.logon(end);
                case SEEDS -> reading.seeds(name);
                default -> before.used(start) ? end : 0;
            };
        }
        if (kind.compareTo(Kind.CODE) <= 0) {
            before.said(kind, start, name);
        }
        if (kind.compareTo(Kind.TOKEN) <= 0 && tables.head(kind, start, name)) {
            return end;
        }
        return reading.behind(kind, start, name);
    }

    private int wide(int at) {
        int end = names.wideEnd(text, at);
        if (end == 0) {
            return 0;
        }
        boolean pin = names.wideEnd("wide-pin", text, at) == end;
        return reading.behindWide(pin ? Kind.PIN : Kind.PASS, end);
    }

    private void run(int from, int to) {
        if (to > address) {
            tokens.run(from, to);
        }
    }
}
