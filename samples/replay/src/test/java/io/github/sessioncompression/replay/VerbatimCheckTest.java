package io.github.sessioncompression.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("landing")
class VerbatimCheckTest {
    private static final List<Message> CHAT = List.of(
            Message.user("Book a room for 12 people.\nNever on Monday. My password is hunter2-Xk39."),
            Message.assistant("Which town? I can ask in Lyon."),
            Message.user("Lyon is fine."));

    private static VerbatimCheck checked(String... logos) {
        VerbatimCheck check = new VerbatimCheck(CHAT);
        check.check(StateDocument.ofTexts(Map.of("logos", List.of(logos))));
        return check;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "User: Book a room for 12 people. Never on Monday. … Lyon is fine. | 2 pieces checked, 0 not literal, 0 out of order",
                "User, 10 Mar 2025: Lyon is fine.                                  | 1 piece checked, 0 not literal, 0 out of order",
                "Quoted text: I can ask in Lyon.                                   | 1 piece checked, 0 not literal, 0 out of order",
                "src/Fee.java: edit_file                                           | 0 pieces checked, 0 not literal, 0 out of order",
                "User: Book a room for 21 people.                                  | 1 piece checked, 1 not literal, 0 out of order",
                "User: Which town?                                                 | 1 piece checked, 1 not literal, 0 out of order",
                "User: My password is hunter2-Xk39.                                | 1 piece checked, 1 not literal, 0 out of order",
                "User: Lyon is fine. … Never on Monday.                            | 2 pieces checked, 0 not literal, 1 out of order",
            })
    void countsPiecesThatDoNotQuoteTheChat(String entry, String counts) {
        assertThat(checked(entry)).hasToString(counts);
    }

    @Test
    void comparesOrderAcrossEntries() {
        assertThat(checked("Assistant: Which town?", "User: Never on Monday."))
                .hasToString("2 pieces checked, 0 not literal, 1 out of order");
    }

    @Test
    void endsReplayWithCodeOfItsOwnUnlessAllIsQuoted() {
        StringWriter err = new StringWriter();

        assertThat(ReplayCommand.exitCode(checked("User: Lyon is fine."), new PrintWriter(err)))
                .isZero();
        assertThat(ReplayCommand.exitCode(null, new PrintWriter(err))).isZero();
        assertThat(err).hasToString("");
        assertThat(ReplayCommand.exitCode(checked("User: Lyon was fine."), new PrintWriter(err)))
                .isEqualTo(3);
        assertThat(err.toString()).contains("1 piece checked, 1 not literal", "User: Lyon was fine.");
    }

    @Test
    void checksEachCompressionOfReplayWithoutModel(@TempDir Path directory) {
        Run small = Run.of("--context-window", "5000", "--out", directory.toString());
        Run large = Run.of("--context-window", "100000", "--out", directory.toString());

        assertThat(small.exitCode()).isZero();
        assertThat(small.out()).containsPattern("Quotes +\\d{3} pieces checked, 0 not literal, 0 out of order");
        assertThat(large.out()).containsPattern("Quotes +0 pieces checked, 0 not literal");
    }
}
