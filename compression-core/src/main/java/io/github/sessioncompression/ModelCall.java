package io.github.sessioncompression;

import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.ContextRules;
import io.github.sessioncompression.context.ShownViews;
import io.github.sessioncompression.message.CallIds;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.model.ProviderFailure;
import io.github.sessioncompression.model.ProviderFailure.ContextLengthExceeded;
import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.request.RequestCut;
import io.github.sessioncompression.request.RequestMatch;
import io.github.sessioncompression.request.RequestMatch.Piece;
import io.github.sessioncompression.request.RequestRoom;
import io.github.sessioncompression.request.ToolNames;
import io.github.sessioncompression.request.ValidRequest;
import io.github.sessioncompression.search.Expansion;
import io.github.sessioncompression.thinking.RequestPrefix;
import io.github.sessioncompression.thinking.SentThinking;
import io.github.sessioncompression.token.ContextMeter;
import io.github.sessioncompression.token.ContextMeter.KnownModels;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One call of the chat's model, seen when the whole request is known: made valid, kept below the model's limit, and learned from.
 *
 * <p>A request carries more than the view it was made of: the question, retrieved texts, results of a tool loop, tool definitions.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>{@link RequestMatch} finds which messages are the chat's and which are the request's own, and {@link ValidRequest} gives them a form and an
 *       order that every provider accepts.
 *   <li>Above the hard limit the chat makes room first, as the policy allows; what it shows then replaces its messages in the request.
 *   <li>If that is still above the model's window, {@link RequestCut} has the largest messages lose their middles.
 *   <li>Thinking stays only behind the messages that it was made behind ({@link SentThinking}).
 *   <li>A {@linkplain #refused refusal} teaches a smaller window or a rule about thinking, and the request is made again; {@linkplain #answered(Usage)
 *       usage} corrects the count.
 * </ol>
 *
 * <p><em>Does nothing</em> to a request that is valid and has its room, or while compression is switched off. <em>Threads</em>: not safe; made for one
 * call by {@link FrameworkChat#call}. <em>On failure</em> of the store or the compression model the request is made of what is known here.
 */
public final class ModelCall {
    private static final int MOST_TRIES = 8;
    /** Share of a refused size to try next if no limit is known. */
    private static final double NEXT_TRY = 0.8;
    /** Share of the room that a cut leaves used, so that the next round of a tool loop fits. */
    private static final double CUT_TO = 0.95;

    private final ConversationParts parts;
    private final ConversationTurns turns;
    private final Request request;
    private final ValidRequest form;
    private final @Nullable TurnHandle turn;
    private final LargeMessages large = new LargeMessages();
    /** The request's messages, each call with an id of its own. */
    private final List<Message> asked;

    private List<Message> messages;
    private boolean enabled = true;
    /** True if the request is made of the chat's current session. */
    private boolean isHere = true;

    private final SentThinking thinking;
    private int tries = 1;
    /** Size of the request, tools included, by the local count. */
    private long counted;

    private long size;
    private long ceiling = Integer.MAX_VALUE;

    /**
     * A request as a framework is about to send it.
     *
     * @param model the model's name; empty if it is not known
     * @param messages all messages, in order
     * @param tools what the model is offered to call
     * @param outputTokens the most that the model is asked to write, 0 or more; 0 if it is not given
     */
    public record Request(String model, List<Message> messages, Tools tools, int outputTokens) {
        /** Checks the number. */
        public Request {
            Objects.requireNonNull(model, "model");
            Objects.requireNonNull(tools, "tools");
            messages = Bounds.all("messages", messages);
            Bounds.within("outputTokens", outputTokens, 0, Integer.MAX_VALUE);
        }
    }

    /**
     * The tools that come with a request.
     *
     * @param names what they are called, as far as that is known
     * @param tokens what their definitions cost by the local count, 0 or more
     * @param definitions the definitions as text or a hash of it, compared with that of other requests; empty if it is not known
     */
    public record Tools(Set<String> names, int tokens, String definitions) {
        /** No tools. */
        public static final Tools NONE = new Tools(Set.of(), 0);

        /** Checks the number. */
        public Tools {
            names = Set.copyOf(Bounds.all("names", names));
            Bounds.within("tokens", tokens, 0, Integer.MAX_VALUE);
            Objects.requireNonNull(definitions, "definitions");
        }

        /** Tools whose definitions are not known, only what they cost. */
        public Tools(Set<String> names, int tokens) {
            this(names, tokens, "");
        }
    }

    ModelCall(ConversationParts parts, ConversationTurns turns, Request request, @Nullable TurnHandle turn) {
        this.parts = parts;
        this.turn = turn;
        this.turns = turns;
        this.request = request;
        this.asked = CallIds.accepted(request.messages());
        this.form = new ValidRequest(new ToolNames(request.tools().names()), this::tokens, large::add);
        this.messages = request.messages();
        Tools tools = request.tools();
        this.thinking = new SentThinking(RequestPrefix.tools(tools.names(), tools.tokens(), tools.definitions()));
        fit();
    }

    /** The messages to send, in order, unmodifiable; unchanged ones are the instances of the request. */
    public List<Message> messages() {
        return messages;
    }

    /** True if {@link #messages()} are the request's, all of them and the same instances. */
    @SuppressWarnings("ReferenceEquality") // That is the question.
    public boolean isAsGiven() {
        List<Message> given = request.messages();
        if (messages.size() != given.size()) {
            return false;
        }
        for (int i = 0; i < given.size(); i++) {
            if (messages.get(i) != given.get(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The provider refused {@link #messages()}: learns from the refusal, and changes the request if that may help.
     *
     * <p>A request that was too long gets shorter; one with thinking of earlier answers that the provider takes back no more goes
     * without; one whose tool loop lacks its thinking goes with what there is of it.
     *
     * @return true if {@link #messages()} are others now, to be tried once more; {@code false} for another failure, if nothing is left to
     *     give, or if the policy leaves such requests to the application
     */
    public boolean refused(ProviderFailure failure) {
        Objects.requireNonNull(failure, "failure");
        if (enabled && (failure.refusesThinking() || failure.missesThinking())) {
            boolean misses = failure.missesThinking();
            if (!thinking.refused(messages, misses)) {
                return false;
            }
            parts.chats().run(chat -> learnThinking(chat, misses));
            fit();
            return true;
        }
        return failure.contextLengthExceeded().filter(this::refused).isPresent();
    }

    boolean refused(ContextLengthExceeded refusal) {
        if (!enabled || tries >= MOST_TRIES || !parts.room().heedsRefusals()) {
            return false;
        }
        tries++;
        long before = counted;
        long refused = learn(refusal);
        ceiling = (long) (Math.min(refused, ceiling) * NEXT_TRY);
        fit();
        return counted < before;
    }

    private void learnThinking(Chat chat, boolean misses) {
        String name = model(chat);
        parts.shared().models().requiresThinking(name, misses);
        LogMessages.refusesThinking(parts.id(), name, misses);
        chat.shown().requiresThinking(misses);
        if (!misses) {
            chat.shown().dropThinking();
        }
    }

    private long learn(ContextLengthExceeded refusal) {
        int limit = refusal.limitTokens().orElse(0);
        int requested = refusal.requestedTokens().orElse(0);
        long told = requested > limit ? requested : limit > 0 ? limit + 1L : 0;
        parts.chats().run(chat -> {
            int window = chat.rules().policy().contextWindow();
            if (told > size) {
                chat.shown().meter().refused(counted, told);
            }
            boolean smaller = limit > 0 ? limit < window : told == 0 && size < window;
            String model = model(chat);
            KnownModels models = parts.shared().models();
            if (smaller && models.refused(model, limit, size)) {
                LogMessages.smallerWindow(parts.id(), model, window, models.window(model));
            }
        });
        return Math.max(told, size);
    }

    /** The provider answered, and reported what the call took. */
    public void answered(Usage usage) {
        Objects.requireNonNull(usage, "usage");
        KnownModels models = parts.shared().models();
        turns.reported(usage, chat -> {
            if (enabled && isHere) {
                ContextMeter meter = chat.shown().meter();
                meter.media(messages);
                meter.reported(usage, counted, chat.shown().context().tokens());
                models.counts(model(chat), meter.calibration());
                if (meter.implausible() == 0) {
                    models.took(model(chat), usage.requestTokens());
                }
                parts.heedReport(chat, model(chat));
            }
        });
    }

    /**
     * The model has given this answer to {@link #messages()}, before it is added to the conversation. So thinking in it is sent back behind
     * these very messages only.
     *
     * @param answer the answer, or a part of it that has all of its tool calls
     */
    public void answered(Message answer) {
        Objects.requireNonNull(answer, "answer");
        if (enabled && answer.hasThinking()) {
            parts.chats().run(chat -> thinking.answered(answer, messages, chat.answers()));
        }
    }

    /** The model that the request goes to; if the framework does not name it, the one that the chat goes to. */
    private String model(Chat chat) {
        return request.model().isEmpty() ? chat.model() : request.model();
    }

    private record Looked(RequestMatch match, @Nullable Expansion expansion) {}

    private @Nullable Looked look() {
        isHere = turn == null || !turn.isBound() || parts.chats().get(new TurnQuestion(turn, false)::isIn);
        if (isHere && !asked.isEmpty() && asked.get(asked.size() - 1).role() == Role.USER) {
            new MessageExpander(parts).expand();
        }
        return parts.chats().get(chat -> {
            parts.heed(chat, request.model());
            enabled = chat.isEnabled();
            if (!enabled) {
                return null;
            }
            return isHere
                    ? new Looked(
                            chat.views().match(asked, chat.shown().context()),
                            chat.shown().expansions().last())
                    : new Looked(new RequestMatch(asked), null);
        });
    }

    private void fit() {
        Looked looked = look();
        if (looked == null) {
            return;
        }
        RequestMatch match = looked.match();
        List<Piece> pieces = match.asItIs(looked.expansion(), this::tokens);
        long fixed = request.tools().tokens() + Piece.ownSystem(pieces) - match.absentSystem();
        RequestRoom room = parts.chats().get(chat -> {
            if (isHere) {
                chat.shown().meter().overhead((int) Math.min(Integer.MAX_VALUE, fixed));
            }
            ContextRules rules = chat.rules();
            ContextMeter meter = chat.shown().meter().copy();
            return RequestRoom.of(rules.form(), rules.policy(), meter, request.outputTokens(), ceiling);
        });
        pieces = form.of(pieces, room.form());
        size = room.size(counted(pieces));
        if (size > room.limit() && match.matched() > 0) {
            long beside = counted(pieces) - fixed - match.contextTokens() + room.below();
            pieces = form.of(
                    parts.room().makeRoom(beside, now -> match.with(ShownViews.request(now), this::tokens)),
                    room.form());
            size = room.size(counted(pieces));
        }
        if (size > room.most()) {
            long most = (long) (room.counted() * CUT_TO) - request.tools().tokens();
            RequestCut.Cut cut = new RequestCut(room.form()).within(pieces, most);
            pieces = cut.pieces();
            if (cut.messages() > 0) {
                parts.reporter().cutIn(turn, cut.messages(), cut.before(), cut.after());
            }
            size = room.size(counted(pieces));
        }
        counted = counted(pieces);
        List<Message> sent = pieces.stream().map(Piece::message).toList();
        messages = parts.chats()
                .get(chat -> thinking.sendable(
                        sent,
                        match.thinkingPrefixes(),
                        chat.answers(),
                        chat.shown().requiresThinking()));
        large.report(parts.chats(), parts.reporter(), turn);
        int[] costs = pieces.stream().mapToInt(Piece::tokens).toArray();
        parts.chats().run(chat -> parts.reporter()
                .sent(messages, costs, request.tools().tokens()));
        parts.reporter().flush();
    }

    private long counted(List<Piece> pieces) {
        return Piece.sum(pieces) + request.tools().tokens();
    }

    private int tokens(Message message) {
        return parts.settings().ownCounts().of(message);
    }
}
