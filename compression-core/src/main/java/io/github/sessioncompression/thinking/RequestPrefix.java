package io.github.sessioncompression.thinking;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Hashes of everything that a request has before an answer: its messages, its system messages and its tools.
 *
 * <p>Providers bind a model's thinking to these bytes and refuse it behind others. The hashes are stored with the answer, as
 * {@link Message#thinkingPrefix()}, so that every process decides alike. System messages and tools have hashes of their own because a
 * framework may add them to the messages that a chat memory returns.
 *
 * <p>A hash is chained: that of a prefix and one more message takes the time of that message. SHA-256, the first 128 bits.
 *
 * @param messages hash of all messages except the system's, in order; empty if nothing is known
 * @param system hash of the system messages, in order; empty if they are not known
 * @param tools hash of the tools; empty if they are not known
 */
public record RequestPrefix(String messages, String system, String tools) {
    /** Prefix of an answer whose request is not known; fits nowhere. */
    public static final RequestPrefix UNKNOWN = new RequestPrefix("", "", "");
    /** Prefix of the first message of a request. */
    public static final RequestPrefix START = new RequestPrefix("0", "0", "");

    /** Bytes of SHA-256 that are kept. */
    private static final int HASH_BYTES = 16;

    private static final Pattern PARTS = Pattern.compile("([\\w-]{1,22})\\.([\\w-]{0,22})\\.([\\w-]{0,22})");

    /** The prefix that {@link #text} wrote; {@link #UNKNOWN} for anything else. */
    public static RequestPrefix of(String text) {
        var parts = PARTS.matcher(text);
        return parts.matches() ? new RequestPrefix(parts.group(1), parts.group(2), parts.group(3)) : UNKNOWN;
    }

    /** Prefix of an answer to a request of these messages. */
    public static RequestPrefix of(List<Message> request) {
        RequestPrefix prefix = START;
        for (Message message : request) {
            prefix = prefix.and(message);
        }
        return prefix;
    }

    /** This prefix with the system messages and tools of a request; each may be empty for unknown. */
    public RequestPrefix with(String otherSystem, String otherTools) {
        return new RequestPrefix(messages, otherSystem, otherTools);
    }

    /**
     * Hash of the tools that a request offers.
     *
     * @param names names of the tools, in any order
     * @param tokens size of the tools, as the request counts it
     * @param definitions the definitions as the adapter has them
     */
    public static String tools(Set<String> names, int tokens, String definitions) {
        return hash("tools", names.stream().sorted().toList(), List.of(Integer.toString(tokens), definitions));
    }

    /** False for {@link #UNKNOWN} only. */
    public boolean isKnown() {
        return !messages.isEmpty();
    }

    /** The prefix of the message after {@code message}. */
    public RequestPrefix and(Message message) {
        return message.role() == Role.SYSTEM
                ? new RequestPrefix(messages, hash(system, List.of(message.text())), tools)
                : new RequestPrefix(hash(messages, texts(message), calls(message)), system, tools);
    }

    /** This prefix with its system messages unknown, because the framework adds them. */
    public RequestPrefix withoutSystem() {
        return new RequestPrefix(messages, "", tools);
    }

    /** True if {@code here} is known to be the same prefix; unknown system messages or tools count as equal. */
    public boolean fits(RequestPrefix here) {
        return isKnown() && messages.equals(here.messages) && fits(system, here.system) && fits(tools, here.tools);
    }

    private static boolean fits(String made, String here) {
        return made.isEmpty() || here.isEmpty() || made.equals(here);
    }

    /** The form in which it is stored with an answer, which {@link #of(String)} reads; empty if it is not known. */
    public String text() {
        return isKnown() ? messages + '.' + system + '.' + tools : "";
    }

    /** Hash by which an answer is recognised as it comes back from a framework: its calls, or its text if it has none. */
    public static String key(Message answer) {
        return answer.callsTools() ? hash("calls", calls(answer)) : hash("text", List.of(answer.text()));
    }

    private static List<String> texts(Message message) {
        return List.of(
                message.role().name(),
                message.text(),
                message.toolCallId(),
                Objects.requireNonNullElse(message.name(), ""),
                message.error() + "," + message.mediaCount() + "," + message.hasThinking());
    }

    private static List<String> calls(Message message) {
        return message.toolCalls().stream().flatMap(RequestPrefix::texts).toList();
    }

    private static Stream<String> texts(ToolCall call) {
        return Stream.of(call.id(), call.name(), call.arguments());
    }

    /** The hash of a chain and what follows it, as text without characters that need an escape. */
    @SafeVarargs
    private static String hash(String before, List<String>... parts) {
        MessageDigest digest = sha256();
        add(digest, before);
        for (List<String> part : parts) {
            part.forEach(text -> add(digest, text));
        }
        byte[] hash = Arrays.copyOf(digest.digest(), HASH_BYTES);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    }

    /** Each text with its length, so that no two lists of texts give the same bytes. */
    private static void add(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        digest.update(bytes);
    }

    /** Prefixes of the messages of a growing log, made as far as one is asked for. Not safe for use by many threads. */
    public static final class Chain {
        private final IntFunction<Message> log;
        private final List<RequestPrefix> prefixes = new ArrayList<>(List.of(START));

        public Chain(IntFunction<Message> log) {
            this.log = log;
        }

        /** The prefix of a message behind the first {@code messages}. */
        public RequestPrefix of(int messages) {
            for (int i = prefixes.size() - 1; i < messages; i++) {
                prefixes.add(prefixes.get(i).and(log.apply(i)));
            }
            return prefixes.get(messages);
        }

        /** The log was cut to {@code messages}. */
        public void cut(int messages) {
            prefixes.subList(Math.min(prefixes.size(), messages + 1), prefixes.size())
                    .clear();
        }
    }

    /** Prefixes within requests that extend one another: what a request begins with as the one before is not hashed again. Not safe for use by many threads. */
    public static final class Requests {
        private final List<Message> latest = new ArrayList<>();
        private final Chain prefixes = new Chain(latest::get);
        private int at;

        /** Goes to the beginning of a request. */
        public void begin() {
            at = 0;
        }

        /** The prefix of the message that comes next. */
        public RequestPrefix here() {
            return prefixes.of(at);
        }

        /** Goes to the next message. From the first one that differs from the last request, prefixes are made again. */
        public void pass(Message message) {
            if (at == latest.size() || !isSame(latest.get(at), message)) {
                prefixes.cut(at);
                latest.subList(at, latest.size()).clear();
                latest.add(message);
            }
            at++;
        }

        private static boolean isSame(Message one, Message other) {
            return texts(one).equals(texts(other)) && one.toolCalls().equals(other.toolCalls());
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
