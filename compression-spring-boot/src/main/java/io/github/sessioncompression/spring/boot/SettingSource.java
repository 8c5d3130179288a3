package io.github.sessioncompression.spring.boot;

import java.util.List;

/**
 * Lists the settings of a module, so that they are known ones.
 *
 * <p>Implementations have a constructor without arguments and are named in {@code META-INF/spring.factories}.
 */
@FunctionalInterface
public interface SettingSource {
    /** The module's settings, in the order in which documentation lists them. */
    List<Setting<?>> settings();
}
