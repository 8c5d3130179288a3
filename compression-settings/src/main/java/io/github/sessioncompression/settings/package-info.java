/**
 * Answers: what has an application set, and which of its beans are meant?
 *
 * <p>In reading order:
 * <ol>
 *   <li>{@link io.github.sessioncompression.settings.SharedSettings} is the table of the properties beside those of the policy, each a
 *       {@link io.github.sessioncompression.settings.Setting}.
 *   <li>{@link io.github.sessioncompression.settings.SettingsReader} reads all properties from a
 *       {@link io.github.sessioncompression.settings.SettingsSource}, which a framework fills; {@code PropertyName} and
 *       {@link io.github.sessioncompression.settings.KnownNames} accept each spelling and find unknown keys. The result is
 *       {@link io.github.sessioncompression.settings.Settings}, or an
 *       {@link io.github.sessioncompression.settings.InvalidSettingsException} with all faults.
 *   <li>{@link io.github.sessioncompression.settings.CompressionModelChoice} and
 *       {@link io.github.sessioncompression.settings.StoreChoice} find the model and the store among the
 *       {@link io.github.sessioncompression.settings.Beans} of the application.
 *   <li>{@link io.github.sessioncompression.settings.PinnedMessages} is the one type here that applications implement.
 * </ol>
 *
 * <p>Spring Boot and Quarkus share this package, so they read alike and refuse alike. It runs at start-up, in one thread, and uses
 * no framework.
 */
@NullMarked
package io.github.sessioncompression.settings;

import org.jspecify.annotations.NullMarked;
