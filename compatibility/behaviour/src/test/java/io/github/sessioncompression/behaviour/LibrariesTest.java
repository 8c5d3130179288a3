package io.github.sessioncompression.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;
import dev.langchain4j.model.openai.OpenAiTokenCountEstimator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cjk.CJKAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.springframework.ai.tokenizer.JTokkitTokenCountEstimator;
import tools.jackson.databind.json.JsonMapper;

/** Libraries: tokenizers, analysers, JSON. */
class LibrariesTest {
    private static final EncodingRegistry ENCODINGS = Encodings.newLazyEncodingRegistry();

    @Row(48)
    void knowsOldModelsOnly() {
        assertThat(ENCODINGS.getEncodingForModel("gpt-4.1").map(Encoding::getName))
                .contains("cl100k_base");
        assertThat(ENCODINGS.getEncodingForModel("gpt-5")).isEmpty();
        assertThat(ENCODINGS.getEncodingForModel("o3-mini")).isEmpty();
    }

    @Row(49)
    void countsSpecialTokensDifferently() {
        String text = "<|endoftext|>";

        assertThatThrownBy(() -> new JTokkitTokenCountEstimator().estimate(text))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(new OpenAiTokenCountEstimator("gpt-4o").estimateTokenCountInText(text))
                .isEqualTo(7);
    }

    @Row(50)
    void countsLongRuns() {
        Encoding encoding = ENCODINGS.getEncoding(EncodingType.CL100K_BASE);

        assertThat(encoding.countTokensOrdinary("a".repeat(20_000))).isEqualTo(2_500);
        assertThat(encoding.countTokensOrdinary("=".repeat(20_000))).isBetween(312, 313);
    }

    private static List<String> terms(Analyzer analyzer, String text) {
        List<String> terms = new ArrayList<>();
        try (TokenStream tokens = analyzer.tokenStream("text", text)) {
            CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
            tokens.reset();
            while (tokens.incrementToken()) {
                terms.add(term.toString());
            }
            tokens.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return terms;
    }

    @Row(52)
    void readsSpellingsOfRomanianAsTwoWords() {
        assertThat(terms(new RomanianAnalyzer(), "mașini")).isNotEqualTo(terms(new RomanianAnalyzer(), "maşini"));
    }

    @Row(53)
    void makesBigramsOfRunsAndSingleCharacters() {
        assertThat(terms(new CJKAnalyzer(), "我的药在")).containsExactly("我的", "的药", "药在");
        assertThat(terms(new CJKAnalyzer(), "药")).containsExactly("药");
    }

    /** A record whose components are not in the order of the alphabet. */
    record Pair(int zulu, int alpha) {}

    /** A class likewise. */
    static final class Fields {
        public final int zulu = 1;
        public final int alpha = 2;
    }

    /** Alternatives. */
    sealed interface Shape {}

    /** One of them. */
    record Circle(int radius) implements Shape {}

    @Row(54)
    void sortsFieldsOfClassesInJackson3() throws JsonProcessingException {
        ObjectMapper two = new ObjectMapper();
        JsonMapper three = JsonMapper.builder().build();

        assertThat(two.writeValueAsString(new Pair(1, 2))).isEqualTo("{\"zulu\":1,\"alpha\":2}");
        assertThat(three.writeValueAsString(new Pair(1, 2))).isEqualTo("{\"zulu\":1,\"alpha\":2}");
        assertThat(two.writeValueAsString(new Fields())).isEqualTo("{\"zulu\":1,\"alpha\":2}");
        assertThat(three.writeValueAsString(new Fields())).isEqualTo("{\"alpha\":2,\"zulu\":1}");
    }

    @Row(55)
    void refusesNullForIntInJackson3() throws JsonProcessingException {
        String json = "{\"zulu\":null,\"alpha\":2}";

        assertThat(new ObjectMapper().readValue(json, Pair.class)).isEqualTo(new Pair(0, 2));
        assertThatThrownBy(() -> JsonMapper.builder().build().readValue(json, Pair.class))
                .isInstanceOf(tools.jackson.core.JacksonException.class);
    }
}
