package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.FakeChatModel.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.stub.GeminiStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.token.Usage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Finish reason, usage and withheld state read from a chat model's answer. */
@Tag("once")
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
    void takesCutObjectWithoutReasonAsCutOff() {
        assertThat(answering(answer("{\"logos\": [\"Order 1001 {", null)).finishReason())
                .isEqualTo(io.github.sessioncompression.model.ModelAnswer.FinishReason.LENGTH);
        assertThat(answering(answer("{\"logos\": [\"Order 1001 {", FinishReason.STOP))
                        .finishReason())
                .isEqualTo(io.github.sessioncompression.model.ModelAnswer.FinishReason.STOP);
        assertThat(answering(answer("{\"logos\": [\"Order 1001 {\"]}", null)).finishReason())
                .isEqualTo(io.github.sessioncompression.model.ModelAnswer.FinishReason.STOP);
    }

    @Test
    void reportsBlockedGeminiPromptAsFiltered() {
        try (GeminiStub gemini = GeminiStub.start()) {
            gemini.answers(new Reply.Raw(200, "{\"promptFeedback\": {\"blockReason\": \"PROHIBITED_CONTENT\"}}"));

            ModelAnswer answer = StructuredChatModel.of(
                            Clients.GEMINI.model(gemini.baseUrl(), StructuredChatModelFaultContract.LONG))
                    .answer(REQUEST);

            assertThat(answer.finishReason())
                    .isEqualTo(io.github.sessioncompression.model.ModelAnswer.FinishReason.CONTENT_FILTER);
        }
    }

    @Test
    void passesOnOtherNullPointers() {
        StructuredChatModel model = StructuredChatModel.of(new FakeChatModel(request -> {
            throw new NullPointerException("of the application's");
        }));

        assertThatThrownBy(() -> model.answer(REQUEST)).isInstanceOf(NullPointerException.class);
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
