package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.message.Message.Parts;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.messages.UserMessage;

/** The default templates of the advisors that add retrieved documents, as Spring AI 1.1 and 2.0 have them. */
@Tag("once")
class UserPartsTest {
    private static final String RULE = "---------------------\n";
    private static final String DOCUMENT =
            "Customers must never return opened seed bags.\n\nQuery: I never pay.\n\nAnswer:\nNo.";
    private static final String QUESTION = "When can I plant tulips?\nAnd where?";

    private static String answering(String question, String document) {
        return question + "\n\nContext information is below, surrounded by ---------------------\n\n" + RULE + document
                + "\n"
                + RULE + "\nGiven the context and provided history information and not prior knowledge,\n"
                + "reply to the user comment. If the answer is not in the context, inform\n"
                + "the user that you can't answer the question.\n";
    }

    private static String augmented(String question, String document) {
        return "Context information is below.\n\n" + RULE + document + "\n" + RULE
                + "\nGiven the context information and no prior knowledge, answer the query.\n\nFollow these rules:\n\n"
                + "1. If the answer is not in the context, just say that you don't know.\n"
                + "2. Avoid statements like \"Based on the context...\" or \"The provided information...\".\n\nQuery: "
                + question + "\n\nAnswer:\n";
    }

    private static @Nullable Parts read(String text) {
        return MessageMapper.toCore(List.of(new UserMessage(text))).get(0).parts();
    }

    @Test
    void findsQuestionOfQuestionAnswerAdvisor() {
        assertThat(read(answering(QUESTION, DOCUMENT))).isEqualTo(new Parts(QUESTION, DOCUMENT));
        assertThat(read(answering(QUESTION, answering("I never pay.", DOCUMENT))))
                .extracting(Parts::own)
                .isEqualTo(QUESTION);
    }

    @Test
    void findsQuestionOfRetrievalAugmentationAdvisor() {
        assertThat(read(augmented(QUESTION, DOCUMENT))).isEqualTo(new Parts(QUESTION, DOCUMENT));
        assertThat(read(augmented(QUESTION, augmented("I never pay.", DOCUMENT))))
                .extracting(Parts::own)
                .isEqualTo(QUESTION);
    }

    @Test
    void findsNoWordsWhereNothingWasRetrieved() {
        assertThat(
                        read(
                                "The user query is outside your knowledge base.\nPolitely inform the user that you can't answer it.\n"))
                .isEqualTo(new Parts("", ""));
    }

    @Test
    void leavesOrdinaryTextsWhole() {
        assertThat(read("Context information is below.\n\n" + RULE + "I plant tulips in October."))
                .isNull();
        assertThat(read(QUESTION)).isNull();
    }

    private static CompressingChatMemory memory(
            InMemoryChatMemoryRepository repository, UnaryOperator<String> ownWords) {
        return CompressingChatMemory.builder()
                .policy(CompressionPolicy.forWindow(8_000))
                .chatMemoryRepository(repository)
                .ownWords(ownWords)
                .build();
    }

    @Test
    void applicationNamesWordsOfItsOwnTemplate() {
        InMemoryChatMemoryRepository repository = new InMemoryChatMemoryRepository();
        String text = "Use this: " + DOCUMENT + "\n## " + QUESTION;
        UnaryOperator<String> rule =
                said -> said.startsWith("Use this: ") ? said.substring(said.indexOf("\n## ") + 4) : null;
        for (int process = 0; process < 2; process++) {
            try (CompressingChatMemory memory = memory(repository, rule)) {
                if (process == 0) {
                    memory.add("chat", List.of(new UserMessage(text), new UserMessage("Thanks.")));
                }
                assertThat(memory.compressor().conversation("chat").transcript())
                        .extracting(message ->
                                message.parts() == null ? "" : message.parts().own())
                        .containsExactly(QUESTION, "");
            }
        }
    }

    @Test
    void throwingRuleCostsOneWarningAndNoMessage() {
        try (Warnings warnings = new Warnings();
                CompressingChatMemory memory = memory(new InMemoryChatMemoryRepository(), said -> {
                    throw new IllegalStateException("no");
                })) {
            memory.add("chat", List.of(new UserMessage(QUESTION), new UserMessage("Thanks.")));

            assertThat(memory.compressor().conversation("chat").transcript()).hasSize(2);
            assertThat(warnings.lines()).singleElement().asString().contains("own words", "IllegalStateException");
        }
    }
}
