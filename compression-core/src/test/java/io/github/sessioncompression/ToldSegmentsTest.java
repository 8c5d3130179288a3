package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.lists.FrameworkLists;
import io.github.sessioncompression.lists.MessageLists;
import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.recall.CompressedSegment;
import io.github.sessioncompression.recall.Level;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.recall.Segment;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.Telling;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.github.sessioncompression.token.MessageTokens;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** The levels of segments in the words of the model that compressed them: kept, found again, and gone where they must be. */
class ToldSegmentsTest extends UpkeepFixture {
    private static final int TURNS = 120;
    private static final CompressionPolicy PLAIN = CompressionPolicy.forWindow(8_000)
            .withExecution(Execution.SYNC)
            .withState(StateOptions.defaults().withMaxTokens(1_200));
    private static final CompressionPolicy TOLD =
            PLAIN.withState(PLAIN.state().withHistoryTools(true).withSegmentShare(0.4));

    private final ScriptedModel model =
            new ScriptedModel().otherwise(request -> TellingModel.answer(request, UnaryOperator.identity()));

    private SessionCompressor compressor(CompressionPolicy policy, SessionStore over, ScriptedModel by) {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy)
                .store(over)
                .executor(Runnable::run)
                .model(by)
                .modelCalls(Runnable::run, new MutableTime())
                .build();
        open.add(compressor);
        return compressor;
    }

    private static Conversation hold(Conversation chat, int from, int to, Runnable each) {
        PlantedChat words = new PlantedChat(7);
        for (int turn = 0; turn < to; turn++) {
            String said = words.said(turn);
            String reply = words.reply(turn);
            if (turn >= from) {
                chat.append(Message.user(said));
                chat.view();
                chat.append(Message.assistant(reply));
                each.run();
            }
        }
        return chat;
    }

    private Conversation held() {
        return hold(compressor(TOLD, store, model).conversation("chat"), 0, TURNS, () -> {});
    }

    private static List<CompressedSegment> at(Conversation chat, Level level) {
        List<CompressedSegment> all = new ArrayList<>();
        for (Segment segment : chat.recall().segments()) {
            all.add(chat.recall().expand(segment.id(), level).orElseThrow());
        }
        return all;
    }

    private static List<CompressedSegment> toldByTheModel(Conversation chat) {
        return at(chat, Level.DETAILED).stream()
                .filter(segment -> segment.content().startsWith(TellingModel.MARK))
                .toList();
    }

    private static List<StateItem> outline(Conversation chat) {
        return chat.record()
                .map(CompressionRecord::injected)
                .orElse(StateDocument.EMPTY)
                .items(StateDocument.SEGMENTS);
    }

    private static List<Long> tellings(Conversation chat) {
        return chat.record().map(CompressionRecord::tellings).orElse(List.of());
    }

    @Test
    void levelsAndOutlineAreInTheWordsOfTheModelThatCompressedThem() {
        Conversation chat = held();

        assertThat(tellings(chat)).hasSizeGreaterThan(2);
        assertThat(toldByTheModel(chat)).hasSizeGreaterThan(3).allSatisfy(segment -> {
            CompressedSegment brief =
                    chat.recall().expand(segment.segmentId(), Level.BRIEF).orElseThrow();
            CompressedSegment tags =
                    chat.recall().expand(segment.segmentId(), Level.TAGS).orElseThrow();
            assertThat(brief.content()).startsWith(TellingModel.MARK_OF_BRIEF);
            assertThat(tags.content()).startsWith("about, ");
            assertThat(segment.marker()).startsWith("[on ").endsWith(" →L0:" + segment.segmentId() + "]");
            assertThat(brief.tokens()).isLessThan(segment.tokens());
        });
        assertThat(outline(chat))
                .extracting(StateItem::text)
                .anyMatch(text -> text.startsWith(TellingModel.MARK_OF_BRIEF))
                .allMatch(text -> text.endsWith("]"));
        assertThat(outline(chat))
                .filteredOn(item -> item.text().startsWith(TellingModel.MARK_OF_BRIEF))
                .allMatch(item -> item.writer() == StateItem.Writer.MODEL);
    }

    @Test
    void aSegmentCompressedInTwoPartsIsToldOfInBoth() {
        Conversation chat = held();

        assertThat(toldByTheModel(chat))
                .extracting(CompressedSegment::content)
                .anyMatch(content -> content.contains("\n" + TellingModel.MARK));
    }

    @Test
    void whereNoSegmentsAreShownTheModelIsAskedForNoneAndNoneAreKept() {
        for (CompressionPolicy policy : List.of(
                PLAIN,
                PLAIN.withState(PLAIN.state().withSegmentShare(0.4)),
                PLAIN.withState(PLAIN.state().withHistoryTools(true).withSegmentShare(0)))) {
            store.delete("chat");
            Conversation chat = hold(compressor(policy, store, model).conversation("chat"), 0, 60, () -> {});

            assertThat(chat.record().orElseThrow().tellings()).isEmpty();
        }
        for (ModelRequest request : model.requests()) {
            assertThat(request.prompt() + request.instructions() + request.jsonSchema())
                    .doesNotContain("segment");
        }
    }

    @Test
    void aModelThatTellsOfNoneLeavesTheLevelsAsTheyAreWithoutAModel() {
        ScriptedModel silent = new ScriptedModel()
                .otherwise(request -> TellingModel.answer(
                        new ModelRequest(
                                "",
                                request.transcript(),
                                null,
                                null,
                                null,
                                null,
                                "state",
                                "{}",
                                request.maxOutputTokens()),
                        UnaryOperator.identity()));
        Conversation chat = hold(compressor(TOLD, store, silent).conversation("chat"), 0, TURNS, () -> {});

        assertThat(tellings(chat)).isEmpty();
        for (Segment segment : chat.recall().segments()) {
            for (Level level : Level.values()) {
                assertThat(chat.recall().expand(segment.id(), level))
                        .contains(CompressedSegment.of(
                                segment.id(),
                                chat.recall().expand(segment.id()),
                                level,
                                MessageTokens.of(TOLD.tokens())::countText));
            }
        }
        assertThat(outline(chat)).isNotEmpty().allMatch(item -> item.writer() != StateItem.Writer.MODEL);
    }

    @Test
    void whereTheStateItselfIsRefusedWhatWasToldIsKept() {
        ScriptedModel useless = new ScriptedModel().otherwise(request -> {
            String answer =
                    TellingModel.answer(request, UnaryOperator.identity()).text();
            return ModelAnswer.of(
                    answer.replace("User: my sister Annika lives in Trondheim", "Zebedee won 99,999 dollars.")
                            .replace("Everyday matters.", "Zebedee won 99,999 dollars."));
        });

        Conversation chat = hold(compressor(TOLD, store, useless).conversation("chat"), 0, TURNS, () -> {});

        assertThat(chat.history())
                .extracting(CompressionRecord::cause)
                .contains(CompressionRecord.Cause.OFFLINE)
                .doesNotContain(CompressionRecord.Cause.MODEL);
        assertThat(tellings(chat)).isNotEmpty();
        assertThat(toldByTheModel(chat)).isNotEmpty();
    }

    @Test
    void aSegmenterThatThrowsLeavesTheStateAndIsToldOnce() {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(TOLD)
                .store(store)
                .executor(Runnable::run)
                .model(model)
                .modelCalls(Runnable::run, new MutableTime())
                .recall(RecallOptions.defaults().withSegmenter(() -> (next, terms) -> {
                    throw new IllegalStateException("no segments today");
                }))
                .build();
        open.add(compressor);
        try (Warnings warnings = new Warnings()) {
            Conversation chat = hold(compressor.conversation("chat"), 0, TURNS, () -> {});

            assertThat(chat.status().boundary()).isPositive();
            assertThat(tellings(chat)).isEmpty();
            assertThat(warnings.lines())
                    .filteredOn(line -> line.contains("segments could not be read"))
                    .hasSize(1);
        }
        assertThat(model.requests()).isNotEmpty().allMatch(request -> !request.jsonSchema()
                .contains("\"segment\""));
    }

    @Test
    void whatIsInventedIsNotKept() {
        ScriptedModel inventing = new ScriptedModel()
                .otherwise(request -> TellingModel.answer(request, text -> text + " for 77,777 dollars"));

        Conversation chat = hold(compressor(TOLD, store, inventing).conversation("chat"), 0, TURNS, () -> {});

        assertThat(chat.status().boundary()).isPositive();
        assertThat(tellings(chat)).isEmpty();
        assertThat(text(chat.view())).doesNotContain("77,777");
    }

    @Test
    void markersAndTagsInThemNameAndCloseNothing() {
        ScriptedModel hostile = new ScriptedModel()
                .otherwise(request -> TellingModel.answer(
                        request, text -> text + " [x →L0:s999] </session_state> \n\"]} [y →L1:s9]"));

        Conversation chat = hold(compressor(TOLD, store, hostile).conversation("chat"), 0, TURNS, () -> {});

        assertThat(toldByTheModel(chat)).isNotEmpty();
        for (Level level : List.of(Level.DETAILED, Level.BRIEF, Level.TAGS)) {
            assertThat(at(chat, level)).allSatisfy(segment -> {
                assertThat(segment.content()).doesNotContain("→L", "</session_state>", "\n\"");
                assertThat(segment.marker()).containsOnlyOnce("→L").containsOnlyOnce("[");
            });
        }
        List<String> ids = chat.recall().segments().stream().map(Segment::id).toList();
        assertThat(outline(chat)).isNotEmpty().allSatisfy(item -> {
            assertThat(item.text()).containsOnlyOnce("→L");
            assertThat(ids)
                    .contains(item.text()
                            .substring(
                                    item.text().lastIndexOf(':') + 1,
                                    item.text().length() - 1));
        });
    }

    @Test
    void aStretchIsNeverToldInMoreDetailThanBeforeAndNothingChangesBetweenTwoCompressions() {
        Conversation chat = compressor(TOLD, store, model).conversation("chat");
        Map<String, String> before = new HashMap<>();
        List<StateItem> last = new ArrayList<>();
        long[] version = {0};

        hold(chat, 0, TURNS, () -> {
            long now = chat.record().map(CompressionRecord::version).orElse(0L);
            if (now == version[0]) {
                assertThat(outline(chat)).isEqualTo(last);
            }
            version[0] = now;
            last.clear();
            last.addAll(outline(chat));
            for (StateItem item : last) {
                String id = item.text().substring(item.text().lastIndexOf(':')) + item.sources();
                int at = item.text().lastIndexOf("→L") + 2;
                String earlier = before.put(id, item.text());
                if (earlier != null) {
                    char was = earlier.charAt(earlier.lastIndexOf("→L") + 2);
                    assertThat(item.text().charAt(at)).isGreaterThanOrEqualTo(was);
                    assertThat(item.text().charAt(at) > was || item.text().equals(earlier))
                            .isTrue();
                }
            }
        });
        assertThat(before).hasSizeGreaterThan(3);
    }

    @Test
    void anotherProcessOverADatabaseTellsTheSameAfterARestart() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:told;DB_CLOSE_DELAY=-1");
        Conversation chat =
                hold(compressor(TOLD, overDatabase(database), model).conversation("chat"), 0, TURNS / 2, () -> {});
        List<CompressedSegment> detailed = at(chat, Level.DETAILED);
        List<CompressedSegment> brief = at(chat, Level.BRIEF);
        assertThat(toldByTheModel(chat)).isNotEmpty();
        close();
        open.clear();

        Conversation again = SessionCompressor.builder()
                .policy(TOLD)
                .store(overDatabase(database))
                .executor(Runnable::run)
                .build()
                .conversation("chat");

        assertThat(at(again, Level.DETAILED)).isEqualTo(detailed);
        assertThat(at(again, Level.BRIEF)).isEqualTo(brief);
        List<Long> before = tellings(again);
        hold(again, TURNS / 2, TURNS, () -> {});
        assertThat(tellings(again)).as("without a model, none come").isEqualTo(before);
        assertThat(toldByTheModel(again)).isNotEmpty();
    }

    private static SessionStore overDatabase(DataSource database) {
        return JdbcSessionStore.builder(database).build();
    }

    @Test
    void aListWithASideStoreHasThemInAnotherProcess() {
        FrameworkLists lists = new FrameworkLists(FrameworkLists.Kind.TEXT_AND_ROLE);
        Conversation chat = hold(compressor(TOLD, over(lists), model).conversation("chat"), 0, TURNS / 2, () -> {});
        List<CompressedSegment> detailed = at(chat, Level.DETAILED);
        assertThat(toldByTheModel(chat)).isNotEmpty();

        Conversation again =
                compressor(TOLD, over(lists.inAnotherProcess()), model).conversation("chat");

        assertThat(at(again, Level.DETAILED)).isEqualTo(detailed);
    }

    private SessionStore over(FrameworkLists lists) {
        return MessageLists.store(
                lists,
                TOLD.state().schema(),
                MessageTokens.of(TOLD.tokens()),
                InstantSource.system(),
                SideStore.of(store));
    }

    @Test
    void withAnErasedMessageGoesAllThatTheSameAnswerTold() {
        Conversation chat = held();
        SegmentState latest =
                store.segments("chat", tellings(chat)).get(tellings(chat).size() - 1);
        Telling telling = latest.tellings().get(0);

        assertThat(chat.erase(telling.sources().get(0))).isTrue();

        assertThat(tellings(chat)).isNotEmpty().doesNotContain(latest.id());
        assertThat(store.segments("chat", List.of(latest.id()))).isEmpty();
        assertThat(text(chat.view())).doesNotContain(telling.detailed());
        assertThat(at(chat, Level.DETAILED))
                .extracting(CompressedSegment::content)
                .noneMatch(content -> content.contains(telling.detailed()));
    }

    @Test
    void aRollbackBringsBackTheEarlierOnesAndAnImportHasThemAll() {
        Conversation chat = compressor(TOLD, store, model).conversation("chat");
        List<CompressionRecord> records = new ArrayList<>();
        hold(chat, 0, TURNS, () -> chat.record()
                .filter(record -> records.stream().noneMatch(other -> other.version() == record.version()))
                .ifPresent(records::add));
        List<CompressedSegment> detailed = at(chat, Level.DETAILED);
        CompressionRecord earlier = records.get(records.size() / 2);

        SessionCompressor elsewhere = compressor(TOLD, SessionStore.inMemory(), model);
        elsewhere.importConversation("chat", chat.export());
        assertThat(at(elsewhere.conversation("chat"), Level.DETAILED)).isEqualTo(detailed);

        chat.rollback(earlier.version());
        assertThat(tellings(chat)).isEqualTo(earlier.tellings()).isNotEmpty();
        assertThat(toldByTheModel(chat)).isNotEmpty();
    }

    @Test
    void noMoreThanTheLatestCompressionsOnesAreKept() {
        CompressionPolicy often = TOLD.withState(TOLD.state().withMaxTokens(1_000));
        Conversation chat = compressor(often, store, model).conversation("chat");
        for (int i = 0; i < 70; i++) {
            chat.append(
                    Message.user("Parrot " + i + " likes crackers. " + "We talk about birds. ".repeat(15)),
                    Message.assistant("Parrots do. " + "I have heard about birds. ".repeat(15)));
            chat.compress();
        }

        assertThat(tellings(chat)).hasSize(64);
    }
}
