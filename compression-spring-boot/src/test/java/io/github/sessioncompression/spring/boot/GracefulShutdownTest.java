package io.github.sessioncompression.spring.boot;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** The end of an application while a compression runs. */
class GracefulShutdownTest extends StoreChoiceFixture {
    private final WaitingModel model = new WaitingModel();

    private ApplicationContextRunner over(DataSource pool) {
        return runner.withBean("dataSource", DataSource.class, () -> pool).withBean(StructuredModel.class, () -> model);
    }

    private void closeWhileCompressing(ApplicationContextRunner application) {
        application.run(context -> {
            Conversation chat = context.getBean(SessionCompressor.class).conversation("a");
            for (int i = 0; i < 20; i++) {
                chat.append(
                        Message.user("Question " + i + ": " + "what about the order? ".repeat(20)),
                        Message.assistant("Answer " + i + ": " + "it is on its way. ".repeat(20)));
            }
            assertThat(model.asked.await(10, SECONDS)).isTrue();
            assertThat(isFree()).isFalse();
        });
    }

    /** True if another process could compress the chat now. */
    private boolean isFree() {
        return JdbcSessionStore.builder(database)
                .build()
                .tryLease("a", "another process", Duration.ofSeconds(1))
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void givesLeaseBackBeforePoolEnds(boolean stopsEarly) {
        try (Warnings warnings = new Warnings()) {
            closeWhileCompressing(over(stopsEarly ? new StoppedPool() : new ClosedPool()));

            assertThat(isFree()).isTrue();
            assertThat(warnings.lines()).isEmpty();
        }
    }

    @Test
    void leavesCompressorAloneUntilOwnContextEnds() {
        over(database).run(context -> {
            SessionCompressor compressor = context.getBean(SessionCompressor.class);
            new ApplicationContextRunner().withParent(context).run(child -> assertThat(child.getParent())
                    .isNotNull());
            compressor
                    .conversation("a")
                    .append(
                            Message.user("Which bulbs? " + "For the shade. ".repeat(1_500)),
                            Message.assistant("Snowdrops. " + "For the shade. ".repeat(1_500)),
                            Message.user("And for the sun?"),
                            Message.assistant("Tulips."));
            assertThat(model.asked.await(10, SECONDS)).isTrue();
        });
    }

    /** A pool that hands out no connection once it is closed, nor to an interrupted thread. */
    private class ClosedPool extends DelegatingDataSource implements AutoCloseable {
        private volatile boolean closed;

        ClosedPool() {
            super(database);
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (closed || Thread.currentThread().isInterrupted()) {
                throw new SQLException("no connection", "08003");
            }
            return super.getConnection();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** A pool that ends before any bean is destroyed, as Spring Data's connection factories do. */
    private final class StoppedPool extends ClosedPool implements SmartLifecycle {
        private volatile boolean running;

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            running = false;
            close();
        }

        @Override
        public boolean isRunning() {
            return running;
        }
    }

    private static final class WaitingModel implements StructuredModel {
        private final CountDownLatch asked = new CountDownLatch(1);

        @Override
        public ModelAnswer answer(ModelRequest request) {
            asked.countDown();
            try {
                new CountDownLatch(1).await();
                throw new AssertionError("nobody counts that latch down");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }
    }
}
