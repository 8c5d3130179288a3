package io.github.sessioncompression.log;

import io.github.sessioncompression.text.LogText;

/**
 * Logs what threw beside a compression: by a WARN, unless the same was logged a few minutes ago.
 *
 * @param id the conversation's
 */
public record FaultLog(String id, WarningThrottle told) {
    private void threw(String what, Throwable e, String consequence) {
        String type = e.getClass().getName();
        ConversationLog.at(told.isNew(what, type)).log(
                "Conversation {}: {} ({}); {}.", LogText.name(id), what, type, consequence);
    }

    public void leaseKept(RuntimeException e) {
        threw("the store did not take the lease back", e, "it will run out by itself");
    }

    public void storeFailed(Throwable e) {
        threw("the store failed", e, "what is sent is what is known here");
    }

    public void bridgeNotStored(RuntimeException e) {
        threw(
                "the store did not take an extract",
                e,
                "this process alone shows it, others make their own; check that the store accepts writes");
    }

    public void expansionFailed(Throwable e) {
        threw("the expansion trigger failed", e, "nothing comes back for this message");
    }

    public void outlineFailed(Throwable e) {
        threw("its segments could not be read", e, "the state tells of them as before");
    }
}
