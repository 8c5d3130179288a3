package io.github.sessioncompression.lists;

import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStoreContract;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenOptions;
import java.time.InstantSource;
import org.junit.jupiter.api.Nested;

/** A store over lists keeps what every store promises, within one process, whatever the framework's store loses. */
class ListSessionStoreContractTest {
    private static SessionStore over(Kind kind, InstantSource clock) {
        return FrameworkLists.over(new FrameworkLists(kind), clock, SideStore.none());
    }

    private static SessionStore withSideStore(Kind kind, InstantSource clock, boolean stateInList) {
        return FrameworkLists.over(
                new FrameworkLists(kind),
                clock,
                SideStore.of(SessionStore.inMemory(1_000, clock)).withStateInList(stateInList));
    }

    @Nested
    class OverALiveList extends SessionStoreContract {
        @Override
        protected SessionStore newStore(InstantSource clock) {
            return over(Kind.LIVE, clock);
        }
    }

    @Nested
    class OverTextAndRoleAlone extends SessionStoreContract {
        @Override
        protected SessionStore newStore(InstantSource clock) {
            return over(Kind.TEXT_AND_ROLE, clock);
        }
    }

    @Nested
    class OverListsWithoutToolMessages extends SessionStoreContract {
        @Override
        protected SessionStore newStore(InstantSource clock) {
            return over(Kind.NO_TOOLS, clock);
        }
    }

    @Nested
    class OverListsWithoutEmptyTexts extends SessionStoreContract {
        @Override
        protected SessionStore newStore(InstantSource clock) {
            return over(Kind.NO_EMPTY_TEXTS, clock);
        }
    }

    @Nested
    class OverListsThatAddMetadata extends SessionStoreContract {
        @Override
        protected SessionStore newStore(InstantSource clock) {
            return over(Kind.METADATA, clock);
        }
    }

    @Nested
    class OverListsThatSwapThePair extends SessionStoreContract {
        @Override
        protected SessionStore newStore(InstantSource clock) {
            return over(Kind.SWAPPED_PAIR, clock);
        }
    }

    @Nested
    class OverALiveListWithASideStore extends SessionStoreContract {
        @Override
        protected SessionStore newStore(InstantSource clock) {
            return withSideStore(Kind.LIVE, clock, true);
        }
    }

    @Nested
    class OverListsWithoutToolMessagesWithASideStore extends SessionStoreContract {
        @Override
        protected SessionStore newStore(InstantSource clock) {
            return withSideStore(Kind.NO_TOOLS, clock, true);
        }
    }

    @Nested
    class OverListsWithoutTheState extends SessionStoreContract {
        @Override
        protected SessionStore newStore(InstantSource clock) {
            return withSideStore(Kind.METADATA, clock, false);
        }
    }

    @Nested
    class OverListsOfWhichNothingIsKnown extends SessionStoreContract {
        @Override
        protected SessionStore newStore(InstantSource clock) {
            return new ListSessionStore<>(
                    new FrameworkLists(Kind.NO_EMPTY_TEXTS),
                    StateSchema.session(),
                    MessageTokens.of(TokenOptions.defaults()),
                    clock,
                    new KnownLists(0),
                    SideStore.of(SessionStore.inMemory(1_000, clock)));
        }
    }
}
