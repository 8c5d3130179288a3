package io.github.sessioncompression.log;

import io.github.sessioncompression.text.LogText;

/**
 * Logs what threw beside a compression: by a WARN, unless that was logged a few minutes ago, then at DEBUG. Each line has what failed, the type of
 * the exception, and what follows from it; messages of exceptions are left out, for they may quote the chat. <b>Threads:</b> safe for use by many.
 *
 * @param id the conversation's
 * @param told decides which lines are WARNs
 */
public record FaultLog(String id, WarningThrottle told) {
    private void threw(String what, Throwable e, String consequence) {
        String type = e.getClass().getName();
        ConversationLog.at(told.isNew(what, type)).log(
                "Conversation {}: {} ({}); {}.", LogText.name(id), what, type, consequence);
    }

    /** The store did not take a lease back. */
    public void leaseKept(RuntimeException e) {
        threw("the store did not take the lease back", e, "it will run out by itself");
    }

    /** The store failed in a step that can be done without. */
    public void storeFailed(Throwable e) {
        threw("the store failed", e, "what is sent is what is known here");
    }

    /** The store did not take an extract. */
    public void bridgeNotStored(RuntimeException e) {
        threw(
                "the store did not take an extract",
                e,
                "this process alone shows it, others make their own; check that the store accepts writes");
    }

    /** The search for what a question brings back failed. */
    public void expansionFailed(Throwable e) {
        threw("the expansion trigger failed", e, "nothing comes back for this message");
    }

    /** A row of the index of sessions could not be read. */
    public void sessionUnreadable(RuntimeException e) {
        threw(
                "the index of its sessions has a row that cannot be read",
                e,
                "that session is not listed until the row is restored from a backup; the others are");
    }

    /** The segments of a chat could not be read for its outline. */
    public void outlineFailed(Throwable e) {
        threw("its segments could not be read", e, "the state tells of them as before");
    }
}
