package io.github.sessioncompression;

import io.github.sessioncompression.event.Reason;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.recall.CompressedSegment;
import io.github.sessioncompression.recall.CompressedSegment.Level;
import io.github.sessioncompression.recall.Segment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes views of one conversation: looks whether room is to be made first, has it made, and hands out what is shown then.
 *
 * <p>The lock is taken once where there is nothing to make room for, else once more.
 */
final class Viewing {
    private final ConversationParts workings;
    /** True if the framework must not be kept waiting and wants the same context throughout a turn. */
    private final boolean steady;

    private final Expanding expanding;

    Viewing(ConversationParts workings, boolean steady) {
        this.workings = workings;
        this.expanding = new Expanding(workings);
        this.steady = steady;
    }

    /** A view, or the need that comes before it. */
    private record Look(boolean complete, RoomDecision.Need need, Reason reason, @Nullable View view) {}

    /** Takes a view. */
    View take() {
        Look look = workings.chats().get(this::look);
        View view = look.view();
        if (view == null) {
            evenIfTheStoreFails(() -> workings.room().relieve(look.need(), look.reason()));
            expanding.expand();
            view = workings.chats().get(chat -> {
                if (look.need() == RoomDecision.Need.NOW) {
                    chat.shown().release();
                }
                return view(chat, look.complete());
            });
        }
        workings.reporter().flush();
        return view;
    }

    private Look look(Chat chat) {
        boolean complete = evenIfTheStoreFails(chat::sync);
        workings.heed(chat);
        RoomDecision.Need need = workings.room().beforeCall(chat);
        Reason reason = workings.room().reason(chat);
        boolean done = need == RoomDecision.Need.NONE && !expanding.isDue(chat);
        return new Look(complete, need, reason, done ? view(chat, complete) : null);
    }

    private View view(Chat chat, boolean complete) {
        PendingClear.end(workings.shared().cleared(), workings.id());
        evenIfTheStoreFails(() -> workings.room().giveWay(chat));
        evenIfTheStoreFails(() -> workings.room().giveBack(chat));
        ShownChat shown = chat.shown();
        Context context = steady ? shown.steady() : shown.context();
        if (context == shown.context()) {
            shown.meter().sent(context.tokens());
        }
        View view = chat.views().view(context, steady ? shown.steadyLeftOut() : shown.leftOut(), complete);
        workings.reporter().viewed(chat, view);
        return view;
    }

    /** True if the store did not fail. */
    private boolean evenIfTheStoreFails(Runnable step) {
        try {
            step.run();
            return true;
        } catch (CompressionFailedException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            workings.reporter().storeFailed(e);
            return false;
        }
    }

    /** Makes one view of its own size out of a conversation's ordinary one: for one call, and without any effect on those to come. */
    static final class BudgetView {
        private static final String WHY = ", told briefly, stretch by stretch; each names how to get more of it";
        /** The most archived segments that are told of, the latest first. */
        private static final int MOST_SEGMENTS = 40;
        /** Less room than this is not worth filling, in tokens. */
        private static final int LEAST_ROOM = 100;

        private final ConversationParts workings;
        private final ViewOptions options;
        private final ArchiveSearch archive;

        BudgetView(ConversationParts workings, ViewOptions options) {
            this.workings = workings;
            this.options = options;
            this.archive = new ArchiveSearch(workings);
        }

        /** The view within its budget; {@code ordinary} itself where that is it. */
        View of(View ordinary) {
            int budget = workings.chats().get(this::budget);
            if (options.resumed() && ordinary.complete()) {
                View full = inFull(ordinary, budget);
                if (full != null) {
                    return full;
                }
            }
            View within = ordinary.tokens() <= budget ? ordinary : within(ordinary, budget, List.of());
            return options.resumed() ? told(ordinary, within, budget) : within;
        }

        private int budget(Chat chat) {
            CompressionPolicy policy = chat.rules().policy();
            int limit = Math.min(policy.hardLimitTokens(), (int) (policy.baseTokens() * options.maxShare()));
            limit = options.maxTokens() == 0 ? limit : Math.min(limit, options.maxTokens());
            return chat.shown().meter().counted(limit);
        }

        /** All that was said, if that fits and not all of it is shown already. */
        private @Nullable View inFull(View ordinary, int budget) {
            boolean hides = workings.chats()
                    .get(chat -> chat.isEnabled() && !Archived.of(chat.stored()).isEmpty());
            if (!hides) {
                return null;
            }
            List<Entry> transcript = new StoredReading(workings.shared().store(), workings.id()).all();
            if (transcript.stream().mapToLong(Entry::tokens).sum() > budget) {
                return null;
            }
            Context full = workings.chats().get(chat -> chat.shown().maker().inFull(transcript));
            return full.tokens() > budget ? null : view(full, 0, ordinary);
        }

        private View within(View ordinary, int budget, List<Message> quoted) {
            return workings.chats().get(chat -> {
                List<Entry> active = chat.stored().active();
                int next = Entry.countThrough(active, chat.shown().leftOutThrough());
                int start;
                ContextMaker.Made made;
                do {
                    start = next;
                    made = chat.shown().maker().from(start, chat.shown().state(), quoted);
                    int excess = made.context().tokens() - budget;
                    next = excess > 0 ? nextStart(active, start, excess) : start;
                } while (next > start);
                return view(made.context(), made.leftOut(), ordinary);
            });
        }

        /** From which turn on there are {@code excess} tokens less than from {@code start} on; the last turn if there is none. */
        private static int nextStart(List<Entry> active, int start, int excess) {
            int last = start;
            long saved = 0;
            for (int i = start; i < active.size(); i++) {
                if (active.get(i).message().role() == Role.USER) {
                    if (saved >= excess) {
                        return i;
                    }
                    last = i;
                }
                saved += active.get(i).tokens();
            }
            return last;
        }

        /** A view with what room it leaves filled by what is told of the archived segments, the latest first. */
        private View told(View ordinary, View within, int budget) {
            ContextRules rules = workings.rules();
            ArchiveSearch.Stock stock = archive.stock();
            List<Segment> segments = stock.segments();
            List<Map<String, @Nullable Object>> told = new ArrayList<>();
            List<Message> pair = List.of();
            int room = budget - within.tokens();
            int least = Math.max(0, segments.size() - MOST_SEGMENTS);
            for (int i = segments.size() - 1; i >= least && room - cost(pair, rules) >= LEAST_ROOM; i--) {
                for (Level level : List.of(Level.BRIEF, Level.TAGS)) {
                    CompressedSegment segment =
                            archive.at(level, segments.get(i), stock).orElse(null);
                    if (segment == null) {
                        continue;
                    }
                    List<Map<String, @Nullable Object>> more = new ArrayList<>(told);
                    more.add(0, quoted(segment));
                    List<Message> longer = pair(more);
                    if (cost(longer, rules) <= room) {
                        told = more;
                        pair = longer;
                        break;
                    }
                }
            }
            return pair.isEmpty() ? within : within(ordinary, budget, pair);
        }

        private static int cost(List<Message> messages, ContextRules rules) {
            return messages.stream().mapToInt(rules::count).sum();
        }

        private static Map<String, @Nullable Object> quoted(CompressedSegment segment) {
            Map<String, @Nullable Object> quoted = new LinkedHashMap<>();
            quoted.put("segment_id", segment.segmentId());
            quoted.put("text", segment.content());
            quoted.put("more", segment.marker());
            return quoted;
        }

        private static List<Message> pair(List<Map<String, @Nullable Object>> segments) {
            return List.of(
                    Message.user(Quotation.fenced(WHY, Map.of("segments", segments))),
                    Message.assistant(Expansion.ACKNOWLEDGEMENT));
        }

        private static View view(Context context, int leftOut, View ordinary) {
            List<Message> messages = context.snapshot();
            int same = 0;
            int most = Math.min(messages.size(), ordinary.messages().size());
            while (same < most && messages.get(same).equals(ordinary.messages().get(same))) {
                same++;
            }
            return new View(
                    messages,
                    context.parts(),
                    ordinary.complete(),
                    context.tokens(),
                    context.systemTokens(),
                    context.stateTokens(),
                    context.toolTokens(),
                    context.tokensUpTo(same),
                    leftOut,
                    ordinary.prunedResults(),
                    ordinary.compressions(),
                    ordinary.outcome());
        }
    }
}
