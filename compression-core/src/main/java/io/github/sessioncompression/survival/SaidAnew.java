package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.ShortRejected;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.value.LatestValues;
import io.github.sessioncompression.value.OutdatedIndex;
import io.github.sessioncompression.value.OutdatedValue;
import io.github.sessioncompression.value.ReplacedValue;
import io.github.sessioncompression.value.ValueTalk;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The values that were given in messages, and those that are given anew, so that the old ones hold no longer. Not thread-safe; lives for one reading. */
final class SaidAnew {
    private final List<Said> all = new ArrayList<>();
    private final LatestValues<Integer> latest = new LatestValues<>();
    private final List<Heard> heard = new ArrayList<>();
    private final List<ShortRejected> wrong = new ArrayList<>(0);
    private int messages;

    /** A sentence, and which anchors it gave. */
    private record Said(String text, int first, int end) {}

    /** What a sentence of a message says of values. */
    private record Heard(int message, String speaker, ValueTalk talk, boolean assistants) {}

    /**
     * The next sentence of a message.
     *
     * @param talk what it says of values; {@code null} for nothing
     * @param first the first anchor that it gave
     * @param end behind its last
     */
    void hear(@Nullable ValueTalk talk, String text, String speaker, boolean assistants, int first, int end) {
        if (talk != null) {
            heard.add(new Heard(messages, speaker, talk, assistants));
            latest.hear(speaker, talk, assistants, all.size(), messages);
        }
        all.add(new Said(text, first, end));
    }

    /** A time or a day that a sentence says is wrong by its number alone. */
    void hear(ShortRejected rejected) {
        wrong.add(rejected);
    }

    /** Ends a message. */
    void endMessage() {
        messages++;
        latest.endMessage();
    }

    /** The anchors that hold no longer after all that was heard. */
    Set<Integer> gone(List<Anchor> anchors) {
        Set<Integer> gone = new HashSet<>();
        for (ReplacedValue<Integer> old : latest.replaced()) {
            add(gone, all.get(old.where()), old, anchors);
            for (Said echo : LatestValues.near(all, old.where(), old.by())) {
                if (old.value().isToldBy(echo.text())) {
                    add(gone, echo, old, anchors);
                }
            }
        }
        return gone;
    }

    /** A sentence goes whole where another one says all of it, and but for its value where it does not. */
    private static void add(Set<Integer> gone, Said said, ReplacedValue<Integer> old, List<Anchor> anchors) {
        for (int place = said.first(); place < said.end(); place++) {
            if (!old.bare() || old.value().isGivenBy(anchors.get(place).text())) {
                gone.add(place);
            }
        }
    }

    /**
     * Puts a new value whose sentence says nothing of what it is of behind the one that does, without the old value: "The party is on: They moved it to
     * 11 May."
     */
    void readBehind(List<Anchor> anchors) {
        for (ReplacedValue<Integer> old : latest.replaced()) {
            Said before = all.get(old.where());
            Said now = all.get(old.by());
            for (int at = before.first(); old.bare() && at < before.end(); at++) {
                Anchor given = anchors.get(at);
                int value = before.text().indexOf(given.text());
                if (given.type().isAtom() && value >= 0 && old.value().isGivenBy(given.text())) {
                    String around = before.text().substring(0, value).strip()
                            + before.text().substring(value + given.text().length());
                    putBehind(around, given, anchors.subList(now.first(), now.end()));
                    break;
                }
            }
        }
    }

    private static void putBehind(String around, Anchor old, List<Anchor> anchors) {
        String lead = around.replaceFirst("[.!。！]+$", "").strip() + ": ";
        anchors.replaceAll(anchor -> {
            Set<Long> sources = new LinkedHashSet<>(old.sources());
            sources.addAll(anchor.sources());
            boolean behind = anchor.type().isAtom() && !anchor.sentence().startsWith(lead);
            return behind
                    ? new Anchor(
                            anchor.type(),
                            anchor.text(),
                            lead + anchor.sentence(),
                            List.copyOf(sources),
                            anchor.origin(),
                            anchor.supersedes())
                    : anchor;
        });
    }

    /** What is left of a state's anchors without those of values that were given anew or put right since. */
    List<Anchor> holding(List<Anchor> anchors) {
        List<Anchor> holding = withoutAnew(anchors);
        for (ShortRejected rejected : wrong) {
            Set<String> sentences = new HashSet<>();
            holding.stream()
                    .filter(anchor -> rejected.is(anchor.type(), anchor.text()))
                    .forEach(anchor -> sentences.add(anchor.sentence()));
            holding = sentences.size() != 1
                    ? holding
                    : holding.stream()
                            .filter(anchor -> !sentences.contains(anchor.sentence()))
                            .toList();
        }
        return holding;
    }

    private List<Anchor> withoutAnew(List<Anchor> anchors) {
        Notes notes = new Notes();
        Set<String> read = new HashSet<>();
        for (Anchor anchor : anchors) {
            boolean persons = anchor.origin() != StateItem.Origin.TOOL && anchor.origin() != StateItem.Origin.OUTSIDE;
            if (!heard.isEmpty() && persons && read.add(anchor.sentence())) {
                notes.read(anchor.sentence(), anchor.origin());
            }
        }
        Set<String> gone = new HashSet<>();
        List<OutdatedValue> old = outdated();
        for (ReplacedValue<Integer> replaced : notes.replaced()) {
            gone.add(notes.texts.get(-1 - replaced.where()));
            old.add(replaced.value());
        }
        if (old.isEmpty()) {
            return anchors;
        }
        OutdatedIndex index = new OutdatedIndex(old);
        read.stream().filter(index::isToldBy).forEach(gone::add);
        return anchors.stream()
                .filter(anchor -> !gone.contains(anchor.sentence()))
                .toList();
    }

    /** The values of messages that hold no longer. */
    private List<OutdatedValue> outdated() {
        List<OutdatedValue> outdated = new ArrayList<>(0);
        latest.replaced().forEach(old -> outdated.add(old.value()));
        return outdated;
    }

    /** The values that hold no longer, of messages and of the state before. */
    List<OutdatedValue> outdated(@Nullable StateDocument before) {
        Notes notes = new Notes();
        for (StateAnchors.Note note :
                before == null || heard.isEmpty() ? List.<StateAnchors.Note>of() : StateAnchors.notes(before)) {
            if (note.persons()) {
                notes.read(note.text().strip(), note.item().origin());
            }
        }
        List<OutdatedValue> old = outdated();
        notes.replaced().forEach(replaced -> old.add(replaced.value()));
        return old;
    }

    /** The notes of a state before, of which the messages may give values anew. Numbered from -1 downwards. */
    private final class Notes {
        private final List<String> texts = new ArrayList<>();
        private final LatestValues<Integer> values = new LatestValues<>();

        private void read(String note, StateItem.Origin origin) {
            LanguageProfile usual = Languages.shared()
                    .profile(heard.get(heard.size() - 1).talk().language().code());
            LanguageProfile profile = Languages.shared().detect(note, usual);
            List<SentenceWords> sentences = SentenceWords.split(note, profile);
            if (sentences.size() == 1) {
                SentenceWords only = sentences.get(0);
                ValueTalk talk = ValueTalk.of(Statement.of(note, only, profile), only, profile, true);
                if (talk != null) {
                    Role role = origin == StateItem.Origin.ASSISTANT ? Role.ASSISTANT : Role.USER;
                    texts.add(note);
                    values.hearNote(role.toString(), talk, -texts.size());
                }
            }
        }

        /** The notes whose values the messages give anew. */
        private List<ReplacedValue<Integer>> replaced() {
            if (texts.isEmpty()) {
                return List.of();
            }
            for (int i = 0; i < heard.size(); i++) {
                Heard each = heard.get(i);
                values.hear(each.speaker(), each.talk(), each.assistants(), i, each.message());
                if (i + 1 == heard.size() || heard.get(i + 1).message() != each.message()) {
                    values.endMessage();
                }
            }
            return values.replaced().stream().filter(old -> old.where() < 0).toList();
        }
    }
}
