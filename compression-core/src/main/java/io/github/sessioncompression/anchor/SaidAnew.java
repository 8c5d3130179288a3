package io.github.sessioncompression.anchor;

import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.SentenceWords;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The values that were given in messages, and those that are given anew, so that the old ones hold no longer. Not thread-safe; lives for one reading. */
final class SaidAnew {
    /** Sentences behind one in which another side repeats it. */
    private static final int ECHOED = 8;

    private final List<Said> all = new ArrayList<>();
    private final LatestValues<Integer> latest = new LatestValues<>();
    private final List<ValueTalk.Outdated> outdated = new ArrayList<>();
    private String language = "";

    /** A sentence, and which anchors it gave. */
    private record Said(String text, int first, int end) {}

    /** Anchors that hold no longer. */
    record Gone(int first, int end) {}

    /**
     * The next sentence of a message.
     *
     * @param talk what it says of values; {@code null} for nothing
     * @param first the first anchor that it gave
     * @param end behind its last
     */
    void hear(@Nullable ValueTalk talk, String text, String speaker, boolean assistants, int first, int end) {
        if (talk != null) {
            language = talk.language().code();
            latest.hear(speaker, talk, assistants, all.size());
        }
        all.add(new Said(text, first, end));
    }

    /** Ends a message, and tells which anchors of earlier sentences hold no longer. */
    List<Gone> endMessage() {
        List<Gone> gone = new ArrayList<>(0);
        for (LatestValues.Replaced<Integer> old : latest.endMessage()) {
            outdated.add(old.value());
            Said before = all.get(old.where());
            gone.add(new Gone(before.first(), before.end()));
            int from = old.where() + 1;
            for (Said echo : all.subList(from, Math.max(from, Math.min(from + ECHOED, old.by())))) {
                if (old.value().isToldBy(echo.text())) {
                    gone.add(new Gone(echo.first(), echo.end()));
                }
            }
        }
        return gone;
    }

    /** What is left of a state's anchors without those of values that were given anew since. */
    List<Anchor> holding(List<Anchor> anchors) {
        Set<String> gone = new HashSet<>();
        List<ValueTalk.Outdated> old = new ArrayList<>(outdated);
        Set<String> read = new HashSet<>();
        for (Anchor anchor : anchors) {
            if (isPersons(anchor) && read.add(anchor.sentence())) {
                List<ValueTalk.Outdated> replaced = replacing(anchor.sentence(), anchor.origin());
                old.addAll(replaced);
                if (!replaced.isEmpty()) {
                    gone.add(anchor.sentence());
                }
            }
        }
        if (old.isEmpty()) {
            return anchors;
        }
        read.stream()
                .filter(sentence -> old.stream().anyMatch(value -> value.isToldBy(sentence)))
                .forEach(gone::add);
        return anchors.stream()
                .filter(anchor -> !gone.contains(anchor.sentence()))
                .toList();
    }

    /** The values that hold no longer, of messages and of the state before. */
    List<ValueTalk.Outdated> outdated(@Nullable StateDocument before) {
        List<ValueTalk.Outdated> all = new ArrayList<>(outdated);
        for (StateAnchors.Note note : before == null ? List.<StateAnchors.Note>of() : StateAnchors.notes(before)) {
            if (note.persons()) {
                all.addAll(replacing(note.text().strip(), note.item().origin()));
            }
        }
        return all;
    }

    private static boolean isPersons(Anchor anchor) {
        return anchor.origin() != StateItem.Origin.TOOL && anchor.origin() != StateItem.Origin.OUTSIDE;
    }

    private List<ValueTalk.Outdated> replacing(String note, StateItem.Origin origin) {
        if (language.isEmpty()) {
            return List.of();
        }
        String speaker = (origin == StateItem.Origin.ASSISTANT ? Role.ASSISTANT : Role.USER).toString();
        LanguageProfile profile =
                Languages.shared().detect(note, Languages.shared().profile(language));
        List<ValueTalk.Outdated> replacing = new ArrayList<>(0);
        List<SentenceWords> sentences = SentenceWords.split(note, profile);
        for (SentenceWords sentence : sentences) {
            ValueTalk talk = ValueTalk.of(Statement.of(note, sentence, profile), sentence, profile, true);
            if (talk != null && sentences.size() == 1) {
                replacing.addAll(latest.replacing(speaker, talk));
            }
        }
        return replacing;
    }
}
