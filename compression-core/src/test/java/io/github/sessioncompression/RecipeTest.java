package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Steps tried to make room. */
class RecipeTest {
    @Test
    void onlyRequestedRecipesRunIfDisabled() {
        List<Recipe> anyway = Arrays.stream(Recipe.values())
                .filter(recipe -> !recipe.isOnlyIfEnabled())
                .toList();

        assertThat(anyway)
                .containsExactly(
                        Recipe.COMPRESS_NOW,
                        Recipe.COMPRESS_INTO_TURN_NOW,
                        Recipe.FINALISE,
                        Recipe.PRUNE_NOW,
                        Recipe.REWRITE_STATE);
    }

    @ParameterizedTest
    @EnumSource(
            value = Recipe.class,
            names = {"BRIDGE", "GIVE_WAY", "GIVE_BACK", "PRUNE_NOW"})
    void urgentRecipesDoNotCompress(Recipe recipe) {
        assertThat(recipe.uses()).isNotEmpty().noneMatch(Recipe.Use::compresses);
    }

    @ParameterizedTest
    @EnumSource(
            value = Recipe.class,
            names = {"ORDINARY", "BEFORE_CALL", "COMPRESS_NOW", "COMPRESS_INTO_TURN_NOW", "REWRITE_STATE"})
    void theOthersDo(Recipe recipe) {
        assertThat(recipe.uses()).anyMatch(Recipe.Use::compresses);
    }
}
