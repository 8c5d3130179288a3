package io.github.sessioncompression;

/**
 * The parts of one conversation, wired: what stands behind {@link Conversation} and {@link FrameworkChat} alike.
 *
 * @param chats everything kept of it, under its lock
 * @param relief decides when to make room
 */
record Workings(String id, ContextRules rules, Shared shared, Guarded<Chat> chats, Reporter reporter, Relief relief) {
    static Workings of(String id, Settings settings, Shared shared) {
        ContextRules rules = settings.rules();
        Guarded<Chat> chats = new Guarded<>(
                new Chat(id, rules, new StoredChat(id, rules, shared.store(), shared.newId()), shared.newId()));
        Reporter reporter = new Reporter(id, rules.policy(), shared);
        Pipeline pipeline =
                new Pipeline(id, rules.policy(), shared, chats, settings.steps(), settings.writer(), reporter);
        Relief relief = new Relief(rules.policy(), chats, settings.steps(), pipeline);
        return new Workings(id, rules, shared, chats, reporter, relief);
    }
}
