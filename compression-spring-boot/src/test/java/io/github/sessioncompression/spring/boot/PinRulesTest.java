package io.github.sessioncompression.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.settings.PinRules;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
class PinRulesTest extends SettingsFixture {
    private static final Message RULE = Message.user(" rule: never ship on a Friday.");
    private static final Message PHOTO = Message.user("Is this the kiln?").withMediaCount(1);
    private static final Message CALL = Message.assistant("", List.of(new ToolCall("1", "read_handbook", "{}")));
    private static final Message RESULT = Message.toolResult("1", "read_handbook", "Kilns cool for a day.");
    private static final List<Message> OTHERS = List.of(
            Message.user("Is there a rule: or not?"),
            Message.assistant("Rule: there is none."),
            Message.assistant("A photo.").withMediaCount(1),
            Message.toolResult("2", "weather", "Sun."));

    private Predicate<Message> rule(PinnedMessages... beans) {
        Predicate<Message> rule = new PinRules(read(), List.of(beans)).rule().orElse(message -> false);
        assertThat(OTHERS).noneMatch(rule);
        return rule;
    }

    @Test
    void pinsNothingByDefault() {
        assertThat(new PinRules(read(), List.of()).rule()).isEmpty();
    }

    @Test
    void pinsToolsByName() {
        set("session-compression.pin.tools[0]", "read_handbook");
        set("session-compression.pin.tools[1]", "lookup");
        assertThat(List.of(CALL, RESULT)).allMatch(rule());
        assertThat(List.of(RULE, PHOTO)).noneMatch(rule());
    }

    @Test
    void pinsUserMessagesByTheirBeginning() {
        set("session-compression.pin.prefixes", "Rule:, /remember");
        assertThat(RULE).matches(rule());
        assertThat(Message.user("/REMEMBER the kiln")).matches(rule());
        assertThat(List.of(CALL, RESULT, PHOTO)).noneMatch(rule());
    }

    @Test
    void addsBeansToProperties() {
        set("session-compression.pin.tools", "read_handbook");
        Predicate<Message> rule = rule(message -> message.text().contains("kiln?"));
        assertThat(List.of(CALL, PHOTO)).allMatch(rule);
    }

    @Test
    void refusesEmptyNames() {
        set("session-compression.pin.tools", "read_handbook,,lookup");
        assertRefused()
                .hasMessageContaining(
                        "session-compression.pin.tools must be texts of 1 to 256 characters, separated by commas, but was"
                                + " 'read_handbook, , lookup'");
    }
}
