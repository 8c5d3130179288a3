package io.github.sessioncompression;

import io.github.sessioncompression.ContextMeter.KnownModels;

/** The parts of one conversation, wired: what stands behind {@link Conversation} and {@link FrameworkChat} alike. */
record ConversationParts(
        String id,
        Settings settings,
        CompressorParts shared,
        Guarded<Chat> chats,
        Reporter reporter,
        RoomDecision room) {
    static ConversationParts of(String id, Settings settings, CompressorParts shared) {
        ContextRules rules = settings.rules();
        Guarded<Chat> chats =
                new Guarded<>(new Chat(id, rules, new StoredChat(id, rules, shared.store(), shared.newId())));
        Reporter reporter = new Reporter(id, shared);
        Pipeline pipeline =
                new Pipeline(id, rules.policy(), shared, chats, settings.steps(), settings.writer(), reporter);
        RoomDecision room = new RoomDecision(rules.policy(), chats, pipeline, reporter);
        return new ConversationParts(id, settings, shared, chats, reporter, room);
    }

    ContextRules rules() {
        return settings.rules();
    }

    ModelWarnings warnings() {
        return new ModelWarnings(id);
    }

    /** Goes on with a smaller window where the last report shows that the model's requests are cut. */
    void heedCut(Chat chat, String model) {
        long cut = chat.shown().meter().cutAt();
        if (cut > 0
                && cut < chat.rules().policy().contextWindow()
                && shared.models().refused(model, (int) cut, cut)) {
            warnings().silentCut(model, cut);
        }
    }

    /** Has the conversation compressed if it rests from now on. */
    void watchRest(Chat chat) {
        if (room.mayRest(chat)) {
            shared.rests()
                    .watch(id, chat.stored().lastSequence(), rules().policy().idleAfter());
        }
    }

    void heed(Chat chat, String model) {
        chat.model(model);
        heed(chat);
    }

    void heed(Chat chat) {
        KnownModels models = shared.models();
        chat.shown().bindsThinking(models.isThinkingBound(chat.model()));
        chat.shown().follow(settings.rules(models.window(chat.model())));
        chat.shown().meter().begin(models.calibration(chat.model()));
    }

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
}
