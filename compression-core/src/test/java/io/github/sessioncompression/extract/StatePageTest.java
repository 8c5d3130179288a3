package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.OpenAiChat;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.survival.Survival;
import io.github.sessioncompression.survival.SurvivalCheck;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** docs/state.md shows the state of the bundled chat as it is written today; {@code -Dstate.page=write} writes it anew. */
class StatePageTest {
    private static final Path CHAT =
            Path.of("../samples/replay/src/main/resources/io/github/sessioncompression/replay/support-and-coding.json");
    private static final Path PAGE = Path.of("../docs/state.md");
    private static final int CAP = 2_400;
    private static final int FOR_THE_LEDGER = CAP / 24;

    private static final Map<String, String> MEANT_FOR = new LinkedHashMap<>(Map.of(
            "logos",
            "What was said, as it was said, behind who said it: first decisions, then what must, must not or is preferred, then what"
                    + " is open or promised, then facts by subject, at last what tools gave, were called for and named. The chat's model relies on it as"
                    + " on the conversation itself.",
            "pathos",
            "How the talk sounds: wishes about style, each one's manner, where the mood goes, what is joked about again and again. So"
                    + " the assistant does not change its voice at a compression.",
            "abstract",
            "What both sides know and nobody wants explained again.",
            "conversation_summary",
            "Where things stand, in sentences that were said: what the talk is for, the last decision, what is open, what comes next.",
            "ledger",
            "Facts that the survival check missed in all of the above, word for word, the weightiest first, as far as there is"
                    + " room."));

    @Test
    void thePageShowsTheStateOfTheBundledChat() throws IOException {
        String page = page();
        if (System.getProperty("state.page", "").equals("write")) {
            Files.writeString(PAGE, page);
        }

        assertThat(Files.exists(PAGE) ? Files.readString(PAGE) : "")
                .as("%s is out of date; -Dstate.page=write writes it", PAGE)
                .isEqualTo(page);
    }

    private static String page() throws IOException {
        List<Entry> span = Entries.of(OpenAiChat.read(new StringReader(Files.readString(CHAT))));
        StateDocument state = Chats.COMPILER.compile(
                new CompileRequest(StateSchema.session(), span, null, null, CAP - FOR_THE_LEDGER));
        Survival survival =
                new SurvivalCheck(StateSchema.session(), Chats.COUNTER::count).check(null, span, state, List.of(), CAP);
        StringBuilder page = new StringBuilder(String.format(
                Locale.ROOT,
                """
                # A state, read

                This is what is left of the bundled chat (`samples/replay`, %d messages) once all of it was compressed without a model to
                at most %,d tokens. A test writes this page from the code and fails when they differ. What stands in brackets is known of an
                item but not sent to the chat's model.

                Of %,d facts that the survival check looks for, the state shows %,d; with the ledger %,d. The rest stays in the transcript.
                """,
                span.size(),
                CAP,
                survival.required(),
                survival.held(),
                survival.repaired()));
        for (String field : List.of("logos", "pathos", "abstract", "conversation_summary", "ledger")) {
            page.append("\n## `")
                    .append(field)
                    .append("`\n\n")
                    .append(MEANT_FOR.get(field))
                    .append("\n\n");
            for (StateItem item : survival.state().items(field)) {
                page.append("- [")
                        .append(item.kind().name().toLowerCase(Locale.ROOT))
                        .append("] ")
                        .append(item.text()
                                .replace('\n', ' ')
                                .replace("<", "&lt;")
                                .replace("*", "\\*")
                                .replace("_", "\\_"))
                        .append('\n');
            }
        }
        return page.toString();
    }
}
