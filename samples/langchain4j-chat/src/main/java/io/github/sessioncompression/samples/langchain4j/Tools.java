package io.github.sessioncompression.samples.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Collectors;

/** Tools that do no harm: they read the clock. */
record Tools(Clock clock) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu, HH:mm", Locale.ENGLISH);

    /** The time in a time zone. */
    @Tool("The current date and time in a time zone.")
    String currentTime(@P("IANA name, such as Europe/Berlin") String zone) {
        try {
            return TIME.format(clock.instant().atZone(ZoneId.of(zone.strip())));
        } catch (DateTimeException e) {
            return "There is no time zone of that name.";
        }
    }

    /** All time zones of a region: a long answer, such as gets pruned when it is old. */
    @Tool("All time zones of a region and their current offset from UTC.")
    String timeZones(@P("The beginning of the IANA names, such as Europe") String region) {
        String zones = ZoneId.getAvailableZoneIds().stream()
                .filter(zone -> zone.startsWith(region.strip()))
                .sorted()
                .map(zone ->
                        zone + " " + clock.instant().atZone(ZoneId.of(zone)).getOffset())
                .collect(Collectors.joining("\n"));
        return zones.isEmpty() ? "There are none." : zones;
    }
}
