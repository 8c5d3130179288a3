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
}
