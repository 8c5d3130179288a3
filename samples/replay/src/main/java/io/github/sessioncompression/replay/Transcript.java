package io.github.sessioncompression.replay;

import io.github.sessioncompression.message.Message;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A chat to replay: its name for people, and at least one message. */
record Transcript(String name, List<Message> messages) {
    private static final String BUNDLED = "support-and-coding.json";

    Transcript {
        messages = List.copyOf(messages);
    }

    /**
     * Reads a transcript.
     *
     * @param source a file's name, {@code -} for {@code in}, {@code null} for the bundled chat
     * @throws InputException if there is nothing that can be replayed; the message says where and why
     */
    static Transcript read(@Nullable String source, InputStream in) throws InputException {
        Path file = source == null || source.equals("-") ? null : file(source);
        String name = file != null
                ? String.valueOf(file.getFileName())
                : source == null ? BUNDLED + " (bundled)" : "standard input";
        InputStream given = source == null ? Transcript.class.getResourceAsStream(BUNDLED) : in;
        try (InputStream bytes = file == null ? Objects.requireNonNull(given, BUNDLED) : Files.newInputStream(file)) {
            // A decoder of its own reports bytes that are not UTF-8 instead of replacing them.
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.readAllBytes()))
                    .toString();
            return new Transcript(name, OpenAiChat.read(text.startsWith("\uFEFF") ? text.substring(1) : text));
        } catch (InputException e) {
            throw new InputException(name + ": " + e.getMessage());
        } catch (CharacterCodingException e) {
            throw new InputException(name + ": this is not UTF-8 text");
        } catch (NoSuchFileException e) {
            throw new InputException(name + ": there is no such file");
        } catch (AccessDeniedException e) {
            throw new InputException(name + ": it may not be read (permission denied)");
        } catch (IOException e) {
            throw new InputException(name + ": it can't be read (" + e.getMessage() + ")");
        }
    }

    private static Path file(String source) throws InputException {
        if (source.isBlank()) {
            throw new InputException("--transcript must name a file, or be - for standard input, but was blank");
        }
        Path file;
        try {
            file = Path.of(source);
        } catch (InvalidPathException e) {
            throw new InputException("--transcript " + source + ": this is no file name");
        }
        if (Files.notExists(file)) {
            throw new InputException("--transcript " + source + ": there is no such file");
        }
        if (Files.isDirectory(file)) {
            throw new InputException("--transcript " + source + ": this is a directory, a file is needed");
        }
        return file;
    }
}
