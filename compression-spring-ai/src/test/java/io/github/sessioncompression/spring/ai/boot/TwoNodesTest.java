package io.github.sessioncompression.spring.ai.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.store.ChattingProcess;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.github.sessioncompression.store.jdbc.PostgreSql;
import io.github.sessioncompression.store.jdbc.WatchedPool;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.repository.jdbc.JdbcChatMemoryRepository;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/**
 * Two applications with a pool each over one PostgreSQL, and callers of both in one conversation: every question and answer is kept once,
 * the answer behind its question, whether the chats are in Spring AI's table or in the library's own.
 */
class TwoNodesTest {
    static final String CHAT = "user-42";
    static final String ANSWERED = "answered ";
    private static final int TURNS = FuzzCases.fuzzing(12, 25);

    private final WatchedPool database = new WatchedPool(PostgreSql.url());

    /** Where the chats are kept. */
    enum Kept {
        /** In Spring AI's table, with the side store that the library sets up by itself. */
        IN_SPRING_AIS_TABLE {
            @Override
            ApplicationContextRunner in(ApplicationContextRunner application, DataSource pool) {
                return application.withBean(JdbcChatMemoryRepository.class, () -> repository(pool));
            }
        },
        /** In the library's tables, which it takes if there is no repository. */
        IN_OUR_TABLES {
            @Override
            ApplicationContextRunner in(ApplicationContextRunner application, DataSource pool) {
                return application;
            }
        };

        abstract ApplicationContextRunner in(ApplicationContextRunner application, DataSource pool);
    }

    static JdbcChatMemoryRepository repository(DataSource pool) {
        return JdbcChatMemoryRepository.builder().dataSource(pool).build();
    }

    @BeforeEach
    void begin() {
        JdbcTemplate sql = new JdbcTemplate(database);
        sql.execute("DROP SCHEMA public CASCADE");
        sql.execute("CREATE SCHEMA public");
        new ResourceDatabasePopulator(new ClassPathResource(
                        "org/springframework/ai/chat/memory/repository/jdbc/schema-postgresql.sql"))
                .execute(database);
    }

    @AfterEach
    void end() throws Exception {
        database.close();
    }

    /** Repeats the question in its answer, so that an answer to another one shows. */
    static final class Repeating implements ChatModel {
        @Override
        public ChatResponse call(Prompt prompt) {
            String question = prompt.getInstructions()
                    .get(prompt.getInstructions().size() - 1)
                    .getText();
            return new ChatResponse(List.of(new Generation(new AssistantMessage("Answer to " + question))));
        }
    }

    static ApplicationContextRunner application(Kept kept, WatchedPool pool) {
        ApplicationContextRunner application = ChattingApplication.bare()
                .withPropertyValues("session-compression.context-window=128000")
                .withAllowBeanDefinitionOverriding(true)
                .withUserConfiguration(ChattingApplication.class)
                .withBean("chatModel", ChatModel.class, Repeating::new)
                .withBean(DataSource.class, () -> pool);
        return kept.in(application, pool);
    }

    /** Asks from both applications at once, half of the callers in each. */
    private static void ask(AssertableApplicationContext one, AssertableApplicationContext other, int callers)
            throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        List<Callable<Void>> asking = new ArrayList<>();
        for (int caller = 0; caller < callers; caller++) {
            AssertableApplicationContext node = caller % 2 == 0 ? one : other;
            int who = caller;
            asking.add(() -> {
                for (int turn = 0; turn < TURNS; turn++) {
                    ChattingApplication.chat(node, CHAT, question(who, turn));
                }
                return null;
            });
        }
        for (Future<Void> each : threads.invokeAll(asking)) {
            each.get();
        }
        threads.shutdown();
    }

    static String question(int caller, int turn) {
        return "How is bed " + turn + " of caller " + caller + "?";
    }

    private static List<String> questions(int callers) {
        return IntStream.range(0, callers)
                .boxed()
                .flatMap(caller -> IntStream.range(0, TURNS).mapToObj(turn -> question(caller, turn)))
                .toList();
    }

    private static void isExact(List<Message> transcript, int callers) {
        List<String> said = transcript.stream()
                .map(message -> message.role() + " " + message.text())
                .toList();
        assertThat(said)
                .containsExactlyInAnyOrderElementsOf(questions(callers).stream()
                        .flatMap(question -> Stream.of("USER " + question, "ASSISTANT Answer to " + question))
                        .toList());
        assertThat(questions(callers)).allSatisfy(question -> assertThat(said)
                .containsSubsequence("USER " + question, "ASSISTANT Answer to " + question));
    }

    private void keepsEachOnce(Kept kept, int callers) throws Exception {
        try (WatchedPool first = new WatchedPool(PostgreSql.url());
                WatchedPool second = new WatchedPool(PostgreSql.url())) {
            application(kept, first).run(one -> application(kept, second).run(other -> {
                try (Warnings warnings = new Warnings()) {
                    ask(one, other, callers);
                    assertThat(warnings.lines()).hasSizeLessThanOrEqualTo(2).allSatisfy(line -> assertThat(line)
                            .contains("at the same moment", "session-compression.store=jdbc"));
                }
                for (AssertableApplicationContext node : List.of(one, other)) {
                    isExact(
                            node.getBean(SessionCompressor.class)
                                    .conversation(CHAT)
                                    .transcript(),
                            callers);
                    ValidSequence.check(node.getBean(SessionCompressor.class)
                            .conversation(CHAT)
                            .view()
                            .messages());
                }
                if (kept == Kept.IN_SPRING_AIS_TABLE) {
                    assertThat(repository(database).findByConversationId(CHAT))
                            .as("read by another program")
                            .hasSize(2 * TURNS * callers)
                            .extracting(org.springframework.ai.chat.messages.Message::getText)
                            .doesNotHaveDuplicates();
                }
            }));
        }
    }

    @ParameterizedTest
    @EnumSource(Kept.class)
    void twoCallersKeepEachQuestionAndAnswerOnce(Kept kept) throws Exception {
        keepsEachOnce(kept, 2);
    }

    @ParameterizedTest
    @EnumSource(Kept.class)
    @Tag("landing")
    void eightCallersKeepEachQuestionAndAnswerOnce(Kept kept) throws Exception {
        keepsEachOnce(kept, 8);
    }

    /** One of two nodes is killed amid its calls, the other goes on. */
    @Test
    @Tag("landing")
    void killedNodeLosesNoMoreThanItsCall() throws Exception {
        int questions = 40;
        Process killed = ChattingProcess.start(NodeProcess.class, PostgreSql.url(), "0", "100000");
        Process other = ChattingProcess.start(NodeProcess.class, PostgreSql.url(), "1", "" + questions);
        List<String> answered = new ArrayList<>();
        try (BufferedReader ofKilled = killed.inputReader();
                BufferedReader ofOther = other.inputReader()) {
            answered.addAll(lines(ofKilled, 20));
            answered.addAll(lines(ofOther, 10));
            // The process itself would close the stream, with what is still in it.
            killed.toHandle().destroyForcibly();
            killed.waitFor();
            answered.addAll(lines(ofKilled, Integer.MAX_VALUE));
            answered.addAll(lines(ofOther, Integer.MAX_VALUE));
        }
        assertThat(other.waitFor()).isZero();
        assertThat(answered)
                .filteredOn(question -> question.endsWith("caller 1?"))
                .hasSize(questions);

        try (WatchedPool pool = new WatchedPool(PostgreSql.url())) {
            application(Kept.IN_SPRING_AIS_TABLE, pool).run(node -> {
                List<String> said = node.getBean(SessionCompressor.class).conversation(CHAT).transcript().stream()
                        .map(Message::text)
                        .toList();
                assertThat(said).doesNotHaveDuplicates().hasSizeBetween(2 * answered.size(), 2 * answered.size() + 2);
                assertThat(answered).allSatisfy(question -> assertThat(said)
                        .containsSubsequence(question, "Answer to " + question));
                ChattingApplication.chat(node, CHAT, "Is bed 7 alive?");
                assertThat(repository(database).findByConversationId(CHAT))
                        .hasSize(said.size() + 2)
                        .extracting(org.springframework.ai.chat.messages.Message::getText)
                        .doesNotHaveDuplicates();
            });
        }
    }

    /** The next questions that a node has printed as answered. */
    private static List<String> lines(BufferedReader output, int most) throws IOException {
        List<String> questions = new ArrayList<>();
        while (questions.size() < most) {
            String line = output.readLine();
            if (line == null) {
                break;
            }
            if (line.startsWith(ANSWERED)) {
                questions.add(line.substring(ANSWERED.length()));
            }
        }
        return questions;
    }

    @Test
    void chatsOfPlainRepositoryGoOn() throws Exception {
        repository(database)
                .saveAll(
                        CHAT,
                        List.of(new UserMessage("When are tulips planted?"), new AssistantMessage("In October.")));
        try (WatchedPool first = new WatchedPool(PostgreSql.url());
                WatchedPool second = new WatchedPool(PostgreSql.url())) {
            application(Kept.IN_SPRING_AIS_TABLE, first)
                    .run(one -> application(Kept.IN_SPRING_AIS_TABLE, second).run(other -> {
                        ask(one, other, 2);
                        List<Message> transcript = other.getBean(SessionCompressor.class)
                                .conversation(CHAT)
                                .transcript();
                        assertThat(transcript.subList(0, 2))
                                .extracting(Message::text)
                                .containsExactly("When are tulips planted?", "In October.");
                        isExact(transcript.subList(2, transcript.size()), 2);
                    }));
        }
    }

    @Test
    void clearReachesTableAndSideStoreOfBothNodes() throws Exception {
        try (WatchedPool first = new WatchedPool(PostgreSql.url());
                WatchedPool second = new WatchedPool(PostgreSql.url())) {
            application(Kept.IN_SPRING_AIS_TABLE, first)
                    .run(one -> application(Kept.IN_SPRING_AIS_TABLE, second).run(other -> {
                        ask(one, other, 2);
                        one.getBean(ChatMemory.class).clear(CHAT);
                        assertThat(repository(database).findByConversationId(CHAT))
                                .isEmpty();
                        assertThat(JdbcSessionStore.builder(database).build().conversations(null, 9))
                                .noneMatch(id -> id.endsWith("/" + CHAT));
                        assertThat(other.getBean(ChatMemory.class).get(CHAT)).isEmpty();

                        ask(one, other, 2);
                        other.getBean(ChatMemoryRepository.class).deleteByConversationId(CHAT);
                        assertThat(one.getBean(ChatMemory.class).get(CHAT))
                                .as("deleted in the table by the application itself")
                                .isEmpty();
                        assertThat(other.getBean(ChatMemory.class).get(CHAT)).isEmpty();
                    }));
        }
    }

    @Test
    void oneNodeInMemoryKeepsEachOnce() {
        ChattingApplication.bare()
                .withPropertyValues("session-compression.context-window=128000")
                .withAllowBeanDefinitionOverriding(true)
                .withUserConfiguration(ChattingApplication.class)
                .withBean("chatModel", ChatModel.class, Repeating::new)
                .run(node -> {
                    ask(node, node, 4);
                    isExact(
                            node.getBean(SessionCompressor.class)
                                    .conversation(CHAT)
                                    .transcript(),
                            4);
                    assertThat(node.getBean(ChatMemoryRepository.class).findByConversationId(CHAT))
                            .hasSize(2 * TURNS * 4);
                });
    }
}
