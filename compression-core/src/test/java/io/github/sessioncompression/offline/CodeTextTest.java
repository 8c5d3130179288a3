package io.github.sessioncompression.offline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodeTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "   9\u2192def fee\n  10\u2192end\n  11\u2192",
                "1\tone\n2\ttwo\n3\tthree",
                "7| a\n8| b\n9| c\n10| d",
                "int a = 1;\nint b = 2;\n\nreturn a;\nlast",
                "<div class=\"a\">\n<span style=\"b\">(x)</span>\n</div>\n{a[1]}",
                "}\n}\n}"
            })
    void codeSaysNothing(String text) {
        assertThat(CodeText.said(text)).isBlank();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "The fee is 12 EUR (see above).\nIt was 10 EUR.",
                "1. Mix flour.\n2. Bake it.\n3. Eat it.",
                "2025-03-10T08:12 WARN [pool] timeouts=5 (HikariPool-1)\n2025-03-10T08:13 WARN [pool] timeouts=6\n2025-03-10T08:14 INFO ok",
                "- [x] Fee (rounded)\n- [ ] Tax (open)\n- [ ] Rest [later]\n- [ ] End",
                "1\tone\n3\tthree\n5\tfive",
                "12|a\n13|b"
            })
    void whatIsSaidStays(String text) {
        assertThat(CodeText.said(text)).isSameAs(text);
    }

    @Test
    void aListingGoesFromAmongWhatIsSaid() {
        assertThat(CodeText.said(
                        "The file has been changed. Here it is:\n   1\u2192a\n   2\u2192b\n   3\u2192c\nAll is well."))
                .isEqualTo("The file has been changed. Here it is:\nAll is well.");
    }

    @Test
    void takesLinearTime() {
        assertThat(CodeText.said("1\u2192a\n".repeat(300_000))).hasSizeGreaterThan(1_000_000);
        assertThat(CodeText.said("9".repeat(1_000_000))).hasSize(1_000_000);
        assertThat(CodeText.said("{".repeat(1_000_000))).hasSize(1_000_000);
    }
}
