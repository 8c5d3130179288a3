package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.FakeChatModel.answer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.token.Usage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Finish reason, usage and withheld state read from a chat model's answer. */
class StructuredChatModelAnswersTest {
    private static final ModelRequest REQUEST = StructuredChatModelContract.request();

    @ParameterizedTest
    @EnumSource(FinishReason.class)
    void mapsEveryFinishReason(FinishReason reason) {
        ModelAnswer answer = answering(answer("{}", reason));

        assertThat(answer.finishReason().name())
                .isEqualTo(reason == FinishReason.TOOL_EXECUTION ? "TOOL_CALLS" : reason.name());
    }

    @Test
    void takesAnAnswerWithoutAReasonAsFinished() {
        ModelAnswer answer = answering(answer("{}", null));

        assertThat(answer.finishReason()).isEqualTo(io.github.sessioncompression.model.ModelAnswer.FinishReason.STOP);
        assertThat(answer.usage()).isNull();
    }

    @Test
    void reportsIncompleteUsage() {
        assertThat(answering(answerCosting(new TokenUsage(700))).usage()).isEqualTo(Usage.of(700, 0));
        assertThat(answering(answerCosting(new TokenUsage(700, 20))).usage()).isEqualTo(Usage.of(700, 20));
        assertThat(answering(answerCosting(new TokenUsage())).usage()).isNull();
    }

    @Test
    void reportsWithheldAnswerAsFiltered() {
        ModelAnswer answer = StructuredChatModel.of(new FakeChatModel(request -> {
                    throw new ContentFilteredException("no");
                }))
                .answer(REQUEST);

        assertThat(answer.finishReason())
                .isEqualTo(io.github.sessioncompression.model.ModelAnswer.FinishReason.CONTENT_FILTER);
        assertThat(answer.text()).isEmpty();
    }

    private static ModelAnswer answering(ChatResponse response) {
        return StructuredChatModel.of(new FakeChatModel(request -> response)).answer(REQUEST);
    }

    private static ChatResponse answerCosting(TokenUsage usage) {
        return ChatResponse.builder()
                .aiMessage(AiMessage.from("{}"))
                .tokenUsage(usage)
                .build();
    }
}
