package io.github.sessioncompression.spring.ai;

import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import reactor.core.publisher.Flux;

/** Adds texts to the user's message once the memory has it, as an advisor does that answers questions from documents. */
record Retrieval(String texts) implements CallAdvisor, StreamAdvisor {
    /** End of each retrieved text. */
    static final String END = "(end of the documents)";

    /** Start of the retrieved texts. */
    static final String START = "\n\nDocuments:";

    /** Texts of about so many tokens. */
    static Retrieval ofTokens(int tokens) {
        return new Retrieval(START + " bark mulch".repeat(tokens / 2) + END);
    }

    @Override
    public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
        return chain.nextCall(augmented(request));
    }

    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
        return chain.nextStream(augmented(request));
    }

    private ChatClientRequest augmented(ChatClientRequest request) {
        return request.mutate()
                .prompt(request.prompt()
                        .augmentUserMessage(user ->
                                user.mutate().text(user.getText() + texts).build()))
                .build();
    }

    @Override
    public String getName() {
        return "Retrieval";
    }

    @Override
    public int getOrder() {
        return 0;
    }
}
