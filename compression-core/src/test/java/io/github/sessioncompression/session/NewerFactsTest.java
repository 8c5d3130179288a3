package io.github.sessioncompression.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.session.NoteList.Note;
import io.github.sessioncompression.session.UserMemory.Fact;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Facts about a user that a newer version of the library has written, with a kind that is not known here. */
class NewerFactsTest {
    private final SessionStore store = SessionStore.inMemory();
    private final UserMemory memory =
            new UserMemory(store, "ann", () -> UUID.randomUUID().toString());

    @Test
    void showsAndErasesFactOfUnknownKind() {
        memory.add("Ann is a vet.", StateItem.Kind.FACT);
        new NoteList(store, UserMemory.owner("ann") + "~memory", () -> UUID.randomUUID()
                        .toString())
                .change(before -> List.of(
                        before.get(0),
                        new Note(Map.of("id", "new", "kind", "HOROSCOPE", "sources", List.of()), "Ann is a Leo.")));

        memory.add("Ann lives in Kiel.", StateItem.Kind.FACT);

        assertThat(memory.facts())
                .extracting(Fact::text)
                .containsExactly("Ann is a vet.", "Ann is a Leo.", "Ann lives in Kiel.");
        assertThat(memory.erase("new")).isTrue();
        assertThat(memory.facts()).extracting(Fact::text).containsExactly("Ann is a vet.", "Ann lives in Kiel.");
    }
}
