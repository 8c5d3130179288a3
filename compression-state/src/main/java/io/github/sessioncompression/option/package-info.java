/**
 * Which value has an option, and is it within its range?
 *
 * <p>Classes in reading order:
 * <ul>
 *   <li>{@link OptionSet}: options with defaults, each of which a copy changes; all option classes of the library
 *       extend it.
 *   <li>{@link ValueType}: the range of an option's values and their form as text. {@link OptionTexts}: options by
 *       name, as properties have them. {@link Knob}: one of them as documentation and metadata list it.
 *   <li>{@link Bounds}: checks of arguments, with name, range and value in the error.
 *   <li>{@link Resources}: files that come with the library. {@link SteadyTime}: time that no change of the clock
 *       affects.
 * </ul>
 *
 * <p>Never: knows an option by name, reads the environment or a system property.
 */
@NullMarked
package io.github.sessioncompression.option;

import org.jspecify.annotations.NullMarked;
