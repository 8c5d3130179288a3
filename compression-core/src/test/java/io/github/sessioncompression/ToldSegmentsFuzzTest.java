package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.recall.Segment;
import io.github.sessioncompression.recall.Segment.CompressedSegment;
import io.github.sessioncompression.recall.Segment.CompressedSegment.Level;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random chats and model summaries: levels stay consistent, and erased text appears nowhere. */
@Tag("landing")
class ToldSegmentsFuzzTest {
    @Test
    void levelsStayConsistentAndOmitErasedText() {
        FuzzCases.TOLD_SEGMENTS.run(seed -> new Case(new Random(seed)).run());
    }

    private static final class Case {
        private final Random random;
        private final SessionStore store = SessionStore.inMemory();
        private final SessionCompressor compressor;
        private final Conversation chat;
        private final Set<String> erased = new HashSet<>();
        private final List<CompressionRecord> records = new ArrayList<>();
        private int said;

        Case(Random random) {
            this.random = random;
            CompressionPolicy base = CompressionPolicy.forWindow(3_000 + random.nextInt(4_000))
                    .withExecution(random.nextBoolean() ? Execution.SYNC : Execution.AUTO);
            this.compressor = SessionCompressor.builder()
                    .policy(base.withState(base.state().withHistoryTools(true).withSegmentShare(0.4)))
                    .store(store)
                    .executor(Runnable::run)
                    .model(this::answer)
                    .modelCalls(Runnable::run, new MutableTime())
                    .build();
            this.chat = compressor.conversation("chat");
        }

        /** Mostly a good answer; at times one that invents, swaps stretches, says nothing of them, or is no answer. */
        private ModelAnswer answer(ModelRequest request) {
            return switch (random.nextInt(8)) {
                case 0 -> TellingModel.answer(request, text -> text + " for 77,777 dollars");
                case 1 ->
                    ModelAnswer.of(TellingModel.answer(request, text -> text)
                            .text()
                            .replace("\"segment\":1", "\"segment\":9")
                            .replace("\"segment\":2", "\"segment\":1"));
                case 2 -> TellingModel.answer(request, text -> "");
                case 3 -> ModelAnswer.of("no answer");
                default -> TellingModel.answer(request, text -> text);
            };
        }

        void run() {
            for (int step = 0; step < 25; step++) {
                for (int turn = random.nextInt(5); turn >= 0; turn--) {
                    talk();
                }
                switch (random.nextInt(6)) {
                    case 0 -> chat.compress();
                    case 1 -> erase();
                    case 2 -> rollback();
                    default -> chat.view();
                }
                check();
            }
            compressor.close();
        }

        private void talk() {
            said++;
            Message asked = Message.user("Ticket QX-" + (10_000 + said) + " is about parrots and crackers. "
                    + "They like the weather in Trondheim. ".repeat(random.nextInt(12)));
            chat.append(random.nextInt(10) == 0 ? asked.withPinned(true) : asked);
            chat.append(Message.assistant(
                    "Noted as RZ-" + (10_000 + said) + ". " + "Parrots do. ".repeat(random.nextInt(30))));
        }

        private void erase() {
            List<Entry> there = chat.entries();
            Entry entry = there.get(random.nextInt(there.size()));
            String start = entry.message().text().substring(0, entry.message().role() == Role.USER ? 15 : 17);
            chat.erase(entry.sequence());
            erased.add(start.substring(start.length() - 8));
            records.clear();
        }

        private void rollback() {
            chat.record().ifPresent(records::add);
            if (!records.isEmpty()) {
                CompressionRecord earlier = records.get(random.nextInt(records.size()));
                if (chat.history().stream().anyMatch(record -> record.version() == earlier.version())) {
                    chat.rollback(earlier.version());
                }
            }
        }

        private void check() {
            Set<Long> there = new HashSet<>();
            chat.entries().forEach(entry -> there.add(entry.sequence()));
            for (Segment segment : chat.recall().segments()) {
                int before = Integer.MAX_VALUE;
                for (Level level : Level.values()) {
                    CompressedSegment told =
                            chat.recall().expand(segment.id(), level).orElseThrow();
                    assertThat(told.tokens()).isLessThanOrEqualTo(before);
                    before = told.tokens();
                    isClean(told.content() + told.marker());
                    assertThat(told.content()).isNotBlank().doesNotContain("77,777");
                }
            }
            CompressionRecord record = chat.record().orElse(CompressionRecord.none("none"));
            record.injected().texts(StateDocument.SEGMENTS).forEach(this::isClean);
            List<SegmentState> tellings = store.segments("chat", record.tellings());
            assertThat(tellings).hasSize(record.tellings().size());
            for (SegmentState state : tellings) {
                for (SegmentSummary telling : state.tellings()) {
                    assertThat(there).containsAll(telling.sources());
                    isClean(telling.toString());
                }
            }
        }

        private void isClean(String text) {
            assertThat(erased).noneMatch(text::contains);
        }
    }
}
