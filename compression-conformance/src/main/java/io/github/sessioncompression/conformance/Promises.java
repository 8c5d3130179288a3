package io.github.sessioncompression.conformance;

import io.github.sessioncompression.conformance.RequestMessage.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The promises that are the same for memories of both frameworks, checked on chats that outgrow the memory several times. */
final class Promises {
    private static final int OUTGROWN = 3;
    private static final int ENDLESS = 10;
    private static final int CHARACTERS_PER_TOKEN = 4;

    private final Supplier<DrivenChat> chats;
    private final MemorySize size;
    private final Map<String, List<Script.Moment>> played = new HashMap<>();

    Promises(Supplier<DrivenChat> chats, MemorySize size) {
        this.chats = chats;
        this.size = size;
    }

    /** A check of a request; returns what is wrong, or null. */
    private interface Check {
        @Nullable
        String fault(Script.Moment moment);
    }

    /** The requests of a pattern; each is played once, on a memory of its own. */
    private synchronized List<Script.Moment> moments(String pattern) {
        return played.computeIfAbsent(pattern, key -> Script.play(chats.get(), key, size.messages() * OUTGROWN));
    }

    /** The requests of several patterns. */
    List<Script.Moment> moments(List<String> patterns) {
        return patterns.stream().flatMap(pattern -> moments(pattern).stream()).toList();
    }

    private void check(List<String> patterns, Check check) {
        shortest(moments(patterns), check);
    }

    /** Fails with the shortest chat whose request the check refuses. */
    private static void shortest(List<Script.Moment> moments, Check check) {
        String shortest = null;
        int length = Integer.MAX_VALUE;
        for (Script.Moment moment : moments) {
            String fault = moment.added().size() < length ? check.fault(moment) : null;
            if (fault != null) {
                shortest = fault + moment;
                length = moment.added().size();
            }
        }
        if (shortest != null) {
            throw new AssertionError(shortest);
        }
    }

    void noOrphanResult() {
        check(Script.ALL, moment -> first(MessageRule.RESULTS_FOLLOW_CALLS, moment));
    }

    void noOpenCall() {
        check(Script.ALL, moment -> first(MessageRule.CALLS_HAVE_RESULTS, moment));
    }

    void noOpenCallAfterFailure() {
        check(List.of("QXQA", "QAQCX"), moment -> first(MessageRule.CALLS_HAVE_RESULTS, moment));
    }

    /** Check after the next answer, for a memory that is read before a result is added: until then the call may be open. */
    void noOpenCallBehindFailure() {
        DrivenChat chat = chats.get();
        List<RequestMessage> added = new ArrayList<>(Script.add(chat, "QX", 2));
        String question = Sample.question(1000);
        String answer = Sample.answer(1000);
        chat.ask(question);
        chat.answer(answer);
        added.add(RequestMessage.user(question));
        added.add(RequestMessage.assistant(answer));
        Script.Moment moment = new Script.Moment(question, chat.messages(), added);
        String fault = first(MessageRule.CALLS_HAVE_RESULTS, moment);
        if (fault != null) {
            throw new AssertionError(fault + moment);
        }
    }

    void wholeGroups() {
        check(List.of("QPA", "Q" + "P".repeat(20) + "A"), moment -> {
            List<RequestMessage> request = moment.request();
            for (int i = 0; i < request.size(); i++) {
                List<String> calls = request.get(i).calls();
                for (int j = 0; j < calls.size(); j++) {
                    int result = i + j + 1;
                    if (result >= request.size()
                            || !request.get(result).answers().equals(calls.get(j))) {
                        return "the results do not follow their calls in the order of the calls: " + calls.get(j);
                    }
                }
            }
            return first(MessageRule.RESULTS_FOLLOW_CALLS, moment);
        });
    }

    void keepsQuestion() {
        check(Script.ALL, moment -> {
            String last = moment.request().stream()
                    .filter(message -> message.role() == Role.USER)
                    .reduce((before, after) -> after)
                    .map(RequestMessage::text)
                    .orElse("");
            return last.contains(moment.question()) ? null : "the last user message is not the question of the turn";
        });
    }

    void keepsSystemPrompt() {
        check(Script.ALL, moment -> system(moment, Sample.SYSTEM));
    }

    void keepsNewSystemPrompt() {
        String changed = Sample.SYSTEM + " Answer in French.";
        DrivenChat chat = chats.get();
        List<RequestMessage> added = new ArrayList<>(Script.add(chat, "QA", 2));
        chat.system(changed);
        String question = Sample.question(1000);
        added.add(RequestMessage.user(question));
        Script.Moment moment = new Script.Moment(question, chat.ask(question), added);
        String fault = system(moment, changed);
        if (fault != null) {
            throw new AssertionError("after a change of the system prompt, " + fault + moment);
        }
    }

    private static @Nullable String system(Script.Moment moment, String wanted) {
        List<RequestMessage> systems = moment.request().stream()
                .filter(message -> message.role() == Role.SYSTEM)
                .toList();
        if (moment.request().get(0).role() != Role.SYSTEM) {
            return systems.isEmpty() ? "the system prompt is missing" : "the system prompt is not first";
        } else if (systems.size() > 1) {
            return "there are " + systems.size() + " system messages";
        }
        return systems.get(0).text().startsWith(wanted) ? null : "the system prompt is not the one that was given last";
    }

    void startsWithUser() {
        check(Script.ALL, moment -> first(MessageRule.USER_FIRST, moment));
    }

    void validFor(ProviderRules provider) {
        check(Script.ALL, moment -> refusal(provider, moment));
    }

    static void validAfter(List<Script.Moment> brokenTurns) {
        for (ProviderRules provider : ProviderRules.values()) {
            shortest(brokenTurns, moment -> refusal(provider, moment));
        }
    }

    private static @Nullable String refusal(ProviderRules provider, Script.Moment moment) {
        List<Violation> violations = provider.violations(moment.request());
        return violations.isEmpty() ? null : provider + " refuses " + violations.get(0);
    }

    /** At least half of the requests extend the one before: what a provider's prompt cache can use. */
    void stablePrefix() {
        List<List<RequestMessage>> requests =
                moments("QA").stream().map(Script.Moment::request).toList();
        int broken = 0;
        int first = 0;
        for (int i = 1; i < requests.size(); i++) {
            if (!extendsRequest(requests.get(i), requests.get(i - 1))) {
                first = broken == 0 ? i : first;
                broken++;
            }
        }
        int pairs = requests.size() - 1;
        if (broken * 2 > pairs) {
            throw new AssertionError("only " + (pairs - broken) + " of " + pairs
                    + " requests extend the one before\n  first:   " + RequestMessage.line(requests.get(first - 1))
                    + "\n  second:  " + RequestMessage.line(requests.get(first)));
        }
    }

    private static boolean extendsRequest(List<RequestMessage> request, List<RequestMessage> before) {
        return request.size() >= before.size()
                && request.subList(0, before.size()).equals(before);
    }

    /** Nothing of a failing summariser reaches the chat: neither its exception nor its text. */
    void survivesSummariser(String fault) {
        check(List.of("QA", "QPA"), moment -> {
            List<RequestMessage> request = moment.request();
            if (!fault.isBlank()
                    && request.stream().anyMatch(message -> message.text().contains(fault))) {
                return "the summariser's failure is in the request";
            }
            for (MessageRule rule : List.of(MessageRule.RESULTS_FOLLOW_CALLS, MessageRule.CALLS_HAVE_RESULTS)) {
                String violation = first(rule, moment);
                if (violation != null) {
                    return violation;
                }
            }
            return request.stream().anyMatch(message -> message.text().contains(moment.question()))
                    ? null
                    : "the question of the turn is missing";
        });
    }

    /** A summary ten times as large as a memory. */
    static String endless(MemorySize size) {
        String sentence = "The customer ordered bean seeds and asks when they arrive. ";
        return sentence.repeat(size.tokens() * ENDLESS * CHARACTERS_PER_TOKEN / sentence.length());
    }

    /** A summary of ten times the size does not make requests larger than twice the size. */
    void boundsSummary() {
        check(List.of("QA"), moment -> {
            if (moment.added().size() > size.messages() * 3 / 2) {
                return null;
            }
            int characters = moment.request().stream()
                    .mapToInt(message -> message.text().length())
                    .sum();
            return characters / CHARACTERS_PER_TOKEN <= size.tokens() * 2
                    ? null
                    : "the request has some " + characters / CHARACTERS_PER_TOKEN + " tokens";
        });
    }

    /** Fails unless each of the texts is in a message. */
    static void assertHas(String when, List<RequestMessage> messages, List<RequestMessage> wanted) {
        Set<String> missing = new TreeSet<>();
        for (RequestMessage message : wanted) {
            if (!message.text().isBlank()
                    && messages.stream().noneMatch(shown -> shown.text().contains(message.text()))) {
                missing.add(Sample.mark(message.text()));
            }
        }
        if (!missing.isEmpty()) {
            throw new AssertionError(when + " these are missing: " + String.join(" ", missing) + "\n  returned: "
                    + RequestMessage.line(messages));
        }
    }

    /** Fails unless the lists have the same messages. */
    static void assertSame(String when, List<RequestMessage> before, List<RequestMessage> after) {
        if (!before.equals(after)) {
            throw new AssertionError(
                    when + "\n  before: " + RequestMessage.line(before) + "\n  after:  " + RequestMessage.line(after));
        }
    }

    /** Marks of texts that occur twice. */
    static void assertOnce(String when, List<RequestMessage> messages, List<RequestMessage> wanted) {
        String all = messages.stream().map(RequestMessage::text).collect(Collectors.joining("\n"));
        for (RequestMessage message : wanted) {
            if (all.indexOf(message.text()) != all.lastIndexOf(message.text())) {
                throw new AssertionError(when + " this is there twice: " + Sample.mark(message.text()));
            }
        }
    }

    private static @Nullable String first(MessageRule rule, Script.Moment moment) {
        List<Violation> found = new ArrayList<>();
        rule.check(moment.request(), found::add);
        return found.isEmpty() ? null : found.get(0).reason();
    }
}
