package io.github.sessioncompression.replay;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the files of a replay go, all of them or none.
 *
 * <p>They are written beside each other under another name first and moved into place when all are complete. Files that
 * were there before stay, unless they have the same names.
 */
final class OutputDirectory {
    private static final Logger log = LoggerFactory.getLogger(OutputDirectory.class);

    private final String name;
    private final Path path;

    private OutputDirectory(String name, Path path) {
        this.name = name;
        this.path = path;
    }

    /**
     * The directory of that name, which need not exist yet; nothing is made before {@link #write}.
     *
     * @throws InputException if it can be told already that nothing can be written there
     */
    static OutputDirectory of(String name) throws InputException {
        if (name.isBlank()) {
            throw new InputException("--out must name a directory, but was blank");
        }
        OutputDirectory directory;
        try {
            directory = new OutputDirectory(name, Path.of(name).toAbsolutePath().normalize());
        } catch (InvalidPathException e) {
            throw new InputException("--out " + name + ": this is no directory name");
        }
        Path existing = directory.nearestExisting();
        if (!Files.isDirectory(existing)) {
            throw directory.refused((existing.equals(directory.path) ? "it" : existing) + " is not a directory");
        }
        if (!Files.isWritable(existing)) {
            throw directory.refused("permission denied");
        }
        return directory;
    }

    private Path nearestExisting() {
        Path existing = path;
        while (!Files.exists(existing)) {
            Path parent = existing.getParent();
            if (parent == null) {
                break;
            }
            existing = parent;
        }
        return existing;
    }

    /**
     * Writes the files.
     *
     * @param files texts by file name
     * @throws InputException if that isn't possible; nothing was changed then, unless it failed between two moves
     */
    void write(Map<String, String> files) throws InputException {
        Deque<Path> made = new ArrayDeque<>();
        try {
            makeDirectory(path, made);
            Path staging = Files.createDirectory(path.resolve(".replay-" + UUID.randomUUID()));
            made.push(staging);
            for (Map.Entry<String, String> file : files.entrySet()) {
                if (Files.isDirectory(path.resolve(file.getKey()))) {
                    throw new FileSystemException(file.getKey(), null, file.getKey() + " is a directory");
                }
                Path staged = staging.resolve(file.getKey());
                made.push(staged);
                Files.write(staged, file.getValue().getBytes(StandardCharsets.UTF_8));
            }
            for (String file : files.keySet()) {
                Files.move(staging.resolve(file), path.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            }
            made.clear();
            Files.delete(staging);
        } catch (IOException e) {
            throw refused(reason(e));
        } finally {
            made.forEach(OutputDirectory::discard);
        }
    }

    private static void makeDirectory(Path directory, Deque<Path> made) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path parent = directory.getParent();
        if (parent != null) {
            makeDirectory(parent, made);
        }
        Files.createDirectory(directory);
        made.push(directory);
    }

    private static void discard(Path made) {
        try {
            Files.deleteIfExists(made);
        } catch (IOException e) {
            // The fault that led here is what the user has to know; this one says no more.
            log.debug("Can't remove {}", made, e);
        }
    }

    private InputException refused(String why) {
        return new InputException("--out " + name + ": can't write there: " + why);
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileSystemException file) {
            // Without a reason the message is just the path.
            return file.getReason() != null ? file.getReason() : e.getClass().getSimpleName() + ": " + file.getFile();
        }
        return String.valueOf(e.getMessage());
    }
}
