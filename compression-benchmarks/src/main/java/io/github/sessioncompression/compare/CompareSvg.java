package io.github.sessioncompression.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Bills of a comparison as bars, the mean over the transcripts, in those of the first memory. */
final class CompareSvg {
    private static final int WIDTH = 760;
    private static final int NAME = 290;
    private static final int BAR = 22;
    private static final int TOP = 40;
    private static final String OURS = "Session Compression";

    /** Colours of a picture. */
    enum Theme {
        /** For a white page. */
        LIGHT("#ffffff", "#1f2328", "#8c959f", "#0969da"),
        /** For a dark page. */
        DARK("#0d1117", "#e6edf3", "#6e7681", "#58a6ff");

        private final String ground;
        private final String text;
        private final String bar;
        private final String ours;

        Theme(String ground, String text, String bar, String ours) {
            this.ground = ground;
            this.text = text;
            this.bar = bar;
            this.ours = ours;
        }

        String file() {
            return "compare-" + name().toLowerCase(Locale.ROOT) + ".svg";
        }
    }

    private CompareSvg() {}

    static List<String> of(List<String> csv, Theme theme) {
        Map<String, Double> bills = bills(csv);
        double most =
                bills.values().stream().mapToDouble(Double::doubleValue).max().orElse(1);
        int height = TOP + BAR * bills.size() + 10;
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">",
                WIDTH,
                height));
        lines.add("<rect width=\"100%\" height=\"100%\" fill=\"" + theme.ground + "\"/>");
        lines.add(text(
                10, 22, theme.text, "Input bill with OpenAI-like caching, summaries included, mean over the chats"));
        int y = TOP;
        for (Map.Entry<String, Double> bill : bills.entrySet()) {
            int width = (int) ((WIDTH - NAME - 60) * bill.getValue() / most);
            lines.add(text(10, y + 14, theme.text, bill.getKey()));
            lines.add(String.format(
                    Locale.ROOT,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>",
                    NAME,
                    y + 2,
                    width,
                    BAR - 6,
                    bill.getKey().startsWith(OURS) ? theme.ours : theme.bar));
            lines.add(text(NAME + width + 6, y + 14, theme.text, String.format(Locale.ROOT, "%.2f", bill.getValue())));
            y += BAR;
        }
        lines.add("</svg>");
        return lines;
    }

    private static Map<String, Double> bills(List<String> csv) {
        Map<String, Double> sums = new LinkedHashMap<>();
        Map<String, String> first = Map.of();
        int transcripts = 0;
        for (Map<String, String> row : CompareTable.rows(csv)) {
            if (!CompareTable.value(row, "transcript").equals(CompareTable.value(first, "transcript"))) {
                first = row;
                transcripts++;
            }
            double share =
                    CompareTable.number(row, "bill_openai_like") / CompareTable.number(first, "bill_openai_like");
            sums.merge(CompareTable.value(row, "memory"), share, Double::sum);
        }
        int count = Math.max(1, transcripts);
        sums.replaceAll((memory, sum) -> sum / count);
        return sums;
    }

    private static String text(int x, int y, String colour, String text) {
        return "<text x=\"" + x + "\" y=\"" + y + "\" fill=\"" + colour + "\">"
                + text.replace("&", "&amp;").replace("<", "&lt;") + "</text>";
    }
}
