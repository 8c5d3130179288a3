package io.github.sessioncompression.policy;

import io.github.sessioncompression.option.ValueType;
import io.github.sessioncompression.policy.KnobDefinition.Family;
import io.github.sessioncompression.policy.KnobDefinition.Single;
import io.github.sessioncompression.prune.PruneOptions.ToolPolicy;
import io.github.sessioncompression.state.Artefacts.Work;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The one table of all knobs: keys and descriptions.
 *
 * <p>Ranges and defaults stand at the options. The documentation is generated from both.
 */
final class Knobs {
    /** The knob that is applied before all others. */
    static final String PRESET = "preset";

    private static final Pattern HYPHENATED = Pattern.compile("-([a-z])");

    static final ValueType<Preset> PRESET_TYPE = ValueType.oneOf(Preset.class);
    static final List<KnobDefinition> ALL = List.of(
            single("enabled", "Switches the library on; false sends every transcript unchanged."),
            single(
                    "context-window",
                    "Context window of the chat model, in tokens. Required unless model-name names a known model."),
            single(
                    "model-name",
                    "Name of the chat model; gives its context window and output limit where they are not set."),
            single(
                    "reserved-output-tokens",
                    "Tokens of the window reserved for the answer, taken off before any ratio is applied; fewer"
                            + " than the window has. Where nothing is set: the output limit of the model that model-name"
                            + " names, but 32000 and a quarter of the window at most; 0 if that is no known model."),
            single("trigger-ratio", "Share of the window above which the context is compressed; above target-ratio."),
            single(
                    "trigger-max-tokens",
                    "Cap of the size above which the context is compressed, in tokens, for windows larger than a"
                            + " chat should grow; where it is below trigger-ratio's share, target-ratio's shrinks with it."),
            single("target-ratio", "Share of the window that a compression aims at; below trigger-ratio."),
            single(
                    "hard-limit-ratio",
                    "Share of the window that no request exceeds, as far as possible; not below trigger-ratio."),
            single(
                    "execution",
                    "Time of a compression. auto: in the background after the answer; above the hard limit an"
                            + " extract stands in until the state is ready. sync: before the call. async: in the"
                            + " background; above the hard limit the oldest turns are left out of the view meanwhile."),
            single(
                    "trigger-points",
                    "Moments at which the size is checked: before a call, after a response, inside a tool loop,"
                            + " when a turn is interrupted, when the provider refuses a request as too long; idle: when a"
                            + " chat above target-ratio has rested."),
            single(
                    "idle-after",
                    "Rest after an answer from which on a chat is idle, such as the time that the provider's"
                            + " prompt cache lives; for the trigger point idle alone."),
            single(
                    "keep-recent",
                    "Recent chat that stays in full: what fits under target-ratio, at least a number of messages,"
                            + " at most a number of tokens, or a number of turns with the current one. The current turn"
                            + " stays until it has its answer; 0 keeps none then."),
            single(
                    "failure",
                    "Reaction to a failure of the compression model. offline: an extract of the chat is the state."
                            + " truncate: above the hard limit the oldest turns are left out of this request. keep:"
                            + " nothing changes. throw: the caller gets an exception."),
            single(
                    "retention",
                    "Fate of compressed messages. keep-all: they stay in the store. evict-compressed: the"
                            + " application's ArchiveListener, which is required, gets them, then they are deleted from"
                            + " the store; the last eight at the next compression."),
            single(
                    "state.mode",
                    "merge: one state, rewritten by each compression. chain: one state for each compression, shown"
                            + " together; above the cap the least important entries are left out. off: no state; only"
                            + " pruning makes room."),
            single(
                    "state.max-tokens",
                    "Cap of the injected state, in tokens; not above the window without the reserved output."),
            new Single(
                    "injection",
                    "state.injection",
                    "Place of the state. pair: a user message and its acknowledgement. assistant: one assistant"
                            + " message. system: at the end of the system prompt, which invalidates the provider's prompt"
                            + " cache at each compression."),
            single("state.schema", "Fields of the state. A schema of the application's own is set in code."),
            single(
                    "state.awareness",
                    "Appends a block to the system prompt that explains the state to the model. A text of the"
                            + " application's own is set in code."),
            single(
                    "state.history-tools",
                    "Gives the model the tools search_history and expand_segment, which return earlier messages"
                            + " word for word."),
            new Family<>(
                    "state.tools.",
                    ValueType.oneOf(Work.class),
                    policy -> policy.state().tools(),
                    (policy, tool, work) ->
                            policy.put(PolicyValues.STATE, policy.state().withTool(tool, work)),
                    "Work of the tool of that name. read, create, modify, delete: on the file that its arguments"
                            + " name, for the artefacts of a record. plan: its latest call is the plan that every state"
                            + " shows. question: the user's answer stays in every state. By default the words in its"
                            + " name tell."),
            single(
                    "expansion.trigger",
                    "Quotes compressed messages before a user message that needs them. off: never. markers: if it"
                            + " has a segment's marker. words: also by its words."),
            single("sessions.parents", "Number of earlier sessions whose states a new session is shown."),
            single("sessions.parent-share", "Share of the state's cap that these states take together."),
            single("sessions.resume-ratio", "Share of the window up to which a resumed session is shown in full."),
            new Single(
                    "prune.mode",
                    "prune.pruning",
                    "auto: old tool results become placeholders, by the policy of their tool. keep-all: only where"
                            + " the context would not fit otherwise. keep-none: every result that the model has answered."
                            + " off: results are neither pruned nor cut."),
            single(
                    "prune.trigger-tokens",
                    "Tokens of tool results above which old ones are pruned after an answer, below the size that"
                            + " triggers a compression too; 0: never. Each such step invalidates the provider's prompt"
                            + " cache behind the first pruned result. min-context-tokens is 0 then, and protect-tokens a"
                            + " quarter of it at most, unless they are set."),
            single(
                    "prune.min-context-tokens",
                    "Context size in tokens below which nothing is pruned; never above 25 % of the window."),
            single(
                    "prune.protect-tokens",
                    "Tokens of the newest tool results that stay, never above 25 % of the window. One step saves"
                            + " at least as many, or 15 % of the window."),
            single("prune.keep-last-turns", "Number of last turns whose results stay, the current turn included."),
            single(
                    "prune.max-result-tokens",
                    "Size in tokens above which one tool result loses its middle as soon as it arrives."),
            new Family<>(
                    "prune.tools.",
                    ValueType.oneOf(ToolPolicy.class),
                    policy -> policy.prune().tools(),
                    (policy, tool, treatment) ->
                            policy.put(PolicyValues.PRUNE, policy.prune().withTool(tool, treatment)),
                    "Policy for the results of the tool of that name, or with * of all others. prune: old results"
                            + " become placeholders, and long arguments of old calls lose their middle. summarize: they"
                            + " stay until a compression, which reads them whole. keep: they stay until a compression."),
            single(
                    "tokens.source",
                    "Number that decides. auto: the provider's last report plus the estimate of later messages."
                            + " estimate: the estimate. provider: reports alone."),
            single("tokens.estimator", "Counter of a text's tokens: a tokeniser, or one token for four characters."),
            single("tokens.safety-factor", "Factor of every estimate."),
            single(
                    "model.timeout",
                    "Longest duration of one call of the compression model; a compression with all its calls takes"
                            + " three times as long at most."),
            single("model.retries", "Number of retries of a failed call, after 1 s, 2 s, 4 s and so on."),
            single(
                    "model.context-window",
                    "Context window of the compression model, in tokens; larger input is compressed in steps."),
            single(
                    "model.max-output-tokens",
                    "Output limit of the compression model, in tokens; 0 derives it from the cap of the state."));

    private Knobs() {}

    static List<Knob> listed() {
        List<Knob> listed = new ArrayList<>();
        listed.add(new Knob(
                Knob.PREFIX + PRESET,
                Preset.class,
                "",
                PRESET_TYPE.allowed(),
                PRESET_TYPE.values(),
                "Named set of settings to start from; every other setting overrides it."));
        for (KnobDefinition knob : ALL) {
            listed.add(knob.listed());
        }
        return Collections.unmodifiableList(listed);
    }

    static Optional<KnobDefinition> find(String keyWithoutPrefix) {
        return ALL.stream().filter(knob -> knob.isFor(keyWithoutPrefix)).findFirst();
    }

    static Properties write(PolicyValues policy) {
        Properties properties = new Properties();
        properties.putAll(texts(policy));
        return properties;
    }

    /** The settings that differ from the defaults, by full key in alphabetical order. */
    static SortedMap<String, String> changed(PolicyValues policy) {
        Map<String, String> defaults = texts(PolicyValues.UNSET);
        SortedMap<String, String> changed = texts(policy);
        changed.entrySet().removeIf(entry -> entry.getValue().equals(defaults.get(entry.getKey())));
        return changed;
    }

    private static SortedMap<String, String> texts(PolicyValues policy) {
        SortedMap<String, String> texts = new TreeMap<>();
        for (KnobDefinition knob : ALL) {
            texts.putAll(knob.texts(policy));
        }
        return texts;
    }

    private static KnobDefinition single(String key, String description) {
        String option =
                HYPHENATED.matcher(key).replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
        return new Single(key, option, description);
    }
}
