package io.github.sessioncompression.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.option.Resources;
import io.github.sessioncompression.token.ModelRegistry.ModelLimits;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelRegistryTest {
    private final ModelRegistry registry = ModelRegistry.bundled();

    @ParameterizedTest
    @CsvSource({
        "gpt-4o, 128000, 16384",
        "gpt-4o-2024-08-06, 128000, 16384",
        "gpt-4o-2024-05-13, 128000, 4096",
        "gpt-4o-mini-2024-07-18, 128000, 16384",
        "GPT-4o, 128000, 16384",
        "openai/gpt-4o, 128000, 16384",
        "openai:gpt-4o, 128000, 16384",
        "ft:gpt-4o-mini-2024-07-18:acme::abc, 128000, 16384",
        "gpt-4, 8192, 8192",
        "gpt-4-0613, 8192, 8192",
        "gpt-4-turbo-2024-04-09, 128000, 4096",
        "gpt-4.1-nano, 1047576, 32768",
        "gpt-5-mini, 400000, 128000",
        "o3-mini, 200000, 100000",
        "claude-sonnet-4-5-20250929, 200000, 64000",
        "claude-sonnet-4-5@20250929, 200000, 64000",
        "claude-3-5-sonnet-20241022, 200000, 8192",
        "anthropic/claude-3.5-sonnet, 200000, 8192",
        "us.anthropic.claude-sonnet-4-5-20250929-v1:0, 200000, 64000",
        "claude-3-haiku-20240307, 200000, 4096",
        "claude-opus-4-1-20250805, 200000, 32000",
        "gemini-2.0-flash, 1048576, 8192",
        "models/gemini-2.5-pro, 1048576, 65536",
        "mistral-large-latest, 131072, 0",
        "mistralai/Mistral-7B-Instruct-v0.3, 32768, 0",
        "deepseek-chat, 131072, 8192",
        "deepseek/deepseek-r1:free, 131072, 0",
        "llama3.1:8b, 131072, 0",
        "llama3, 8192, 0",
        "meta-llama/Llama-3.3-70B-Instruct, 131072, 0",
        "meta.llama3-1-70b-instruct-v1:0, 131072, 0",
        "qwen2.5:7b, 32768, 0",
        "Qwen/Qwen3-32B, 32768, 0",
        "gemma3:1b, 32768, 0",
        "gemma3:12b, 131072, 0",
        "gpt-5.6, 1050000, 128000",
        "openai/gpt-5.6-terra, 1050000, 128000",
        "gpt-5.4-mini-2026-03-17, 400000, 128000",
        "gpt-6.1-sol, 1050000, 128000",
        "claude-opus-4-8, 1000000, 128000",
        "claude-sonnet-5, 1000000, 128000",
        "claude-opus-5-5-20260901, 1000000, 128000",
        "anthropic/claude-opus-5.5, 1000000, 128000",
        "eu.anthropic.claude-haiku-5-5-v1:0, 1000000, 128000",
        "claude-sonnet-4-6@20260217, 1000000, 64000",
        "models/gemini-4-argon, 1048576, 65536",
        "google/gemini-4-hydrogen, 1048576, 65536",
        "gemini-3.1-pro-preview, 1048576, 65536",
        "deepseek-v4-pro, 1000000, 384000",
        "deepseek/deepseek-v4-flash-0731, 1000000, 384000",
        "moonshotai/kimi-k3, 1048576, 1048576",
        "zai-org/GLM-5.3, 1000000, 128000",
        "qwen3.5:9b, 262144, 65536",
        "alibaba/qwen3.5-plus, 1000000, 64000",
        "MiniMax-M3, 1000000, 128000",
        "x-ai/grok-4.5, 500000, 0"
    })
    void knowsCommonModelsUnderTheNamesTheyGoBy(String name, int window, int maxOutput) {
        assertThat(registry.find(name)).contains(new ModelLimits(window, maxOutput));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "/",
                "...",
                "gpt",
                "gpt-40",
                "gpt-4.9",
                "my-deployment",
                "llama-3.9",
                "o1x",
                "unknown/thing:1",
                "grok-5",
                "kimi-k4",
                "claude-opus-6"
            })
    void doesNotGuess(String name) {
        assertThat(registry.find(name)).isEmpty();
    }

    @Test
    void everyGroupNamesItsSourceItsDayAndThePriceOfCachedInput() {
        List<String> groups = Resources.text(ModelRegistry.class, "models.properties")
                .lines()
                .filter(line -> line.startsWith("#"))
                .skip(4)
                .toList();

        assertThat(groups)
                .hasSizeGreaterThan(8)
                .allMatch(
                        line -> line.matches("# .*: .*\\.[a-z]+.*, 20[0-9]{2}-[0-9]{2}-[0-9]{2}; .*(cached|price).*"));
    }

    @Test
    void bundlesEachNameOnceInLowerCase() {
        List<String> names = Resources.lines(ModelRegistry.class, "models.properties").stream()
                .map(line -> line.substring(0, line.indexOf(" = ")))
                .toList();

        assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.equals(ModelNames.key(name)));
    }

    @Test
    void answersAnEndlessNameWithNothing() {
        assertThat(registry.find("gpt-4o-" + "x-".repeat(1_000_000))).isEmpty();
        assertThat(registry.find("a.".repeat(128))).isEmpty();
    }

    @Test
    void takesSingleModelsInCode() {
        ModelRegistry more = registry.with("Acme-Chat", new ModelLimits(32_000, 4_000));

        assertThat(more.find("acme-chat-v2")).contains(new ModelLimits(32_000, 4_000));
        assertThat(registry.find("acme-chat")).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.with(" ", new ModelLimits(4_000, 0)))
                .withMessage("modelName must be 1 to 256 characters and not blank, but is blank");
    }

    @Test
    void comparesByContent() {
        ModelRegistry one = registry.with("a", new ModelLimits(4_000, 0));

        assertThat(one).isEqualTo(registry.with("A", new ModelLimits(4_000, 0))).isNotEqualTo(registry);
        assertThat(one).hasSameHashCodeAs(registry.with("a", new ModelLimits(4_000, 0)));
        assertThat(registry.toString()).matches("ModelRegistry\\{names=[0-9]{2,}}");
    }

    @Test
    void rejectsImpossibleLimits() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ModelLimits(100, 0))
                .withMessage("contextWindow must be 256 to 1000000000, but was 100");
        assertThatIllegalArgumentException().isThrownBy(() -> new ModelLimits(1_000, 1_001));
    }
}
