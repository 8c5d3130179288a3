package io.github.sessioncompression.store;

import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.state.Artefacts;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord.Bridge;
import io.github.sessioncompression.store.CompressionRecord.Cause;
import java.time.Instant;
import java.util.List;

/** A record for tests: a model's in the schema {@code session}, with nothing pinned, pruned or kept beside the state unless a test says so. */
public final class MadeRecord {
    private final long version;
    private final long boundary;
    private List<Long> pinned = List.of();
    private Pruned pruned = Pruned.NONE;
    private String schema = "session";
    private List<Long> segments = List.of();
    private List<Long> tellings = List.of();
    private StateDocument injected = StateDocument.EMPTY;
    private boolean enabled = true;
    private Cause cause = Cause.MODEL;
    private Accounting accounting = Accounting.NONE;
    private Bridge bridge = Bridge.NONE;

    private MadeRecord(long version, long boundary) {
        this.version = version;
        this.boundary = boundary;
    }

    /** A record of that version that covers the messages up to {@code boundary}. */
    public static MadeRecord of(long version, long boundary) {
        return new MadeRecord(version, boundary);
    }

    /** With these messages in every view. */
    public MadeRecord pinned(List<Long> sequences) {
        pinned = sequences;
        return this;
    }

    /** With less shown of these messages. */
    public MadeRecord pruned(Pruned messages) {
        pruned = messages;
        return this;
    }

    /** In the schema of that name. */
    public MadeRecord schema(String name) {
        schema = name;
        return this;
    }

    /** With the states of these ids. */
    public MadeRecord segments(List<Long> ids) {
        segments = ids;
        return this;
    }

    /** With the summaries of these ids. */
    public MadeRecord tellings(List<Long> ids) {
        tellings = ids;
        return this;
    }

    /** Shown as {@code state}. */
    public MadeRecord shown(StateDocument state) {
        injected = state;
        return this;
    }

    /** Of a chat that is compressed, or is not. */
    public MadeRecord enabled(boolean on) {
        enabled = on;
        return this;
    }

    /** Made by {@code step}. */
    public MadeRecord cause(Cause step) {
        cause = step;
        return this;
    }

    /** With these costs. */
    public MadeRecord accounting(Accounting costs) {
        accounting = costs;
        return this;
    }

    /** With an extract that stands in. */
    public MadeRecord bridge(Bridge extract) {
        bridge = extract;
        return this;
    }

    /** The record, made at {@code createdAt}. */
    public CompressionRecord at(Instant createdAt) {
        return new CompressionRecord(
                version,
                boundary,
                pinned,
                pruned,
                schema,
                segments,
                tellings,
                injected,
                enabled,
                cause,
                accounting,
                createdAt,
                0,
                Artefacts.NONE,
                ChosenPins.NONE,
                bridge);
    }
}
