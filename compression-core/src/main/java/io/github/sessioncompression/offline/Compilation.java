package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.FoundRange;
import io.github.sessioncompression.anchor.FoundText;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.survival.Readings;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Vocabulary;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * One run of the compiler: reading, valuing, choosing, writing.
 *
 * <p>Not thread-safe; used once.
 */
final class Compilation {
    private static final double PLAIN_TOOL_TEXT = 0.1;
    private static final double USED_TOOL_TEXT = 0.6;
    /** What somebody quotes or pastes into a message. */
    private static final double FOUND_TEXT = 0.6;

    /** Characters of a value that tells what a line is about. */
    private static final int SHORTEST_TELLING = 3;

    private final Languages languages;
    private final TokenCounter counter;
    private final CompileRequest request;
    private final StateWriter.Reserve reserve;
    private final ToDoubleFunction<Clause> factor;
    private final Vocabulary vocabulary;
    private final SentenceReading reading;
    private final Set<String> names = new HashSet<>();
    private final Map<String, Integer> messagesOf = new HashMap<>();
    private final CallNotes calls;
    private final Set<String> speakers = new LinkedHashSet<>();
    /** The arguments of calls whose result is still to come, by call id. */
    private final Map<String, Passed> passed = new HashMap<>();

    /** What a call passed to a tool, and the sequence number of the message that holds the call. */
    private record Passed(long sequence, List<List<String>> values) {}

    private LanguageProfile language;
    private Manners manners;
    private boolean nameless;
    private int order;

    Compilation(
            Languages languages,
            TokenCounter counter,
            CompileRequest request,
            StateWriter.Reserve reserve,
            Readings readings,
            ToDoubleFunction<Clause> factor) {
        this.reserve = reserve;
        this.factor = factor;
        this.languages = languages;
        this.counter = counter;
        this.request = request;
        vocabulary = new Vocabulary(languages);
        language = languages.unknown();
        manners = new Manners(languages, language.labels());
        reading = new SentenceReading(vocabulary, new Courtesy(names), readings);
        calls = new CallNotes(reading, counter, request.maxTokens());
    }

    StateDocument run() {
        StateDocument previous = request.previous();
        List<Utterance> before = previous == null ? List.of() : StateReading.read(previous, request.schema(), marks());
        language = MainLanguage.of(request.span(), before, languages);
        manners = new Manners(languages, language.labels());
        listSpeakers(before);
        before.forEach(this::readNote);
        long first = request.span().isEmpty() ? 0 : request.span().get(0).sequence();
        reading.goOnFrom(first);
        request.before().forEach(this::recall);
        readMessages();
        reading.settleNotes();
        order = calls.read(request.span(), language, order);
        List<Sentence> sentences = reading.sentences();
        new Corrections().apply(sentences);
        OpenQuestions.mark(sentences, first);
        Templates.lower(sentences);
        value(sentences);
        StateWriter writer = new StateWriter(request, counter, sentences, reserve);
        List<List<Clause>> choices = new ArrayList<>(calls.first());
        choices.addAll(Selection.choose(sentences, vocabulary, 1.25 * request.maxTokens()));
        choices.addAll(calls.more());
        StateItem goal = previous == null ? null : EarlierGoal.of(previous, request.schema(), languages);
        boolean ample = request.maxTokens() >= StateWriter.ROOM_FOR_NARRATIVE;
        List<StateItem> narrative =
                new Narrative(vocabulary, language, speakers, nameless).write(sentences, goal, ample);
        return writer.write(
                choices,
                narrative,
                manners.tone(vocabulary, request.span(), names, ample),
                manners.concepts(vocabulary, language, names));
    }

    private List<String> marks() {
        Set<String> marks = new LinkedHashSet<>();
        languages.all().forEach(profile -> marks.addAll(profile.labels().marks()));
        return List.copyOf(marks);
    }

    private void listSpeakers(List<Utterance> before) {
        for (Entry entry : request.span()) {
            Message message = entry.message();
            if (message.role() == Role.USER || message.role() == Role.ASSISTANT) {
                String speaker = SpeakerLabel.of(message);
                names.add(speaker.toLowerCase(Locale.ROOT));
                messagesOf.merge(speaker, 1, Integer::sum);
            }
        }
        StateReading.labels(before).forEach(label -> names.add(label.toLowerCase(Locale.ROOT)));
        nameless = isNameless(before);
    }

    private void readNote(Utterance note) {
        Utterance ordered = new Utterance(
                order++, note.origin(), note.speaker(), note.text(), note.date(), note.field(), note.provenance());
        boolean replaced = note.field() != null
                && manners.remember(ordered, messagesOf.getOrDefault(note.speaker(), 0) >= Tone.ENOUGH_MESSAGES);
        if (replaced) {
            return;
        }
        if (calls.isOwn(note)) {
            calls.remember(note);
        } else if (note.speaker().equals(FoundText.LABEL)) {
            reading.read(ordered, language, FOUND_TEXT);
        } else if (note.origin() == Utterance.Origin.TOOL) {
            reading.readValues(ordered, language, List.of(note.text().split(", ", -1)));
        } else {
            reading.read(ordered, language, 1);
        }
    }

    private void readMessages() {
        ToolNotes tools = new ToolNotes(request.span());
        for (int i = 0; i < request.span().size(); i++) {
            Entry entry = request.span().get(i);
            switch (entry.message().role()) {
                case SYSTEM -> {}
                case USER -> hear(entry);
                case ASSISTANT -> {
                    hear(entry);
                    for (ToolCall call : entry.message().toolCalls()) {
                        passed.put(call.id(), new Passed(entry.sequence(), tools.read(call.arguments(), i)));
                    }
                }
                case TOOL -> readResult(entry, tools, i);
            }
        }
    }

    /** Notes what a tool was given and what it gave back, as one where it gave one object. */
    private void readResult(Entry entry, ToolNotes tools, int at) {
        Message message = entry.message();
        String name = tools.toolName(message);
        Passed call = passed.remove(message.toolCallId());
        List<List<String>> given = call == null ? List.of() : call.values();
        Provenance result = Provenance.of(entry);
        Provenance arguments = call == null ? result : tool(List.of(call.sequence()));
        List<List<String>> results = tools.read(message.text(), at);
        if (given.size() == 1 && results.size() == 1) {
            Set<String> both = new LinkedHashSet<>(given.get(0));
            both.addAll(results.get(0));
            results = List.of(List.copyOf(both));
            result = tool(Provenance.joined(List.of(arguments, result)).sources());
        } else {
            readValues(message, name, given, arguments);
        }
        readValues(message, name, results, result);
        if (ToolData.read(message.text()).isEmpty()) {
            readText(entry, name, tools, at);
        }
    }

    private static Provenance tool(List<Long> sources) {
        return Provenance.ofRules(sources, StateItem.Origin.TOOL);
    }

    private void readValues(Message message, String name, List<List<String>> objects, Provenance from) {
        for (List<String> values : objects) {
            String text = String.join(", ", values);
            Utterance utterance =
                    utterance(message, Utterance.Origin.TOOL, StateReading.TOOL + ToolLabel.of(name), text, from);
            reading.readValues(utterance, language, values);
        }
    }

    private void readText(Entry entry, String name, ToolNotes tools, int at) {
        Message message = entry.message();
        List<List<String>> rows = ToolTable.rows(message.text());
        if (!rows.isEmpty()) {
            readValues(message, name, rows, Provenance.of(entry));
            return;
        }
        String said = CodeText.said(message.text());
        if (said.isBlank()) {
            return;
        }
        Utterance utterance = utterance(
                message, Utterance.Origin.TOOL, StateReading.TOOL + ToolLabel.of(name), said, Provenance.of(entry));
        for (Sentence sentence : reading.read(utterance, language, PLAIN_TOOL_TEXT)) {
            if (sentence.words.stream().anyMatch(word -> isTelling(word) && tools.isNamed(word.surface(), at))) {
                sentence.weight = USED_TOOL_TEXT;
            }
        }
    }

    private static boolean isTelling(Word word) {
        return word.isAtom() && word.surface().length() >= SHORTEST_TELLING;
    }

    private Utterance utterance(
            Message message, Utterance.Origin origin, String speaker, String text, Provenance provenance) {
        return new Utterance(order++, origin, speaker, text, NoteDate.day(message.timestamp()), null, provenance);
    }

    private void recall(Entry entry) {
        if (entry.message().role() == Role.USER || entry.message().role() == Role.ASSISTANT) {
            reading.recall(own(entry, quoted(entry.message())), language);
        }
    }

    /** What is only passed on in a message, if anything of it is not code. */
    private static List<FoundRange> quoted(Message message) {
        List<FoundRange> ranges = FoundText.in(message.text(), message.role() == Role.ASSISTANT);
        return ranges.stream().allMatch(FoundRange::code) ? List.of() : ranges;
    }

    private Utterance own(Entry entry, List<FoundRange> quoted) {
        Message message = entry.message();
        Utterance.Origin by = message.role() == Role.USER ? Utterance.Origin.USER : Utterance.Origin.ASSISTANT;
        String own = quoted.isEmpty() ? message.text() : FoundText.without(message.text(), quoted, true);
        return utterance(message, by, SpeakerLabel.of(message), own, Provenance.of(entry));
    }

    private void hear(Entry entry) {
        Message message = entry.message();
        if (message.text().isBlank()) {
            return;
        }
        speakers.add(SpeakerLabel.of(message));
        List<FoundRange> quoted = quoted(message);
        Utterance utterance = own(entry, quoted);
        if (!utterance.text().isBlank()) {
            manners.hear(utterance, reading.read(utterance, language, 1), reading.last());
        }
        if (!quoted.isEmpty()) {
            Provenance outside = Provenance.ofRules(List.of(entry.sequence()), StateItem.Origin.OUTSIDE);
            String found = FoundText.without(message.text(), quoted, false);
            reading.read(
                    utterance(message, Utterance.Origin.TOOL, FoundText.LABEL, found, outside), language, FOUND_TEXT);
        }
    }

    private void value(List<Sentence> sentences) {
        String focus = request.focus();
        Set<Integer> terms = focus == null ? Set.of() : new HashSet<>(vocabulary.known(language, focus));
        Salience salience = new Salience(vocabulary, nameless, names, Uptake.of(sentences), factor);
        NoteCost costs = new NoteCost(counter);
        for (Sentence sentence : sentences) {
            if (sentence.utterance.origin() != Utterance.Origin.STATE) {
                for (int i = 0; i < sentence.words.size(); i++) {
                    sentence.words.set(i, vocabulary.uncapitalised(sentence.words.get(i), sentence.terms[i]));
                }
            }
        }
        Repeats.merge(sentences);
        for (Sentence sentence : sentences) {
            sentence.kind = FieldSorting.kindOf(sentence);
            salience.value(sentence, terms);
            for (Clause clause : sentence.clauses) {
                int from = Math.min(Math.max(clause.from, sentence.front), clause.to);
                clause.tokens = costs.of(sentence.note(from, clause.to));
            }
        }
    }

    /** Whether a user talks with a model, and not people with each other; where nobody speaks now, the previous state's notes show it. */
    private boolean isNameless(List<Utterance> before) {
        List<Message> users = request.span().stream()
                .map(Entry::message)
                .filter(message -> message.role() == Role.USER)
                .toList();
        return users.isEmpty()
                ? before.stream().noneMatch(Compilation::isOfNamedUser)
                : users.stream().allMatch(message -> message.name() == null);
    }

    private static boolean isOfNamedUser(Utterance note) {
        Provenance from = note.provenance();
        return from.origin() == StateItem.Origin.USER
                && from.writer() == StateItem.Writer.RULES
                && !note.speaker().isEmpty()
                && !note.speaker().equals(SpeakerLabel.USER);
    }
}
