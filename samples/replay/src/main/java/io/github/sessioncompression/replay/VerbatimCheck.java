package io.github.sessioncompression.replay;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.EntryLabel;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks that states written without a model quote the chat.
 *
 * <p>An entry of {@code logos} or {@code found} is a label and pieces of messages, {@code "User, 10 Mar 2025: sentence … sentence"}. Each piece must stand in a
 * message of the speaker that the label names, and the pieces of a section in the order of their messages. Entries whose label names no speaker
 * tell what tools did and are not checked. Any whitespace counts as one space, and a secret as its placeholder.
 */
final class VerbatimCheck {
    private static final String ELLIPSIS = " … ";

    private final List<Said> said = new ArrayList<>();
    private final Set<String> speakers = new HashSet<>();
    private int pieces;
    private int notLiteral;
    private int outOfOrder;
    private String firstNotLiteral = "";

    private record Said(String speaker, String text) {}

    private enum Section {
        RULES,
        DECISIONS,
        OPEN,
        FACTS;

        static Section of(StateItem.Kind kind) {
            return switch (kind) {
                case CONSTRAINT, PREFERENCE -> RULES;
                case DECISION -> DECISIONS;
                case COMMITMENT, QUESTION -> OPEN;
                default -> FACTS;
            };
        }
    }

    /** A check of states about these messages. */
    VerbatimCheck(List<Message> transcript) {
        List<Entry> entries = new ArrayList<>();
        for (Message message : transcript) {
            entries.add(new Entry(entries.size() + 1L, message, 0));
        }
        for (Entry entry : new Redaction(Redactor.secretsOnly()).hide(entries)) {
            Message message = entry.message();
            if (message.role() == Role.USER || message.role() == Role.ASSISTANT) {
                String speaker = EntryLabel.speaker(message);
                speakers.add(speaker);
                said.add(new Said(speaker, oneLine(message.text())));
            }
        }
        speakers.add(EntryLabel.QUOTED);
    }

    /** Checks one state. */
    void check(StateDocument state) {
        check(state.items("logos"));
        check(state.items(StateDocument.FOUND));
    }

    private void check(List<StateItem> items) {
        LocalDate day = null;
        Section section = null;
        int message = 0;
        for (StateItem item : items) {
            EntryLabel label = EntryLabel.read(item.text(), day);
            if (speakers.contains(label.speaker())) {
                day = label.date();
                message = Section.of(item.kind()) == section ? message : 0;
                section = Section.of(item.kind());
                for (String words : label.words().split(ELLIPSIS, -1)) {
                    String piece = oneLine(words).replaceAll("^[… ]+|[… ]+$", "");
                    message = check(label.speaker(), piece, message);
                }
            }
        }
    }

    /** Checks a piece; returns the message that the next one may not be older than. */
    private int check(String speaker, String piece, int earliest) {
        pieces++;
        int inOrder = find(speaker, piece, earliest);
        if (inOrder >= 0) {
            return inOrder;
        }
        int anywhere = find(speaker, piece, 0);
        if (anywhere >= 0) {
            outOfOrder++;
        } else {
            notLiteral++;
            firstNotLiteral = firstNotLiteral.isEmpty() ? speaker + ": " + piece : firstNotLiteral;
        }
        return Math.max(anywhere, 0);
    }

    /** The first message from {@code earliest} on that holds a piece; -1 if there is none. */
    private int find(String speaker, String piece, int earliest) {
        boolean anybody = speaker.equals(EntryLabel.QUOTED);
        for (int i = earliest; i < said.size(); i++) {
            Said message = said.get(i);
            if ((anybody || message.speaker().equals(speaker)) && message.text().contains(piece)) {
                return i;
            }
        }
        return -1;
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    boolean passed() {
        return notLiteral == 0;
    }

    /** The first piece that no message holds, behind its speaker; empty if there is none. */
    String firstNotLiteral() {
        return firstNotLiteral;
    }

    /** The counts in one line. */
    @Override
    public String toString() {
        return Text.count(pieces, "piece") + " checked, " + Text.number(notLiteral) + " not literal, "
                + Text.number(outOfOrder) + " out of order";
    }
}
