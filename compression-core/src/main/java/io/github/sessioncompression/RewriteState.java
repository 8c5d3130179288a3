package io.github.sessioncompression;

import io.github.sessioncompression.event.Stage;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the state of everything that is covered anew from the transcript, because too little of it is left. Offline. */
final class RewriteState implements Step {
    private final CompressStep compress;

    RewriteState(CompressStep compress) {
        this.compress = compress;
    }

    @Override
    public @Nullable Proposal propose(Chat chat) {
        StoredChat stored = chat.stored();
        // As it was before the store is asked: meanwhile others may do what takes a message away that is read here.
        String incarnation = stored.incarnation();
        long revision = stored.revision();
        CompressionRecord base = stored.record();
        Set<Long> staying = new HashSet<>(base.pinned());
        List<Entry> covered = new ArrayList<>();
        long tokens = 0;
        for (Entry entry : stored.between(0, base.boundary())) {
            if (!staying.contains(entry.sequence()) && entry.message().role() != Role.SYSTEM) {
                covered.add(entry);
                tokens += chat.rules().shown(entry, base.prunedThrough()).tokens();
            }
        }
        if (covered.isEmpty() || tellsOfMore(base, covered)) {
            return null;
        }
        Pins now = stored.pinsBefore(0);
        Pins pins = new Pins(now.system(), now.history(), null, covered);
        int max = (int) Math.min(chat.shown().budget().stateMax(), Math.max(Budget.SMALLEST_STATE, tokens));
        CompressTask task = new CompressTask(
                incarnation,
                revision,
                base,
                StateDocument.EMPTY,
                CompressStep.outline(chat),
                pins,
                List.of(),
                covered,
                stored.active(),
                base.boundary(),
                max,
                tokens,
                true);
        return new Proposal.ToWrite(Stage.COMPRESS, task, written -> compress.finish(task, written));
    }

    /** Whether the state was made of messages that were archived since: it can't be made of what is left. */
    private static boolean tellsOfMore(CompressionRecord record, List<Entry> covered) {
        Set<Long> there = new HashSet<>(record.pinned());
        covered.forEach(entry -> there.add(entry.sequence()));
        return record.injected().items().stream()
                .flatMap(item -> item.sources().stream())
                .anyMatch(source -> source <= record.boundary() && !there.contains(source));
    }
}
