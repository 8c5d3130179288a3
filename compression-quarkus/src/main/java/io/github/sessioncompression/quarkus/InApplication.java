package io.github.sessioncompression.quarkus;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs background tasks with the application's class loader, by which Quarkus finds its configuration and clients, and lets go of it then: the
 * threads outlive a live reload, and the next application may use them.
 *
 * @param loader that of the application
 */
record InApplication(@Nullable ClassLoader loader) implements UnaryOperator<Runnable> {
    static InApplication now() {
        return new InApplication(Thread.currentThread().getContextClassLoader());
    }

    @Override
    public Runnable apply(Runnable task) {
        return () -> {
            Thread thread = Thread.currentThread();
            thread.setContextClassLoader(loader);
            try {
                task.run();
            } finally {
                thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
            }
        };
    }
}
