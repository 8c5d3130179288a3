package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
class MemoryIdsTest {
    private final MemoryIds ids = new MemoryIds();

    @Test
    void namesATextByItself() {
        assertThat(MemoryIds.nameOf("user-42")).isEqualTo("user-42");
        assertThat(ids.idOf("user-42")).isEqualTo("user-42");
    }

    @Test
    void keepsEqualLookingIdsOfDifferentTypesApart() {
        assertThat(List.of(
                        MemoryIds.nameOf("1"),
                        MemoryIds.nameOf(1),
                        MemoryIds.nameOf(1L),
                        MemoryIds.nameOf((short) 1),
                        MemoryIds.nameOf(MemoryIds.nameOf(1)),
                        MemoryIds.nameOf(new Tenant("1"))))
                .doesNotHaveDuplicates();
    }

    @Test
    void readsNumbersUuidsAndTextsBackFromTheirNames() {
        for (Object id : List.of("1", "@", "@java.lang.Integer:1", 1, -7L, (short) 3, new UUID(1, 2))) {
            assertThat(new MemoryIds().idOf(MemoryIds.nameOf(id))).isEqualTo(id);
        }
    }

    @Test
    void findsOtherIdsAsLongAsTheApplicationHoldsThem() {
        Tenant tenant = new Tenant("acme");
        String name = ids.remember(tenant);
        assertThat(ids.idOf(name)).isSameAs(tenant);
        assertThat(new MemoryIds().idOf(name)).isEqualTo(name);
    }

    @Test
    void returnsUntypedNameAsId() {
        for (String name : List.of("@", "@x", "@java.lang.Integer:one", "@java.util.UUID:1")) {
            assertThat(ids.idOf(name)).isEqualTo(name);
        }
    }

    @Test
    void rejectsIdWithoutToString() {
        assertThatThrownBy(() -> MemoryIds.nameOf(new Object()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.Object")
                .hasMessageContaining("toString()");
    }

    private record Tenant(String name) {}
}
