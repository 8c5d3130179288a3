package io.github.sessioncompression.replay;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.View;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.recall.CompressedSegment;
import io.github.sessioncompression.recall.CompressedSegment.Level;
import io.github.sessioncompression.recall.Segment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What left the contexts of a replay, and what of it came back by itself.
 *
 * @param segments how many segments the archived messages have
 * @param told the latest of them, oldest first
 * @param cameBack the messages that came back, in the order of the calls
 */
record Recalled(int segments, List<Told> told, List<CameBack> cameBack) {
    /** So many segments are told of: the page has to stay small. */
    static final int MOST_TOLD = 40;

    private static final int MOST_CAME_BACK = 200;

    /**
     * What the levels tell of a segment.
     *
     * @param messages how many of its messages are archived
     */
    record Told(String id, long first, long last, int messages, String brief, String tags, String marker) {}

    /**
     * A message that came back.
     *
     * @param call with which call
     * @param message its place in the transcript
     */
    record CameBack(int call, long message, String from, String text) {}

    Recalled {
        told = List.copyOf(told);
        cameBack = List.copyOf(cameBack);
    }

    /** Reads what came back from views as they are taken: each quotation once. */
    static final class Reading {
        private final List<CameBack> found = new ArrayList<>();
        private final Set<String> known = new HashSet<>();

        void read(int call, View view) {
            for (int i = 0; i < view.messages().size() && found.size() < MOST_CAME_BACK; i++) {
                Message message = view.messages().get(i);
                if (view.parts().get(i).kind() == View.Kind.EXPANSION
                        && message.role() == Role.USER
                        && known.add(message.text())) {
                    quoted(call, message.text());
                }
            }
        }

        private void quoted(int call, String text) {
            String json = text.substring(text.indexOf('>') + 1, text.lastIndexOf('<'));
            if (Json.parseObject(json).get("messages") instanceof List<?> messages) {
                for (Object each : messages) {
                    if (each instanceof Map<?, ?> message && message.get("message") instanceof Long place) {
                        found.add(new CameBack(
                                call, place, String.valueOf(message.get("from")), String.valueOf(message.get("text"))));
                    }
                }
            }
        }

        /** All of it, with what is archived of the conversation at the end. */
        Recalled of(Conversation chat) {
            List<Segment> segments = chat.recall().segments();
            List<Told> told = new ArrayList<>();
            for (Segment segment : segments.subList(Math.max(0, segments.size() - MOST_TOLD), segments.size())) {
                CompressedSegment brief =
                        chat.recall().expand(segment.id(), Level.BRIEF).orElseThrow();
                CompressedSegment tags =
                        chat.recall().expand(segment.id(), Level.TAGS).orElseThrow();
                List<Long> places = segment.sequences();
                told.add(new Told(
                        segment.id(),
                        places.get(0),
                        places.get(places.size() - 1),
                        places.size(),
                        brief.content(),
                        tags.content(),
                        tags.marker()));
            }
            return new Recalled(segments.size(), told, found);
        }
    }
}
