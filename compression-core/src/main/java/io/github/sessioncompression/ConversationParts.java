package io.github.sessioncompression;

import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.ContextRules;
import io.github.sessioncompression.context.StoredChat;
import io.github.sessioncompression.run.Locked;
import io.github.sessioncompression.token.ContextMeter.KnownModels;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The parts of one conversation, wired: shared by {@link Conversation} and {@link FrameworkChat}.
 *
 * @param id the application's name for it, or the name of an earlier session
 * @param settings those of its policy and model
 * @param shared the parts of all conversations
 * @param chats what is known of the chat, behind its lock
 * @param reporter reports its outcomes
 * @param room decides when room is made in it
 */
record ConversationParts(
        String id,
        Settings settings,
        CompressorParts shared,
        Locked<Chat> chats,
        Reporter reporter,
        RoomDecision room) {
    /** Wires a conversation; nothing is read from the store yet. */
    static ConversationParts of(String id, Settings settings, CompressorParts shared) {
        ContextRules rules = settings.rules();
        Reporter reporter = new Reporter(id, shared);
        StoredChat stored = new StoredChat(id, rules, shared.store(), shared.newId());
        Locked<Chat> chats = new Locked<>(new Chat(id, rules, stored, reporter.faults()));
        Pipeline pipeline = new Pipeline(id, settings, shared, chats, reporter);
        RoomDecision room = new RoomDecision(
                rules.policy(), chats, pipeline, settings.steps().costs(), reporter);
        return new ConversationParts(id, settings, shared, chats, reporter, room);
    }

    /**
     * Adds messages: after other appends of this process, and without the chat's lock while the store is asked, so that a view need not wait.
     *
     * @param append gets the chat under its lock, and gives the lock back for each call of the store
     */
    <R extends @Nullable Object> R appending(Function<Chat, R> append) {
        return chats.inTurn(chat -> chat.under(null, chats::aside, append));
    }

    ContextRules rules() {
        return settings.rules();
    }

    /** Continues with a smaller window if the last report shows that the model's requests are cut; logs one that was too large to be used. */
    void heedReport(Chat chat, String model) {
        long implausible = chat.shown().meter().implausible();
        if (implausible > 0) {
            boolean isNew = reporter.faults().told().isNew("usage", model);
            LogMessages.implausible(id, model, implausible, isNew);
        }
        long cut = chat.shown().meter().cutAt();
        if (cut > 0
                && cut < chat.rules().policy().contextWindow()
                && shared.models().refused(model, (int) cut, cut)) {
            LogMessages.silentCut(id, model, cut);
        }
    }

    /** Has the conversation compressed if it rests from now on. */
    void watchRest(Chat chat) {
        if (room.mayRest(chat)) {
            shared.rests()
                    .watch(id, chat.stored().lastSequence(), rules().policy().idleAfter());
        }
    }

    /**
     * Follows what was learnt of a model: its window, how it counts, whether it needs the thinking of a tool loop. Called under the chat's lock
     * before each view and request, because another conversation may have learnt it.
     *
     * @param model the model's name; empty leaves the one that is known
     */
    void heed(Chat chat, String model) {
        chat.model(model);
        KnownModels models = shared.models();
        chat.shown().requiresThinking(models.requiresThinking(chat.model()));
        chat.shown().follow(settings.rules(models.window(chat.model())));
        chat.shown().meter().begin(models.calibration(chat.model()));
    }
}
