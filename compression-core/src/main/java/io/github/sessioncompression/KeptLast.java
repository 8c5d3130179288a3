package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages that stay the last ones of a chat while others are added before them: what somebody else has added behind what an
 * application was shown, while the application hands that back. Not safe for use by many threads.
 */
final class KeptLast {
    private final List<Message> last;
    private boolean there;

    KeptLast(List<Message> last) {
        this.last = List.copyOf(last);
    }

    /** Adds messages before those that are to be last, which are added with them if they are not there yet. */
    void add(Chat chat, List<Message> messages) {
        if (last.isEmpty() || (there && messages.isEmpty())) {
            chat.add(messages);
            return;
        }
        for (int tries = 1; !tryAdd(chat, messages); tries++) {
            chat.refuseAfter(tries);
            chat.sync();
        }
        there = true;
    }

    private boolean tryAdd(Chat chat, List<Message> messages) {
        List<Entry> active = chat.stored().active();
        int at = there ? place(active) : active.size();
        List<Message> all = new ArrayList<>(messages);
        if (at == active.size()) {
            all.addAll(there ? List.of() : last);
            return chat.tryAdd(all, chat.tokens(all));
        }
        active.subList(at, active.size()).forEach(entry -> all.add(entry.message()));
        return chat.tryReplaceAfter(active.get(at).sequence() - 1, all);
    }

    /** Where they begin; the end if somebody has taken them out. */
    private int place(List<Entry> active) {
        for (int at = active.size() - last.size(); at >= 0; at--) {
            if (isAt(active, at)) {
                return at;
            }
        }
        return active.size();
    }

    private boolean isAt(List<Entry> active, int at) {
        for (int i = 0; i < last.size(); i++) {
            if (!ShownMessages.same(active.get(at + i).message(), last.get(i))) {
                return false;
            }
        }
        return true;
    }
}
