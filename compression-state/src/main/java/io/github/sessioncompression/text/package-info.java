/**
 * Which language is this, where do its sentences end, which words carry it?
 *
 * <p>Classes in reading order:
 * <ul>
 *   <li>{@link Languages}: detects the language of a text and gives its terms; the only class that uses Lucene. {@link
 *       Scripts}: the language that a script settles. {@link LanguageProfile}: the words and cue phrases of one language, read from a resource file. {@link CuePhrases} with
 *       {@link Cue}: what a phrase announces. {@link WordKind}: the role of a word.
 *   <li>{@link SentenceSplitter}: a text as {@link Sentence sentences} of {@link Word words}.
 *   <li>{@link Visible}: a text as a reader sees it, without characters that hide something. {@link Tags}: tags that a
 *       text pretends to have.
 *   <li>{@link Letters}: loops over characters. {@link LogText}: a foreign name in one line of a log.
 * </ul>
 *
 * <p>A new language needs a line in {@link Languages} and, for its statements, a file with the keys of {@code en.txt};
 * no other code.
 *
 * <p>Everything is a pure function of the text: no model, no state between calls, linear time for any input. The
 * package never decides what a text is used for.
 */
@NullMarked
package io.github.sessioncompression.text;

import org.jspecify.annotations.NullMarked;
