package io.github.sessioncompression.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAiChatTest {
    private static final String CALL =
            "{'role':'assistant','content':null,'tool_calls':[{'id':'c1','type':'function','function':{'name':'search','arguments':'{}'}}]}";

    @Test
    void readsEveryRole() {
        assertThat(read(
                        "[{'role':'system','content':'s'},{'role':'developer','content':'d'},{'role':'user','content':'u'},"
                                + CALL
                                + ",{'role':'tool','tool_call_id':'c1','content':'r'}]"))
                .extracting(Message::role)
                .containsExactly(Role.SYSTEM, Role.SYSTEM, Role.USER, Role.ASSISTANT, Role.TOOL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{'role':'user','content':'a'},{'role':'assistant','content':'b'}]",
                "{'model':'m','messages':[{'role':'user','content':'a'},{'role':'assistant','content':'b'}],'n':1}",
                "{'role':'user','content':'a'}\n{'role':'assistant','content':'b'}\n"
            })
    void readsAnArrayAWrapperAndJsonLines(String text) {
        assertThat(read(text)).extracting(Message::text).containsExactly("a", "b");
    }

    @Test
    void joinsTextPartsAndCountsTheOthersAsMedia() {
        Message message = only("{'role':'user','content':[{'type':'text','text':'What is'},"
                + "{'type':'image_url','image_url':{'url':'data:image/png;base64,AAAA'}},{'type':'input_audio','input_audio':{}},"
                + "{'type':'file','file':{}},{'type':'text','text':'this?'}]}");
        assertThat(message.text()).isEqualTo("What is\nthis?");
        assertThat(message.mediaCount()).isEqualTo(3);
    }

    @Test
    void leavesThinkingAlone() {
        Message message = only(
                "{'role':'assistant','content':[{'type':'thinking','thinking':'hm'},{'type':'text','text':'Yes'}]}");
        assertThat(message.text()).isEqualTo("Yes");
        assertThat(message.mediaCount()).isZero();
    }

    @Test
    void takesMissingContentForEmptyAndARefusalForText() {
        assertThat(only("{'role':'assistant'}").text()).isEmpty();
        assertThat(only("{'role':'assistant','content':null,'refusal':'I can not.'}")
                        .text())
                .isEqualTo("I can not.");
    }

    @Test
    void readsToolCallsWithTheirArgumentsUnparsed() {
        Message message = only("{'role':'assistant','content':null,'tool_calls':["
                + "{'id':'1','type':'function','function':{'name':'a','arguments':'{not json'}},"
                + "{'id':null,'function':{'name':'b','arguments':{'x':1}}},{'id':'3','function':{'name':'c'}},"
                + "{'id':'4','type':'custom','custom':{'name':'d','input':'ls'}}]}");
        assertThat(message.toolCalls())
                .containsExactly(
                        new ToolCall("1", "a", "{not json"),
                        new ToolCall("", "b", "{\"x\":1}"),
                        new ToolCall("3", "c", ""),
                        new ToolCall("4", "d", "ls"));
    }

    @Test
    void namesAResultAfterItsCall() {
        List<Message> chat = read("[" + CALL + ",{'role':'tool','tool_call_id':'c1','content':'r'}]");
        assertThat(chat.get(1).name()).isEqualTo("search");
        assertThat(chat.get(1).toolCallId()).isEqualTo("c1");
    }

    @Test
    void readsTheFormerFunctionCalls() {
        List<Message> chat = read("[{'role':'assistant','content':null,'function_call':{'name':'f','arguments':'{}'}},"
                + "{'role':'function','name':'f','content':'r'}]");
        assertThat(chat.get(0).toolCalls()).containsExactly(new ToolCall("", "f", "{}"));
        assertThat(chat.get(1).role()).isEqualTo(Role.TOOL);
    }

    @ParameterizedTest
    @CsvSource({
        "2024-05-15T15:00:00Z, 2024-05-15T15:00:00Z",
        "2024-05-15T15:00:00.25+02:00, 2024-05-15T13:00:00.250Z",
        "2024-05-15T15:00, 2024-05-15T15:00:00Z",
        "2023-05-08T13:56:00, 2023-05-08T13:56:00Z"
    })
    void readsTimesWithAndWithoutAZone(String written, Instant meant) {
        assertThat(only("{'role':'user','content':'a','timestamp':'" + written + "'}")
                        .timestamp())
                .isEqualTo(meant);
    }

    @Test
    void readsNameAndIdOfTextOrNumber() {
        Message message = only("{'role':'user','content':'a','name':'Ann','id':'D1:1'}");
        assertThat(message.name()).isEqualTo("Ann");
        assertThat(message.id()).isEqualTo("D1:1");
        assertThat(only("{'role':'user','content':'a','id':17}").id()).isEqualTo("17");
    }

    @Test
    void writesBackEverythingItDidNotUnderstand() {
        String text = json(
                "{'messages':[\n{'role':'developer','content':[{'type':'text','text':'x','cache_control':{'type':'ephemeral'}}],"
                        + "'annotations':[1.5,null],'timestamp':'2024-05-15T15:00'}\n]}\n");
        assertThat(OpenAiChat.write(readRaw(text))).isEqualTo(text);
    }

    @Test
    void writesMessagesOfItsOwnFromTheirFields() {
        List<Message> chat = List.of(
                Message.user("Hi").withName("Ann").withId("1").withTimestamp(Instant.parse("2024-05-15T15:00:00Z")),
                Message.assistant("", List.of(new ToolCall("c1", "search", "{}"))),
                Message.toolResult("c1", "search", "none"));
        String text = OpenAiChat.write(chat);
        assertThat(text)
                .isEqualTo(
                        json(
                                """
                        {'messages':[
                        {'role':'user','name':'Ann','content':'Hi','id':'1','timestamp':'2024-05-15T15:00:00Z'},
                        {'role':'assistant','content':null,'tool_calls':[{'id':'c1','type':'function','function':{'name':'search','arguments':'{}'}}]},
                        {'role':'tool','name':'search','content':'none','tool_call_id':'c1'}
                        ]}
                        """));
        assertThat(readRaw(text).stream().map(m -> m.withSource(null))).isEqualTo(chat);
    }

    @Test
    void writesAChangedTextInsteadOfTheOldSource() {
        Message changed = only("{'role':'user','content':'old','extra':1}").withText("new");
        assertThat(OpenAiChat.write(List.of(changed))).contains("\"new\"").doesNotContain("old");
    }

    @Test
    void doesNotTakeAnotherFrameworksMapForItsOwn() {
        Message message = Message.user("a").withSource(Map.of("text", "b"));
        assertThat(OpenAiChat.write(List.of(message))).contains("\"a\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | []       | no messages",
                "0 | {'messages':[]} | no messages",
                "0 | hello    | line 1: not JSON",
                "0 | {'messages':'none'} | messages must be a list",
                "2 | [{'role':'user','content':'a'}, 3] | must be an object",
                "1 | [null]   | must be an object",
                "1 | [{'content':'a'}] | without a role",
                "1 | [{'role':'bot'}] | unknown role 'bot'",
                "1 | [{'role':7}] | message.role must be a string",
                "1 | [{'role':'user','content':7}] | content must be",
                "1 | [{'role':'user','content':['a']}] | message.content[0] must be an object",
                "1 | [{'role':'user','content':'a','name':[]}] | message.name must be a string",
                "1 | [{'role':'user','content':'a','timestamp':'yesterday'}] | timestamp 'yesterday'",
                "1 | [{'role':'user','content':'a','timestamp':5}] | message.timestamp must be a string",
                "1 | [{'role':'user','content':'a','tool_calls':[{'function':{'name':'f'}}]}] | only an assistant",
                "1 | [{'role':'assistant','tool_calls':{}}] | message.tool_calls must be an array",
                "1 | [{'role':'assistant','tool_calls':[1]}] | message.tool_calls[0] must be an object",
                "1 | [{'role':'assistant','tool_calls':[{}]}] | message.tool_calls[0].function must be an object",
                "1 | [{'role':'assistant','tool_calls':[{'function':{'arguments':''}}]}] | without a name",
                "1 | [{'role':'assistant','tool_calls':[{'function':{'name':'f','arguments':7}}]}] | message.tool_calls[0].function.arguments must be a string",
                "1 | [{'role':'tool','tool_call_id':'x','content':'r'}] | a tool result without a call (tool_call_id 'x')",
            })
    void namesMessageAndProblem(int message, String text, String problem) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> OpenAiChat.read(json(text)))
                .withMessageContaining(problem)
                .withMessageStartingWith(message == 0 ? "" : "message " + message + ": ");
    }

    @Test
    void countsLinesAndMessages() {
        String lines = json("{'role':'user','content':'a'}\n\n{'role':'user','content':'b'}\n{'role':'usr'");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> OpenAiChat.read(lines))
                .withMessage("line 4: not JSON at column 14: unexpected end");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> OpenAiChat.read(lines + "}"))
                .withMessage("message 3: unknown role 'usr', expected system, developer, user, assistant or tool");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(
                        () -> OpenAiChat.read(json("[{'role':'user','content':'a'},\n{'role':'user',\n'content':}]")))
                .withMessageStartingWith("line 3: not JSON at column");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'role':'user','content':'well'}\n{'role':'tool','tool_call_id':'c1','content':'r'}",
                "{'role':'tool','tool_call_id':'c2','content':'r'}",
                "{'role':'tool','tool_call_id':'c1','content':'r'}\n{'role':'tool','tool_call_id':'c1','content':'r'}",
                "{'role':'tool','name':'fetch','content':'r'}"
            })
    void refusesResultWithoutCall(String afterTheCall) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> OpenAiChat.read(json(CALL + "\n" + afterTheCall)))
                .withMessageContaining("a tool result without a call");
    }

    @Test
    void acceptsTheSameCallIdAgainInALaterMessage() {
        String result = "{'role':'tool','tool_call_id':'c1','content':'r'}";
        assertThat(read(String.join("\n", CALL, result, CALL, result))).hasSize(4);
    }

    @Test
    void shortensQuotedInput() {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> OpenAiChat.read(json("[{'role':'" + "x\\u0007".repeat(1_000) + "'}]")))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200).doesNotContain("\u0007"));
    }

    @Test
    void roundTripsTheBundledChat() throws InputException {
        List<Message> chat =
                Transcript.read(null, InputStream.nullInputStream()).messages();
        List<Message> fromFields = OpenAiChat.read(OpenAiChat.write(
                chat.stream().map(message -> message.withSource(null)).toList()));
        assertThat(OpenAiChat.read(OpenAiChat.write(chat))).isEqualTo(chat);
        assertThat(fromFields.stream().map(message -> message.withSource(null)))
                .isEqualTo(
                        chat.stream().map(message -> message.withSource(null)).toList());
    }

    private static Message only(String json) {
        List<Message> messages = read("[" + json + "]");
        assertThat(messages).hasSize(1);
        return messages.get(0);
    }

    private static List<Message> read(String singleQuoted) {
        return readRaw(json(singleQuoted));
    }

    private static List<Message> readRaw(String text) {
        try {
            return OpenAiChat.read(text);
        } catch (InputException e) {
            throw new AssertionError(e);
        }
    }

    private static String json(String singleQuoted) {
        return singleQuoted.replace('\'', '"');
    }
}
