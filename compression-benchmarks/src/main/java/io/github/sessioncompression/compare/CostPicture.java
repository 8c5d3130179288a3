package io.github.sessioncompression.compare;

import io.github.sessioncompression.compare.CostReplay.Point;
import io.github.sessioncompression.compare.CostReplay.Result;
import io.github.sessioncompression.compare.CostReplay.Step;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** One chat as SVG, readable on light and dark pages: the size of each request, and who made room when. */
final class CostPicture {
    private static final int WIDTH = 860;
    private static final int HEIGHT = 320;
    private static final int LEFT = 60;
    private static final int BOTTOM = 40;
    private static final int TOP = 50;
    private static final int RIGHT = 20;

    private final int requests;
    private final int tokens;

    private CostPicture(int requests, int tokens) {
        this.requests = Math.max(1, requests);
        this.tokens = Math.max(1, tokens);
    }

    static String of(Result thresholds, Result planner, int window) {
        return new CostPicture(planner.points().size(), window).draw(thresholds, planner);
    }

    private String draw(Result thresholds, Result planner) {
        StringBuilder svg = new StringBuilder();
        svg.append(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\">%n"
                        .formatted(WIDTH, HEIGHT));
        svg.append(
                """
                <style>
                  .back { fill: #ffffff } .text { fill: #24292f } .axis { stroke: #8c959f } .old { stroke: #afb8c1 } .new { stroke: #0969da }
                  .extract { fill: #0969da } .model { fill: #bc4c00 }
                  @media (prefers-color-scheme: dark) {
                    .back { fill: #0d1117 } .text { fill: #e6edf3 } .axis { stroke: #6e7681 } .old { stroke: #484f58 } .new { stroke: #58a6ff }
                    .extract { fill: #58a6ff } .model { fill: #f0883e }
                  }
                </style>
                """);
        svg.append("<rect class=\"back\" width=\"%d\" height=\"%d\"/>%n".formatted(WIDTH, HEIGHT));
        svg.append("<path class=\"axis\" fill=\"none\" d=\"M%d %d V%d H%d\"/>%n"
                .formatted(LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT));
        svg.append(line(thresholds.points(), "old")).append(line(planner.points(), "new"));
        planner.steps().forEach(step -> svg.append(mark(step, sizeOf(planner, step.request()))));
        label(svg, LEFT, 20, "size of each request in tokens: thresholds grey, planner blue");
        label(
                svg,
                LEFT,
                38,
                "planner: filled circle = an extract, orange square = the model, asked " + planner.calls()
                        + " times (thresholds: " + thresholds.calls() + ")");
        label(svg, 5, TOP + 5, String.valueOf(tokens));
        label(svg, LEFT - 12, HEIGHT - BOTTOM + 18, "1");
        label(svg, WIDTH - RIGHT - 90, HEIGHT - BOTTOM + 18, "request " + requests);
        return svg.append("</svg>\n").toString().replace("\r\n", "\n");
    }

    private static void label(StringBuilder svg, int x, int y, String text) {
        svg.append("<text class=\"text\" x=\"%d\" y=\"%d\">%s</text>%n".formatted(x, y, text));
    }

    private String line(List<Point> points, String style) {
        String path = points.stream()
                .map(point -> x(point.request()) + "," + y(point.tokens()))
                .collect(Collectors.joining(" "));
        return "<polyline class=\"%s\" fill=\"none\" stroke-width=\"1.5\" points=\"%s\"/>%n".formatted(style, path);
    }

    private static int sizeOf(Result result, int request) {
        return result.points().stream()
                .filter(point -> point.request() == request)
                .mapToInt(Point::tokens)
                .findFirst()
                .orElse(0);
    }

    private String mark(Step step, int size) {
        double x = Double.parseDouble(x(step.request()));
        double y = Double.parseDouble(y(size));
        return step.byModel()
                ? String.format(
                        Locale.ROOT,
                        "<rect class=\"model\" x=\"%.1f\" y=\"%.1f\" width=\"10\" height=\"10\"/>%n",
                        x - 5,
                        y - 5)
                : String.format(Locale.ROOT, "<circle class=\"extract\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>%n", x, y);
    }

    private String x(int request) {
        return String.format(Locale.ROOT, "%.1f", LEFT + (double) (WIDTH - LEFT - RIGHT) * request / requests);
    }

    private String y(int size) {
        double share = Math.min(1, (double) size / tokens);
        return String.format(Locale.ROOT, "%.1f", HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * share);
    }
}
