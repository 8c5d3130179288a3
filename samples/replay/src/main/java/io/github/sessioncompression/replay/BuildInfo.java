package io.github.sessioncompression.replay;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Versions of this program and of what it was built with. */
final class BuildInfo implements IVersionProvider {
    private static final String RESOURCE = "build.properties";

    private final Properties properties = new Properties();

    BuildInfo() {
        try (InputStream in = BuildInfo.class.getResourceAsStream(RESOURCE)) {
            properties.load(Objects.requireNonNull(in, RESOURCE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String[] getVersion() {
        return new String[] {"replay " + version()};
    }

    /** This program's version. */
    String version() {
        return properties.getProperty("version");
    }

    /** The version of Chart.js on the class path. */
    String chartJsVersion() {
        return properties.getProperty("chart.js");
    }
}
