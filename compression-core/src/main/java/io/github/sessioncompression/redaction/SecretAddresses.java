package io.github.sessioncompression.redaction;

import java.util.List;

/** Finds the secrets in an address: who asks by which password, and hooks. Not thread-safe; used for one text. */
final class SecretAddresses {
    private static final int SHORTEST_USER_TOKEN = 12;
    private static final int SHORTEST_HOOK = 16;

    private final String text;
    private final SecretText way;
    private final List<SecretSpan> spans;

    SecretAddresses(String text, SecretText way, List<SecretSpan> spans) {
        this.text = text;
        this.way = way;
        this.spans = spans;
    }

    /**
     * An address behind its scheme: who asks by which password, and hooks, which are secrets themselves; where the address ends.
     *
     * @param known where an address ends in which this one stands, be it behind it
     */
    int address(int from, int known) {
        int end = from;
        int at = -1;
        int colon = -1;
        int host = -1;
        while (end < text.length()
                && !Character.isWhitespace(text.charAt(end))
                && "\"'<>`".indexOf(text.charAt(end)) < 0
                && (host < 0 || known <= from)) {
            char c = text.charAt(end);
            if (host < 0 && (c == '/' || c == '?' || c == '#')) {
                host = end;
            }
            at = host < 0 && c == '@' ? end : at;
            colon = host < 0 && colon < 0 && c == ':' ? end : colon;
            end++;
        }
        if (at > from) {
            boolean parted = colon >= 0 && colon < at;
            int user = parted ? colon : at;
            if (parted && at - colon > 2) {
                spans.add(new SecretSpan(colon + 1, at));
            }
            if (user - from >= SHORTEST_USER_TOKEN && new SecretValue(text, way, from, user).isMixed()) {
                spans.add(new SecretSpan(from, user));
            }
        }
        int last = Math.max(end, known);
        if (host > 0) {
            hook(from, host, last);
        }
        return last;
    }

    private void hook(int from, int host, int end) {
        String path = text.substring(host, Math.min(end, host + 200));
        int hooks = path.indexOf("/webhook");
        int begin = hooks >= 0 ? path.indexOf('/', hooks + 1) : path.indexOf("/services/") + 9;
        if (begin < 9 && text.startsWith("hooks.", from)) {
            begin = path.indexOf('/', 1);
        }
        int bot = path.indexOf("/bot");
        if (bot >= 0 && path.indexOf(':', bot) > bot + 4 && path.indexOf(':', bot) < bot + 20) {
            int secret = host + path.indexOf(':', bot) + 1;
            int slash = path.indexOf('/', secret - host);
            int stop = slash < 0 ? end : host + slash;
            if (stop - secret >= SHORTEST_HOOK) {
                spans.add(new SecretSpan(secret, stop));
            }
            return;
        }
        boolean known = hooks >= 0
                || (text.startsWith("hooks.", from) && begin > 0)
                || (text.startsWith("hooks.", from) && begin >= 9);
        int secret = known && begin > 0 ? host + begin + 1 : end;
        if (end - secret >= SHORTEST_HOOK) {
            spans.add(new SecretSpan(secret, end));
        }
    }
}
