package io.github.sessioncompression;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How a call of the store is made from within a chat: where others need not wait for it, without the chat's lock. */
interface Aside {
    /** With the lock held all the time, as the application's own calls are made. */
    Aside NOT = new Aside() {
        @Override
        public <R extends @Nullable Object> R get(Supplier<R> call) {
            return call.get();
        }
    };

    /** Makes the call; whatever the chat is may have changed afterwards. */
    <R extends @Nullable Object> R get(Supplier<R> call);
}
