/**
 * What does a text say that must not be lost?
 *
 * <p>Two kinds: statements (rules, decisions, preferences, promises, corrections, questions), which are recognised by
 * the cue phrases of ten languages, and atoms, which are values: numbers, days, times, ids, addresses, paths, versions,
 * names in quotation marks and code.
 *
 * <p>Classes in reading order:
 * <ul>
 *   <li>{@link StatementReader}: a message as sentences, each with what it states and whose words it is. {@link
 *       QuotedText} and {@link PosedTurn} find what the author of a message did not say himself.
 *   <li>{@link AtomScanner}: the values of a text. It asks {@link Runs} about a run of characters between spaces, and
 *       {@link NumberReading} with {@link DayReading} about what begins with a digit or a month.
 *   <li>{@link Atom} and {@link AtomKeys}: one value, in a form that does not depend on its spelling. {@link AtomIndex}
 *       looks values up in texts.
 *   <li>{@link Anchor} and {@link AnchorType}: a sentence that must not be lost, and the weight of what it holds.
 * </ul>
 *
 * <p>Input: {@link io.github.sessioncompression.message.Entry entries} and texts with their {@link
 * io.github.sessioncompression.text.LanguageProfile language}. Output: places in these texts. All methods are linear in
 * the text, for hostile input too.
 *
 * <p>The package never judges what a sentence means beyond its cue phrases, never changes a text, and never decides
 * what a state shows.
 */
@NullMarked
package io.github.sessioncompression.anchor;

import org.jspecify.annotations.NullMarked;
