package io.github.sessioncompression;

/** Tells once of each model what was learned of it from its refusals and reports. */
record ModelWarnings(String id) {
    void smallerWindow(String model, int window, int learned) {
        Log.LOG.warn(
                "Conversation {}: {} refuses requests that a window of {} tokens lets pass; going on with a window of {}."
                        + " Set session-compression.context-window to what the model has.",
                Log.name(id),
                named(model),
                window,
                learned);
    }

    void silentCut(String model, long window) {
        Log.LOG.warn(
                "Conversation {}: {} reports {} tokens for requests that grow, so it seems to cut them there; going on with that as its"
                        + " window. Raise the model's limit (Ollama: num_ctx), or set session-compression.context-window to it.",
                Log.name(id),
                named(model),
                window);
    }

    void bindsThinking(String model) {
        Log.LOG.warn(
                "Conversation {}: {} refuses thinking of earlier answers behind a changed context; its requests go without from now on.",
                Log.name(id),
                named(model));
    }

    private static String named(String model) {
        return model.isEmpty() ? "the chat's model" : "model '" + Log.name(model) + "'";
    }
}
