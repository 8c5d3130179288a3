package io.github.sessioncompression.offline;

import static io.github.sessioncompression.offline.Chats.COMPILER;
import static io.github.sessioncompression.offline.Chats.COUNTER;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever tools are called for in whatever way: the trail says nothing that was not done, and how the last call ended. */
class OfflineTrailFuzzTest {
    private static final int GENERATIONS = 50;
    private static final List<String> FILES = List.of(
            "src/Fee.java",
            "My Docs/a b.txt",
            "C:\\Users\\Ana Li\\Fee.java",
            "C:\\src\\Fee.java",
            "größe/maße.txt",
            "src/файл.py",
            "資料/報告.md",
            "app/[id]/page.tsx",
            "src/(group)/x.ts",
            "Makefile",
            ".env",
            "../up.txt",
            "https://rates.example.com/2025?day=9&all",
            "file:///a/b%20c.txt",
            "a/b/c",
            "e\u0301/re\u0301sume\u0301.txt");
    private static final List<String> TOOLS = List.of(
            "read_file",
            "edit_file",
            "delete_file",
            "mcp__files__rename_a_file_that_is_somewhere_on_the_disk_of_the_user",
            "files.read",
            "calls",
            "names",
            "error",
            "7",
            "größe");
    private static final List<String> ODD_ARGUMENTS =
            List.of("", "null", "[", "{\"path\":", "not json", "{\"a\":{\"b\":[[{}]]}}", "7");

    private static final class Known {
        final Map<String, Integer> tools = new HashMap<>();
        String last = "";
        int lastCall;
        boolean failed;
    }

    private record Open(String id, String object, int call) {}

    /** A chat by chance, and what was done in it. */
    private static final class Work {
        final Random random;
        final Map<String, Known> known = new LinkedHashMap<>();
        final Map<Long, Message> said = new HashMap<>();
        final List<Entry> span = new ArrayList<>();
        long sequence;
        int calls;

        Work(long seed) {
            random = new Random(seed);
        }

        <T> T one(List<T> of) {
            return of.get(random.nextInt(of.size()));
        }

        void say(Message message) {
            span.add(new Entry(++sequence, message, 10));
            said.put(sequence, message);
        }

        String arguments(String file) {
            Map<String, Object> arguments = new LinkedHashMap<>();
            if (random.nextBoolean()) {
                arguments.put("limit", random.nextInt(50));
            }
            arguments.put(one(List.of("path", "file_path", "filePath", "targetFile", "filename")), file);
            if (random.nextInt(3) == 0) {
                arguments.put("text", "int fee = cart.total; // in src/Other.java\n".repeat(random.nextInt(20)));
            }
            return Json.write(arguments);
        }

        void round() {
            List<ToolCall> made = new ArrayList<>();
            List<Open> open = new ArrayList<>();
            boolean blankIds = random.nextInt(6) == 0;
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                String id = blankIds ? "" : random.nextInt(5) == 0 ? "again" + i : "c" + ++calls;
                String tool = random.nextInt(12) == 0 ? one(List.of("", " ", "look up")) : one(TOOLS);
                boolean odd = random.nextInt(8) == 0;
                String file = random.nextInt(3) == 0 ? "src/f" + random.nextInt(500) + ".ts" : one(FILES);
                made.add(new ToolCall(id, tool, odd ? one(ODD_ARGUMENTS) : arguments(file)));
                calls++;
                if (!odd && tool.strip().indexOf(' ') < 0 && !tool.isBlank()) {
                    String object = file.replace("e\u0301", "é");
                    Known now = known.computeIfAbsent(object, key -> new Known());
                    now.tools.merge(ToolLabel.of(tool), 1, Integer::sum);
                    now.last = ToolLabel.of(tool);
                    now.lastCall = calls;
                    now.failed = false;
                    open.add(new Open(id, object, calls));
                } else {
                    open.add(new Open(id, "", calls));
                }
            }
            say(Message.assistant(random.nextBoolean() ? "" : "I look into it.", made));
            if (!blankIds) {
                Collections.shuffle(open, random);
            }
            for (Open call : open) {
                answer(call);
            }
        }

        private void answer(Open call) {
            if (random.nextInt(10) == 0) {
                say(Message.toolResult("nobody" + sequence, one(TOOLS), "src/Nobody.java is gone")
                        .withError(true));
            }
            boolean failed = random.nextInt(3) == 0;
            say(Message.toolResult(
                            call.id(), random.nextBoolean() ? "read_file" : "", failed ? "No such file" : "Done.")
                    .withError(failed));
            Known of = known.get(call.object());
            if (of != null && of.lastCall == call.call()) {
                of.failed = failed;
            }
        }

        void check(StateDocument state, int cap) {
            state.items().stream()
                    .filter(item -> item.text().startsWith(Trail.LABEL + ": "))
                    .forEach(this::checkSources);
            int cost = 0;
            for (String line : state.texts().getOrDefault("logos", List.of())) {
                if (!line.startsWith(Trail.LABEL + ": ")) {
                    assertThat(line).doesNotContain("src/Nobody.java: ");
                    continue;
                }
                cost += COUNTER.count(line);
                for (String note : line.substring(Trail.LABEL.length() + 2).split("; ", -1)) {
                    check(note);
                }
            }
            assertThat(cost).isLessThanOrEqualTo(cap / 5 + 20);
        }

        /** What a note counts is in messages that it names. */
        private void checkSources(StateItem item) {
            String[] notes = item.text().substring(Trail.LABEL.length() + 2).split("; ", -1);
            for (int i = 0;
                    i < notes.length && (notes.length == 1 || item.notes().size() == notes.length);
                    i++) {
                List<Long> sources =
                        notes.length == 1 ? item.sources() : item.notes().get(i);
                int is = notes[i].lastIndexOf(": ");
                List<String> words =
                        List.of(notes[i].substring(is < 0 ? 0 : is + 2).split(" ", -1));
                for (int j = 0; j < words.size() && sources.size() < StateItem.MAX_SOURCES; j++) {
                    boolean counted = j + 1 < words.size() && words.get(j + 1).matches("[0-9]+");
                    int told = counted ? Integer.parseInt(words.get(j + 1)) : 1;
                    String tool = words.get(j);
                    long made = sources.stream()
                            .flatMap(source -> said.getOrDefault(source, Message.user("")).toolCalls().stream())
                            .filter(call -> ToolLabel.of(call.name()).equals(tool))
                            .count();
                    boolean isTool = !tool.equals("error") && !tool.matches("[0-9]+");
                    assertThat(made >= told || !isTool)
                            .as("%s by %s", notes[i], sources)
                            .isTrue();
                }
            }
        }

        private void check(String note) {
            int is = note.lastIndexOf(": ");
            if (is < 0) {
                return;
            }
            assertThat(known).as(note).containsKey(note.substring(0, is));
            Known done = Objects.requireNonNull(known.get(note.substring(0, is)));
            List<String> words = new ArrayList<>(List.of(note.substring(is + 2).split(" ", -1)));
            boolean failed = words.get(words.size() - 1).equals("error");
            assertThat(failed).as(note).isEqualTo(done.failed);
            if (failed) {
                words.remove(words.size() - 1);
            }
            String tool = "";
            for (String word : words) {
                if (word.matches("[0-9]+")) {
                    assertThat(Integer.parseInt(word)).as(note).isLessThanOrEqualTo(done.tools.getOrDefault(tool, 0));
                } else {
                    tool = word;
                    assertThat(done.tools).as(note).containsKey(tool);
                }
            }
            assertThat(tool).as(note).isEqualTo(done.last);
        }
    }

    private static StateDocument compile(Work work, StateDocument before, int cap) {
        CompileRequest request = new CompileRequest(StateSchema.session(), List.copyOf(work.span), before, null, cap);
        StateDocument state = COMPILER.compile(request);
        assertThat(COMPILER.compile(request)).isEqualTo(state);
        return state;
    }

    @Test
    void saysWhatWasDone() {
        FuzzCases.OFFLINE.run(seed -> {
            Work work = new Work(seed);
            int cap = 150 + work.random.nextInt(1_500);
            StateDocument state = null;
            for (int i = 0; i < 3; i++) {
                work.span.clear();
                work.say(Message.user("Please let the fee be rounded up."));
                for (int j = work.random.nextInt(30); j >= 0; j--) {
                    work.round();
                }
                state = compile(work, state == null ? StateDocument.EMPTY : state, cap);
                work.check(state, cap);
            }
        });
    }

    @Test
    void isTrueAfterManyGenerations() {
        for (int cap : new int[] {200, 400}) {
            Work work = new Work(FuzzCases.seed() + cap);
            StateDocument state = StateDocument.EMPTY;
            for (int i = 0; i < GENERATIONS; i++) {
                work.span.clear();
                work.say(Message.user("Go on with fee " + i + "."));
                for (int j = 0; j < 4; j++) {
                    work.round();
                }
                state = compile(work, state, cap);
                work.check(state, cap);
                assertThat(Chats.tokens(state)).isLessThanOrEqualTo(cap);
            }
            assertThat(Chats.text(state)).contains(Trail.LABEL);
        }
    }

    @Test
    @Timeout(120)
    void takesLinearTimeOfHugeArguments() {
        Work work = new Work(1);
        work.say(Message.user("Write it."));
        String deep = "{\"a\":".repeat(200_000);
        for (String arguments : List.of(
                "{\"path\":\"src/Fee.java\",\"text\":\"" + "a_b/c.d ".repeat(125_000) + "\"}",
                deep,
                "[" + "\"src/a.ts\",".repeat(90_000) + "]",
                "*** Update File: x ".repeat(50_000),
                "+++ b/src/a".repeat(90_000),
                "{\"path\":\"" + "C:\\\\".repeat(250_000) + "\"}")) {
            work.say(Message.assistant("", List.of(new ToolCall("c", "write", arguments))));
            work.say(Message.toolResult("c", "write", "Done."));
        }

        assertThat(Chats.text(compile(work, StateDocument.EMPTY, 600))).contains("src/Fee.java");
    }
}
