package io.github.sessioncompression.lists;

import io.github.sessioncompression.ConversationThreadsContract;
import io.github.sessioncompression.ErasedMeanwhileContract;
import io.github.sessioncompression.ErasureRaceContract;
import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.LastingPinsContract;
import io.github.sessioncompression.SessionsContract;
import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Whole chats in a framework's store of whole lists, without a store beside it, keep what chats in any store keep. */
class ContractsOverListsTest {
    @Nested
    class Sessions extends SessionsContract {
        private final FrameworkLists lists = new FrameworkLists(Kind.TEXT_AND_ROLE);

        @Override
        protected SessionStore open() {
            return FrameworkLists.over(lists.inAnotherProcess());
        }

        @Override
        protected int sessions() {
            return 8;
        }
    }

    /** Two memories over one list; what one process knows of it the other reads out of it. */
    @Nested
    @Tag("landing")
    class LastingPins extends LastingPinsContract {
        private final FrameworkLists lists = new FrameworkLists(Kind.METADATA);

        @Override
        protected SessionStore open() {
            return FrameworkLists.over(lists);
        }
    }

    /** Two memories over one list of this process. */
    @Nested
    @Tag("landing")
    class ErasedMeanwhile extends ErasedMeanwhileContract {
        ErasedMeanwhile() {
            super(FuzzCases.fuzzing(9, 5));
        }

        @Override
        protected SessionStore store() {
            return FrameworkLists.over(new FrameworkLists(Kind.METADATA));
        }

        @Override
        protected SessionStore again(SessionStore store) {
            return store;
        }
    }

    @Nested
    @Tag("landing")
    class ErasureRace extends ErasureRaceContract {
        @Override
        protected SessionStore store() {
            return FrameworkLists.over(new FrameworkLists(Kind.METADATA));
        }
    }

    @Nested
    class Threads extends ConversationThreadsContract {
        @Override
        protected SessionStore store(CompressionPolicy policy) {
            return FrameworkLists.over(new FrameworkLists(Kind.METADATA));
        }
    }
}
