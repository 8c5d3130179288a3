package io.github.sessioncompression.samples.langchain4j;

import dev.langchain4j.service.TokenStream;
import io.github.sessioncompression.Conversation;
import java.util.concurrent.CompletableFuture;

/** One question on its way to its answer. */
final class Turn {
    private final Conversation conversation;
    private final Gate gate;
    private final CompletableFuture<Ending> ending = new CompletableFuture<>();
    /** Written while the gate lets a piece pass, and read when it is closed. */
    private final StringBuilder answer = new StringBuilder();

    private Turn(Conversation conversation, Gate gate) {
        this.conversation = conversation;
        this.gate = gate;
    }

    /** How a turn ends. */
    sealed interface Ending {
        /** With an answer. */
        record Answered() implements Ending {}

        /** Before it. */
        record Interrupted() implements Ending {}

        /**
         * Without one.
         *
         * @param cause why
         */
        record Failed(Throwable cause) implements Ending {}
    }

    /** Is told what happens, on the model's thread. */
    interface Listener {
        /** A piece of the answer. */
        void text(String piece);

        /** A tool is about to run. */
        void toolCalled(String name, String arguments);

        /** A tool has run. */
        void toolAnswered(String name, String result);
    }

    /** Starts one. */
    static Turn start(TokenStream stream, Conversation conversation, Gate gate, Listener listener) {
        Turn turn = new Turn(conversation, gate);
        stream.onPartialResponseWithContext((piece, context) -> {
                    turn.answer.append(piece.text());
                    listener.text(piece.text());
                })
                .beforeToolExecution(call -> listener.toolCalled(
                        call.request().name(), call.request().arguments()))
                .onToolExecuted(call -> listener.toolAnswered(call.request().name(), call.result()))
                .onCompleteResponse(response -> turn.ending.complete(new Ending.Answered()))
                .onError(error -> turn.ending.complete(new Ending.Failed(error)));
        try {
            stream.start();
        } catch (RuntimeException e) {
            turn.ending.complete(new Ending.Failed(e));
        }
        return turn;
    }

    /** Completes when the turn has ended. */
    CompletableFuture<Ending> ending() {
        return ending;
    }

    /** Ends it now. */
    void interrupt() {
        gate.close();
        ending.complete(new Ending.Interrupted());
    }

    /** Waits for its end; what the user has seen of an unfinished answer is remembered, so that the chat goes on validly. */
    Ending await() {
        Ending end = ending.join();
        if (!(end instanceof Ending.Answered)) {
            gate.close();
            conversation.framework().interrupted(answer.toString());
        }
        return end;
    }
}
