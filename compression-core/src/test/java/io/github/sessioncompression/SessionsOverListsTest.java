package io.github.sessioncompression;

import io.github.sessioncompression.lists.FrameworkLists;
import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.ListStores;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.MessageTokens;

/** Sessions in a framework's store of whole lists, without a store beside it. */
class SessionsOverListsTest extends SessionsContract {
    private final FrameworkLists lists = new FrameworkLists(Kind.TEXT_AND_ROLE);

    @Override
    protected SessionStore open() {
        return ListStores.asSessionStore(
                lists.inAnotherProcess(), POLICY.state().schema(), MessageTokens.of(POLICY.tokens()));
    }

    @Override
    protected int sessions() {
        return 8;
    }
}
