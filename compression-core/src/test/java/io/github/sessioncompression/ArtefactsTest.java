package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.state.Artefacts;
import io.github.sessioncompression.state.Artefacts.CommandUse;
import io.github.sessioncompression.state.Artefacts.FileUse;
import io.github.sessioncompression.state.Artefacts.Quote;
import io.github.sessioncompression.state.Artefacts.ToolUse;
import io.github.sessioncompression.state.Artefacts.Work;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.CompressionRecord.Cause;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files, tools, commands, decisions and open questions of what was compressed, as data. */
class ArtefactsTest {
    private int calls;

    private SessionCompressor compressor(boolean byModel, StateOptions state) {
        SessionCompressor.Builder builder = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(8_000).withState(state))
                .store(SessionStore.inMemory())
                .executor(Runnable::run);
        return byModel
                ? builder.model(request -> ModelAnswer.of(ScriptedModel.state("a", "b")))
                        .build()
                : builder.build();
    }

    private Conversation chat(boolean byModel) {
        return compressor(byModel, StateOptions.defaults()).conversation("chat");
    }

    private List<Message> call(String tool, String arguments, String result) {
        String id = "c" + ++calls;
        return List.of(
                Message.assistant("", List.of(new ToolCall(id, tool, arguments))),
                Message.toolResult(id, tool, result));
    }

    private List<Message> turn(String question, List<Message> calls) {
        List<Message> turn = new ArrayList<>();
        turn.add(Message.user(question));
        turn.addAll(calls);
        turn.add(Message.assistant("That is done now, and the bed by the fence has soil, bulbs and water."));
        return turn;
    }

    private static Artefacts compressed(Conversation chat) {
        chat.append(Message.user("Go on."), Message.assistant("Yes."));
        chat.compress();
        return chat.record().orElseThrow().artefacts();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void listsEqualOwnCountAfterTenCompressions(boolean byModel) {
        Conversation chat = chat(byModel);
        Random random = new Random(7);
        Map<String, int[]> files = new TreeMap<>();
        Map<String, int[]> tools = new TreeMap<>();
        Map<String, Integer> commands = new TreeMap<>();
        for (int generation = 0; generation < 10; generation++) {
            for (int turn = 0; turn < 12; turn++) {
                String path = "src/Plot" + random.nextInt(9) + ".java";
                boolean fails = random.nextInt(4) == 0;
                String result = fails ? "Error: no such plot" : "fine";
                int[] done = files.computeIfAbsent(path, key -> new int[2]);
                switch (random.nextInt(3)) {
                    case 0 -> {
                        chat.append(turn("Read it.", call("Read", "{\"file_path\":\"" + path + "\"}", result)));
                        done[0]++;
                        count(tools, "Read", fails);
                    }
                    case 1 -> {
                        chat.append(turn(
                                "Change it.",
                                call(
                                        "Edit",
                                        "{\"file_path\":\"" + path + "\",\"old_string\":\"a\",\"new_string\":\"b\"}",
                                        result)));
                        done[1]++;
                        count(tools, "Edit", fails);
                    }
                    default -> {
                        files.values().removeIf(value -> value[0] + value[1] == 0);
                        String command = "mvn test -Dtest=Plot" + random.nextInt(3);
                        chat.append(turn("Test it.", call("Bash", "{\"command\":\"" + command + "\"}", result)));
                        commands.merge(command, 1, Integer::sum);
                        count(tools, "Bash", fails);
                    }
                }
            }
            compressed(chat);
            assertThat(chat.record().orElseThrow().cause()).isEqualTo(byModel ? Cause.MODEL : Cause.OFFLINE);
        }
        Artefacts artefacts = compressed(chat);

        Map<String, String> expected = new TreeMap<>();
        files.forEach((path, done) -> expected.put(path, done[0] + " " + done[1]));
        Map<String, String> found = new TreeMap<>();
        artefacts.files().forEach(use -> found.put(use.path(), use.read() + " " + (use.modified() + use.created())));
        assertThat(found).isEqualTo(expected);
        Map<String, String> used = new TreeMap<>();
        artefacts.tools().forEach(use -> used.put(use.name(), use.calls() + " " + use.failures()));
        Map<String, String> expectedTools = new TreeMap<>();
        tools.forEach((tool, numbers) -> expectedTools.put(tool, numbers[0] + " " + numbers[1]));
        assertThat(used).isEqualTo(expectedTools);
        Map<String, Integer> run = new TreeMap<>();
        artefacts.commands().forEach(use -> run.put(use.command(), use.count()));
        assertThat(run).isEqualTo(commands);
    }

    private static void count(Map<String, int[]> tools, String tool, boolean fails) {
        int[] numbers = tools.computeIfAbsent(tool, key -> new int[2]);
        numbers[0]++;
        numbers[1] += fails ? 1 : 0;
    }

    @Test
    void filesTellTheirLifeAndLastResult() {
        Conversation chat = chat(false);
        List<Message> work = new ArrayList<>();
        work.addAll(call("Write", "{\"file_path\":\"a.txt\",\"content\":\"x\"}", "written"));
        work.addAll(call("Write", "{\"file_path\":\"a.txt\",\"content\":\"y\"}", "written again"));
        work.addAll(call("read_file", "{\"path\":\"a.txt\"}", "y\nand more"));
        work.addAll(call("delete_file", "{\"path\":\"a.txt\"}", "gone"));
        work.addAll(call("fetch", "{\"url\":\"https://example.org/a\"}", "page"));
        chat.append(turn("Work on it, please, and tell me when all of it is done.", work));
        Chats.turn(1, 40).forEach(chat::append);

        Artefacts artefacts = compressed(chat);

        assertThat(artefacts.files()).singleElement().satisfies(use -> assertThat(use)
                .extracting(
                        FileUse::path,
                        FileUse::read,
                        FileUse::created,
                        FileUse::modified,
                        FileUse::deleted,
                        FileUse::lastResult)
                .containsExactly("a.txt", 1, 1, 1, 1, "gone"));
        assertThat(artefacts.tools())
                .extracting(ToolUse::name)
                .containsExactly("Write", "read_file", "delete_file", "fetch");
        assertThat(artefacts.tools().get(3).sources()).last().isEqualTo(11L);
    }

    @Test
    void commandsDecisionsAndQuestionsAreQuoted() {
        Conversation chat = chat(false);
        chat.append(turn(
                "We decided to plant tulips by the fence.",
                call("Bash", "{\"command\":\"make bulbs\"}", "digging\n12 bulbs planted")));
        chat.append(Chats.turn(1, 40));
        chat.append(Message.user("Which soil do the tulips need?"), Message.assistant("Shall I order sandy soil?"));

        Artefacts artefacts = compressed(chat);

        assertThat(artefacts.commands())
                .containsExactly(new CommandUse("make bulbs", 1, "12 bulbs planted", List.of(2L, 3L)));
        assertThat(artefacts.decisions())
                .containsExactly(new Quote("We decided to plant tulips by the fence.", List.of(1L)));
        assertThat(artefacts.questions()).extracting(Quote::text).containsExactly("Shall I order sandy soil?");
    }

    @Test
    void setToolsNameTheirFiles() {
        Conversation chat = compressor(
                        false,
                        StateOptions.defaults().withTool("plant", Work.CREATE).withTool("Read", Work.NONE))
                .conversation("chat");
        List<Message> work = new ArrayList<>(call("plant", "{\"bed\":\"beds/fence.bed\"}", "done"));
        work.addAll(call("Read", "{\"file_path\":\"a.txt\"}", "x"));
        chat.append(turn("Plant it, please, and tell me when all of it is done.", work));
        chat.append(Chats.turn(1, 40));

        assertThat(compressed(chat).files())
                .extracting(FileUse::path, FileUse::created)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("beds/fence.bed", 1));
    }

    @Test
    void planListsWhatTheRecordWould() {
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(4_000).withExecution(Execution.SYNC))
                .build()) {
            Conversation chat = compressor.conversation("chat");
            chat.append(turn("Read it.", call("Read", "{\"file_path\":\"a.txt\"}", "soil")));
            chat.append(turn("Run it.", call("Bash", "{\"command\":\"make beds\"}", "done")));
            assertThat(chat.plan().artefacts()).isEqualTo(Artefacts.NONE);
            for (int i = 0; chat.plan().step() != Plan.Step.COMPRESS; i++) {
                chat.append(Chats.turn(i, 60));
            }
            Artefacts planned = chat.plan().artefacts();
            assertThat(planned.files()).extracting(FileUse::path).containsExactly("a.txt");
            assertThat(planned.commands()).extracting(CommandUse::command).containsExactly("make beds");
            assertThat(chat.record()).isEmpty();
        }
    }

    @Test
    void editorCommandsCountByTheirName() {
        Conversation chat = chat(false);
        List<Message> work = new ArrayList<>();
        for (String command : List.of("view", "create", "view", "str_replace", "insert")) {
            String path = command.equals("create") ? "new.txt" : "a.txt";
            work.addAll(call(
                    "str_replace_based_edit_tool",
                    "{\"command\":\"" + command + "\",\"path\":\"" + path + "\"}",
                    "done"));
        }
        chat.append(turn("Edit it, please, and tell me when all of it is done.", work));
        chat.append(Chats.turn(1, 40));

        assertThat(compressed(chat).files())
                .extracting(FileUse::path, FileUse::read, FileUse::created, FileUse::modified)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("new.txt", 0, 1, 0),
                        org.assertj.core.groups.Tuple.tuple("a.txt", 2, 0, 2));
    }

    @Test
    void secretsAreHidden() {
        Conversation chat = chat(false);
        chat.append(turn(
                "Push it, please, and tell me when all of it is done.",
                call("Bash", "{\"command\":\"export GITHUB_TOKEN=ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8\"}", "ok")));
        chat.append(Chats.turn(1, 40));

        assertThat(compressed(chat).commands()).extracting(CommandUse::command).containsExactly("export [secret]");
    }

    @Test
    void erasedMessageLeavesNoArtefact() {
        Conversation chat = chat(false);
        chat.append(turn("We decided to plant tulips by the fence.", call("Read", "{\"path\":\"a.txt\"}", "x")));
        chat.append(Chats.turn(1, 40));
        assertThat(compressed(chat).files()).hasSize(1);

        List<Entry> entries = chat.entries();
        chat.erase(entries.get(0).sequence());
        chat.erase(entries.get(1).sequence());

        Artefacts left = chat.record().orElseThrow().artefacts();
        assertThat(left.decisions()).isEmpty();
        assertThat(left.files()).isEmpty();
    }

    @Test
    void artefactsTravelWithExportAndRollback() {
        Conversation chat = chat(false);
        chat.append(turn("Read it, please, and tell me.", call("Read", "{\"path\":\"a.txt\"}", "x")));
        chat.append(Chats.turn(1, 40));
        Artefacts first = compressed(chat);
        long version = chat.record().orElseThrow().version();
        chat.append(turn("Read on, please, and tell me.", call("Read", "{\"path\":\"b.txt\"}", "x")));
        chat.append(Chats.turn(2, 40));
        Artefacts second = compressed(chat);
        assertThat(second.files()).extracting(FileUse::path).containsExactly("a.txt", "b.txt");

        Conversation other = compressor(false, StateOptions.defaults()).importConversation("other", chat.export());
        assertThat(other.record().orElseThrow().artefacts()).isEqualTo(second);
        chat.rollback(version);
        assertThat(chat.record().orElseThrow().artefacts()).isEqualTo(first);
    }

    @Test
    void listsAreBounded() {
        Conversation chat = chat(false);
        for (int i = 0; i < 2; i++) {
            List<Message> work = new ArrayList<>();
            for (int file = 0; file < 150; file++) {
                work.addAll(call("Read", "{\"path\":\"" + i + "/" + file + ".txt\"}", "x"));
            }
            chat.append(turn("Read all of it, please.", work));
            compressed(chat);
        }
        List<FileUse> files = chat.record().orElseThrow().artefacts().files();
        assertThat(files).hasSize(Artefacts.MAX_ENTRIES);
        assertThat(files.get(files.size() - 1).path()).isEqualTo("1/149.txt");
    }
}
