package io.github.sessioncompression.model;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.Telling;
import io.github.sessioncompression.survival.Grounding;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What the answers of one compilation tell of single stretches, held against their messages.
 *
 * <p>Not believed is what names a value or a name that no message of the stretch has, what does what an order found there asks for, and
 * what has hardly a word of the stretch; a title or a tag that does is left out. A later answer's telling of the same messages takes the place of an earlier one's. Linear in
 * the messages. Belongs to the one thread that compiles.
 */
final class TellingCheck {
    /** One word of so many, at least, is one of the stretch's. */
    private static final int RELATED = 5;
    /** What a telling may call those who speak. */
    private static final String SPEAKERS = "User Assistant Tool Chat Conversation Segment";

    private static final int MOST_CHARACTERS = 20_000;

    private final CompileRequest request;
    private final Stretches stretches;
    private final TellingReader reader;
    private final Languages languages = Languages.shared();
    private final Map<List<Long>, TellingReader.Read> told = new LinkedHashMap<>();
    /** What the answers to come are about, by the numbers that they are told. */
    private SortedMap<Integer, List<Long>> asked;

    TellingCheck(CompileRequest request, Stretches stretches, TellingReader reader) {
        this.request = request;
        this.stretches = stretches;
        this.reader = reader;
        this.asked = stretches.among(List.of());
    }

    /**
     * From now on answers are about these messages.
     *
     * @return whether there is a stretch to be told of among them
     */
    boolean asksAbout(List<Long> sequences) {
        asked = stretches.among(sequences);
        return !asked.isEmpty();
    }

    /** Takes what an answer tells beside its state. */
    void take(@Nullable Object field) {
        if (asked.isEmpty()) {
            return;
        }
        List<TellingReader.Read> read = reader.read(field);
        // Some count from 0.
        int shift = read.stream().anyMatch(each -> each.number() == 0) ? 1 : 0;
        List<List<Long>> inOrder = List.copyOf(asked.values());
        boolean numbered = read.stream().allMatch(each -> each.number() >= 0);
        for (int i = 0; i < read.size(); i++) {
            List<Long> sources = asked.get(read.get(i).number() + shift);
            if (!numbered) {
                sources = read.size() == inOrder.size() ? inOrder.get(i) : null;
            }
            if (sources != null) {
                told.put(sources, read.get(i));
            }
        }
    }

    /** What is believed of all that was told. */
    Told believed() {
        Map<Long, Entry> entries = new LinkedHashMap<>();
        request.span().forEach(entry -> entries.put(entry.sequence(), entry));
        List<Telling> believed = new ArrayList<>();
        Redaction secrets = new Redaction(Redactor.secretsOnly());
        told.forEach((sources, read) -> {
            List<Entry> messages = sources.stream().map(entries::get).toList();
            StateDocument grounded = grounded(read, messages);
            boolean whole = grounded.text(Stretches.DETAILED).equals(read.detailed())
                    && grounded.text(Stretches.BRIEF).equals(read.brief());
            if (whole && isRelated(read, messages)) {
                String title = grounded.text(Stretches.TITLE);
                believed.add(new Telling(
                        sources,
                        title.equals(read.title()) ? secrets.hide(title) : "",
                        secrets.hide(read.detailed()),
                        secrets.hide(read.brief()),
                        read.tags().stream()
                                .filter(grounded.texts(Stretches.TAGS)::contains)
                                .map(secrets::hide)
                                .toList()));
            }
        });
        believed.sort((one, other) ->
                Long.compare(one.sources().get(0), other.sources().get(0)));
        return new Told(believed, told.size() - believed.size());
    }

    /** What is left of it without what none of the messages says. */
    private StateDocument grounded(TellingReader.Read read, List<Entry> messages) {
        StateDocument said = StateDocument.ofTexts(Map.of(
                Stretches.TITLE, List.of(read.title()),
                Stretches.DETAILED, List.of(read.detailed()),
                Stretches.BRIEF, List.of(read.brief()),
                Stretches.TAGS, read.tags()));
        CompileRequest own = new CompileRequest(request.schema(), messages, null, null, request.maxTokens());
        return Grounding.of(said, own, SPEAKERS).state();
    }

    private boolean isRelated(TellingReader.Read read, List<Entry> messages) {
        StringBuilder all = new StringBuilder();
        for (Entry entry : messages) {
            Message message = entry.message();
            all.append(head(message.text())).append('\n');
            for (ToolCall call : message.toolCalls()) {
                all.append(head(call.arguments())).append('\n');
            }
        }
        LanguageProfile language = languages.detect(all.toString(), languages.unknown());
        Set<String> own = languages.contentTerms(language, all.toString());
        Set<String> said = languages.contentTerms(language, read.detailed() + "\n" + read.brief());
        long shared = said.stream().filter(own::contains).count();
        return shared > 0 && shared * RELATED >= said.size();
    }

    private static String head(String text) {
        return text.substring(0, Math.min(MOST_CHARACTERS, text.length()));
    }
}
