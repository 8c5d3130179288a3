package io.github.sessioncompression.message;

import java.util.ArrayList;
import java.util.List;

/** A whole chat as a view shows it; for tests. */
public final class Repaired {
    private Repaired() {}

    /** Contents and ids that every provider accepts, in an order that it accepts; the given list is left alone. */
    public static List<Message> chat(List<Message> messages) {
        Repair repair = new Repair(false);
        CallIds ids = new CallIds();
        List<Message> repaired = new ArrayList<>(messages.size());
        for (Message message : messages) {
            repaired.addAll(repair.accept(ids.accept(Contents.accepted(message))));
        }
        return repaired;
    }
}
