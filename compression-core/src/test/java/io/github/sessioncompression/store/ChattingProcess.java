package io.github.sessioncompression.store;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A process of its own that chats over a store that lasts and says each thing that was acknowledged. */
public final class ChattingProcess {
    static final int CHATS = 8;
    private static final int TURNS_A_SESSION = 7;
    private static final CompressionPolicy POLICY =
            CompressionPolicy.forWindow(4_000).withModel(ModelOptions.defaults().withContextWindow(100_000));
    private static final String STATE = ScriptedModel.state("the plot needs soil", "Orders.");

    private ChattingProcess() {}

    /**
     * Chats.
     *
     * @param arguments {@code alone}, or {@code sessions} for one that begins sessions, too; or {@code many} and how many conversations; or the process's number, how many threads it has and how many turns each takes
     */
    @SuppressWarnings("FutureReturnValueIgnored") // Nobody is left to hear of it.
    public static void chat(SessionStore store, String... arguments) throws Exception {
        // Whatever becomes of the test, its processes end with it.
        ProcessHandle.current().parent().ifPresent(parent -> parent.onExit()
                .thenRun(() -> Runtime.getRuntime().halt(1)));
        if (arguments[0].equals("alone") || arguments[0].equals("sessions")) {
            try (SessionCompressor compressor = compressor(store)) {
                untilItIsKilled(compressor, arguments[0], arguments[0].equals("sessions"));
            }
            return;
        }
        if (arguments[0].equals("many")) {
            withManyConversations(store, Integer.parseInt(arguments[1]));
            say("end");
            return;
        }
        StructuredModel model = request -> {
            // A second call for the same compression asks for what the first one lost.
            if (ScriptedModel.part(request, "correction").isEmpty()) {
                say("call");
            }
            return ModelAnswer.of(STATE);
        };
        ExecutorService background = Executors.newFixedThreadPool(4);
        try (SessionCompressor compressor =
                builder(store).model(model).executor(background).build()) {
            withManyThreads(
                    compressor,
                    Integer.parseInt(arguments[0]),
                    Integer.parseInt(arguments[1]),
                    Integer.parseInt(arguments[2]));
            // What is under way is paid already.
            background.shutdown();
            background.awaitTermination(1, TimeUnit.MINUTES);
        }
        say("end");
    }

    static SessionCompressor compressor(SessionStore store) {
        return builder(store).executor(Runnable::run).build();
    }

    private static SessionCompressor.Builder builder(SessionStore store) {
        return SessionCompressor.builder().policy(POLICY).store(store);
    }

    /** One thread for each conversation; each goes on where the process before was killed. */
    private static void untilItIsKilled(SessionCompressor compressor, String name, boolean sessions) throws Exception {
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int c = 0; c < 2; c++) {
            Conversation chat = compressor.conversation(name + " " + c);
            tasks.add(() -> {
                for (int turn = said(compressor, chat).size() / 2 + 1; ; turn++) {
                    chat.append(turn("turn " + turn), "turn " + turn);
                    say("done " + chat.id() + " " + turn + " ok");
                    ValidSequence.check(chat.view().messages());
                    if (sessions && turn % TURNS_A_SESSION == 0) {
                        chat.sessions().startNew();
                    }
                }
            });
        }
        run(tasks);
    }

    /** The messages of all sessions of a chat, the earliest first. */
    static List<Message> said(SessionCompressor compressor, Conversation chat) {
        return chat.sessions().list().stream()
                .flatMap(session -> compressor.conversationOf(session).transcript().stream())
                .toList();
    }

    /** Each with messages of some 12 kB, so that the heap has no room for all of them. */
    private static void withManyConversations(SessionStore store, int conversations) {
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(100_000))
                .tokenCounter(text -> text.length() / 4)
                .store(store)
                .build()) {
            for (int i = 0; i < conversations; i++) {
                Conversation chat = compressor.conversation("many " + i);
                chat.append(
                        Message.user("Plot " + i + " needs soil and seeds. ".repeat(250)),
                        Message.assistant("Plot " + i + " has soil and seeds. ".repeat(250)));
                ValidSequence.check(chat.view().messages());
            }
            compressor.conversation("many 0").append(Message.user("Is plot 0 forgotten?"));
            if (compressor.conversation("many 0").view().messages().size() < 3) {
                throw new AssertionError("the first conversation was forgotten");
            }
        }
    }

    private static void withManyThreads(SessionCompressor compressor, int process, int threads, int turns)
            throws Exception {
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int thread = t;
            tasks.add(() -> {
                for (int i = 0; i < turns; i++) {
                    Conversation chat = compressor.conversation("chat " + (thread + i) % CHATS);
                    String name = process + "/" + thread + "/" + i;
                    chat.append(turn(name));
                    say("done " + chat.id() + " " + name + " ok");
                    ValidSequence.check(chat.view().messages());
                }
                return null;
            });
        }
        run(tasks);
    }

    private static void run(List<Callable<Void>> tasks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        for (Future<Void> future : threads.invokeAll(tasks)) {
            future.get();
        }
        threads.shutdown();
    }

    /** A question and its answer, some 120 tokens together. */
    static List<Message> turn(String name) {
        return List.of(
                Message.user("Order " + name + " is for the plot behind the greenhouse. "
                        + "It needs soil and seeds. ".repeat(8)),
                Message.assistant("Order " + name + " is noted. " + "Bags of soil are in stock today. ".repeat(8)));
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    /** Starts a process whose {@code main} opens a store and {@linkplain #chat chats}. */
    public static Process start(Class<?> main, String... arguments) throws IOException {
        return startWithHeap(256, main, arguments);
    }

    /** The same with a heap of so many MB. */
    public static Process startWithHeap(int megabytes, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx" + megabytes + "m",
                "-cp",
                classPath(),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** That of this process, whoever has started it. */
    private static String classPath() {
        if (ChattingProcess.class.getClassLoader() instanceof URLClassLoader urls
                && urls != ClassLoader.getSystemClassLoader()) {
            return Arrays.stream(urls.getURLs())
                    .map(ChattingProcess::path)
                    .collect(Collectors.joining(File.pathSeparator));
        }
        return System.getProperty("java.class.path");
    }

    private static String path(URL url) {
        try {
            return Path.of(url.toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
