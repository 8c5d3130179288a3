package io.github.sessioncompression.store;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A store whose records can be damaged: then they are there and can't be read. */
public final class DamagedStore {
    private final SessionStore whole;
    /** By conversation the last version that is damaged. */
    private final Map<String, Long> damaged = new ConcurrentHashMap<>();

    /** Over a store that is whole. */
    public DamagedStore(SessionStore whole) {
        this.whole = whole;
    }

    /** Damages all records that the conversation has now. */
    public void damage(String conversationId) {
        damaged.put(conversationId, whole.head(conversationId).orElseThrow().recordVersion());
    }

    /** The store as it is seen from outside. */
    public SessionStore store() {
        return WatchedStore.of(whole, call -> switch (call.name()) {
            case "current" -> {
                String id = call.conversationId();
                whole.current(id).map(CompressionRecord::version).ifPresent(version -> {
                    if (isDamaged(id, version)) {
                        throw new UnreadableRecordException(id, version, "damaged");
                    }
                });
                yield call.proceed();
            }
            case "history" ->
                whole.history(call.conversationId()).stream()
                        .filter(record -> !isDamaged(call.conversationId(), record.version()))
                        .toList();
            default -> call.proceed();
        });
    }

    private boolean isDamaged(String conversationId, long version) {
        return version <= damaged.getOrDefault(conversationId, 0L);
    }
}
