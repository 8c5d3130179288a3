package io.github.sessioncompression.anchor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.offline.OfflineStateCompiler;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.survival.Anchors;
import io.github.sessioncompression.token.TokenCounter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A label in front of a sentence says what it and the rest of its line are, in ten languages. */
class LabelledTest {
    private static final OfflineStateCompiler COMPILER = new OfflineStateCompiler(TokenCounter.o200k());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Rule: reports in the afternoon, in Vienna. No calls to the archive server.
                    Regel: Berichte am Nachmittag, in Wien. Keine Anrufe beim Archivdienst.
                    Règle : les rapports l'après-midi, à Vienne. Aucun appel au serveur des archives.
                    Regla: los informes por la tarde, en Viena. Ninguna llamada al servidor del archivo.
                    Regola: i rapporti al pomeriggio, a Vienna. Nessuna chiamata al server dell'archivio.
                    Regel: de verslagen in de middag, in Wenen. Geen oproepen naar de archiefserver.
                    Regra: os relatórios à tarde, em Viena. Nenhuma chamada ao servidor do arquivo.
                    Правило: отчёты после обеда, в Вене. Никаких звонков на сервер архива.
                    规则：报告下午在维也纳交。档案服务器那边没有电话。
                    ルール：報告は午後にウィーンで。記録サーバーへの電話はなし。
                    """)
    void whatARulesLabelStandsInFrontOfIsARuleToTheEndOfItsLine(String line) {
        List<Anchor> rules = rules(Message.user(line + "\n" + line.split("(?<=[.。])", 2)[1]));

        assertThat(rules).hasSize(2);
        assertThat(line).contains(rules.get(0).text()).contains(rules.get(1).text());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Preference: charts in muted colours.
                    Vorlieben: die Diagramme in den gedeckten Farben aus dem letzten Bericht.
                    Préférence : des graphiques aux couleurs douces.
                    Preferencias: los gráficos en los colores suaves del informe de ayer.
                    Preferenza: grafici in colori tenui.
                    Voorkeur: de grafieken in de zachte kleuren van het verslag van gisteren.
                    Preferência: gráficos em cores suaves.
                    Предпочтения: графики в мягких цветах.
                    偏好：图表用柔和的颜色。
                    好み：図は落ち着いた色で。
                    """)
    void aLabelMakesAPreferenceOfWhatSaysNoneByItself(String line) {
        assertThat(Anchors.in(Entries.of(List.of(Message.user(line)))).all())
                .extracting(Anchor::type)
                .contains(AnchorType.PREFERENCE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Rule: reports in the afternoon. When do you close?
                    Rule: reports in the afternoon. I went to Rome on Sunday with Ida.
                    Rule: reports in the afternoon. [smiles at the long queue]
                    The house has one rule that nobody knows. The archive server is in Graz.
                    Rule of thumb, roughly: reports take a day or so. The archive server is in Graz.
                    """)
    void aLabelReachesNeitherOverAQuestionNorToWhatIsToldOfOneselfNorStandsInsideASentence(String line) {
        assertThat(rules(Message.user(line))).hasSizeLessThan(2).allSatisfy(rule -> assertThat(rule.text())
                .startsWith("Rule: reports"));
    }

    @Test
    void noLabelOfAToolMakesARule() {
        assertThat(rules(
                        Message.assistant("", List.of(new ToolCall("1", "read", "{}"))),
                        Message.toolResult(
                                "1", "read", "Rule: reports in the afternoon. No calls to the archive server.")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Note: the ladder is behind the red barn.        | ladder is behind red barn
                    Rule: never lend the ladder to the neighbours.  | never lend ladder to neighbours
                    Rule: the ladder stays behind the red barn.     | Rule: ladder stays behind red barn
                    Deadline: the barn is painted by harvest.       | Deadline: barn is painted by harvest
                    Ida: I have one rule: never lend the ladder.    | Ida: I have one rule: never lend ladder
                    Ben to Ida: one note: the ladder is in the barn. | Ben to Ida: one note: ladder is in barn
                    安娜：我有一条规则：不要把梯子借给邻居，谁都不行。 | 安娜：我有一条规则
                    Hinweis: Die Leiter steht hinter der Scheune.   | Leiter steht hinter der Scheune
                    """)
    void aLabelIsLeftOutWhereTheSentenceSaysTheSameWithoutIt(String said, String note) {
        assertThat(compiled(said)).containsIgnoringCase(note).doesNotContain("Note", "Hinweis", "User: Rule: never");
    }

    @Test
    void whatIsLabelledAsImportantOutweighsItsLike() {
        StringBuilder talk = new StringBuilder();
        for (String thing : List.of("kettle", "lantern", "saddle", "violin", "anchor", "compass", "freezer", "winch")) {
            talk.append("The old ").append(thing).append(" stands in the corner of the barn.\n");
        }
        String state = compiled(60, talk + "Important: the new mirror hangs in the hall of the tower.");

        assertThat(state).contains("mirror").doesNotContain("winch");
    }

    private static List<Anchor> rules(Message... messages) {
        return Anchors.in(Entries.of(List.of(messages))).all().stream()
                .filter(anchor -> anchor.type() == AnchorType.CONSTRAINT)
                .toList();
    }

    private static String compiled(String said) {
        return compiled(400, said);
    }

    private static String compiled(int cap, String said) {
        return String.join(
                "\n",
                COMPILER.compile(new CompileRequest(
                                StateSchema.session(), Entries.of(List.of(Message.user(said))), null, null, cap))
                        .texts("logos"));
    }
}
