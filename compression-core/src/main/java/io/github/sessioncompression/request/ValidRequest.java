package io.github.sessioncompression.request;

import io.github.sessioncompression.message.CallIds;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.LateResults;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.prune.MessageForm;
import io.github.sessioncompression.request.RequestMatch.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;

/**
 * Gives a request a form and an order that every provider accepts.
 *
 * <p><b>Algorithm</b>, for each message in order.
 * <ol>
 *   <li>A result that came late is put behind its call ({@link LateResults}).
 *   <li>The request's own messages get the {@link MessageForm} that a view would show them in; those of the context have it.
 *   <li>Tools and calls get names and ids that providers accept, a repeated id another one, with its result.
 *   <li>{@link Repair} puts in what keeps roles alternating, and drops results without a call.
 *   <li>At the end, a call without a result gets one: nobody waits for it any more.
 * </ol>
 *
 * <p><b>Does nothing</b> to messages that are valid already: they pass as the same instances. <b>Threads:</b> not safe.
 *
 * @param names makes the names of tools
 * @param tokens counts a message
 * @param cut takes each message that loses its middle, and what is left of it
 */
public record ValidRequest(ToolNames names, ToIntFunction<Message> tokens, BiConsumer<Piece, Piece> cut) {
    /**
     * The request in valid form and order.
     *
     * @param form the form of messages under the window in force
     */
    public List<Piece> of(List<Piece> pieces, MessageForm form) {
        Repair repair = new Repair(false);
        CallIds ids = new CallIds();
        List<Piece> valid = new ArrayList<>(pieces.size());
        for (Piece piece : LateResults.behindCalls(pieces, Piece::message)) {
            Piece formed = piece.own() ? formed(piece, form) : piece;
            add(valid, repair, named(formed, ids.accept(names.accept(formed.message()))));
        }
        if (repair.hasOpenCalls()) {
            repair.accept(Message.user("")).stream()
                    .filter(message -> message.role() == Role.TOOL)
                    .forEach(message -> valid.add(Piece.own(message, tokens)));
        }
        return valid;
    }

    /** A piece with other names or ids, counted again; the same instance if none has changed. */
    @SuppressWarnings("ReferenceEquality") // What is accepted passes as the same instance.
    private Piece named(Piece piece, Message accepted) {
        return accepted == piece.message()
                ? piece
                : new Piece(accepted, tokens.applyAsInt(accepted), piece.own(), piece.state());
    }

    @SuppressWarnings("ReferenceEquality") // As above.
    private void add(List<Piece> valid, Repair repair, Piece piece) {
        for (Message message : repair.accept(piece.message())) {
            valid.add(message == piece.message() ? piece : Piece.own(message, tokens));
        }
    }

    /** An own message as a view would show it. */
    private Piece formed(Piece piece, MessageForm form) {
        Entry whole = new Entry(MessageForm.NO_PLACE, piece.message(), piece.tokens());
        Entry entry = form.of(whole);
        Piece formed = new Piece(entry.message(), entry.tokens(), piece.own(), piece.state());
        if (form.isCut(whole)) {
            cut.accept(piece, formed);
        }
        return formed;
    }
}
