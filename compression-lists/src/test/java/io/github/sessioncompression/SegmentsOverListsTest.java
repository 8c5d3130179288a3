package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.lists.FrameworkLists;
import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.ListStores;
import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.recall.Segment.CompressedSegment;
import io.github.sessioncompression.recall.Segment.CompressedSegment.Level;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.SessionStore;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Outline and summaries of segments in a framework's list are there in another process. */
class SegmentsOverListsTest extends ToldSegmentsFixture {
    private final FrameworkLists lists = new FrameworkLists(Kind.TEXT_AND_ROLE);

    private Conversation chat(SessionStore over) {
        return compressor(TOLD, over, model).conversation("chat");
    }

    private SessionStore withSideStore() {
        return FrameworkLists.over(lists.inAnotherProcess(), InstantSource.system(), SideStore.of(store));
    }

    @Test
    void keepsOutlineInList() {
        Conversation chat = PlantedChat.hold(offline(), 0, TURNS / 2, () -> {});
        List<String> before = outline(chat).stream().map(StateItem::text).toList();

        Conversation again = offline();

        assertThat(before).isNotEmpty();
        assertThat(outline(again)).extracting(StateItem::text).isEqualTo(before);
        PlantedChat.hold(again, TURNS / 2, TURNS, () -> {});
        assertThat(outline(again)).isNotEmpty().allSatisfy(OutlineTest::marker);
    }

    private Conversation offline() {
        return open.open(SessionCompressor.builder()
                        .policy(TOLD)
                        .store(ListStores.over(lists.inAnotherProcess(), SideStore.none()))
                        .executor(Runnable::run))
                .conversation("chat");
    }

    @Test
    void keepsSummariesInSideStore() {
        Conversation chat = PlantedChat.hold(chat(withSideStore()), 0, TURNS / 2, () -> {});
        List<CompressedSegment> detailed = at(chat, Level.DETAILED);
        assertThat(toldByTheModel(chat)).isNotEmpty();

        Conversation again = chat(withSideStore());

        assertThat(at(again, Level.DETAILED)).isEqualTo(detailed);
    }
}
