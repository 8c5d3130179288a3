package io.github.sessioncompression.spring.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import io.github.sessioncompression.store.SessionStore;
import java.util.Objects;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application with the endpoint, and a chat in it. */
abstract class EndpointFixture {
    final SessionStore store = SessionStore.inMemory();
    final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SessionCompressionAutoConfiguration.class, SessionCompressionEndpointAutoConfiguration.class))
            .withBean(SessionStore.class, () -> store)
            .withInitializer(
                    context -> context.getEnvironment().setConversionService(new ApplicationConversionService()))
            .withPropertyValues("session-compression.context-window=4000");
    final ApplicationContextRunner unused =
            runner.withPropertyValues("management.endpoints.web.exposure.include=sessioncompression");
    final ApplicationContextRunner exposed = unused.withUserConfiguration(User.class);

    static SessionCompressionEndpoint endpoint(AssertableApplicationContext context) {
        return context.getBean(SessionCompressionEndpoint.class);
    }

    static ConversationReport report(AssertableApplicationContext context, String id) {
        return (ConversationReport) Objects.requireNonNull(endpoint(context).read(id, null, null, null));
    }

    /** Checks the status and the reason in the body. */
    static void assertRefused(Object response, int status, String reason) {
        assertThat(response).isInstanceOfSatisfying(WebEndpointResponse.class, refused -> {
            assertThat(refused.getStatus()).isEqualTo(status);
            assertThat(refused.getBody()).isInstanceOfSatisfying(ActionReport.class, report -> {
                assertThat(report.outcome()).isEqualTo("refused");
                assertThat(report.detail()).contains(reason);
            });
        });
    }

    static Conversation chat(AssertableApplicationContext context) {
        return chat(context, "user-42");
    }

    static Conversation chat(AssertableApplicationContext context, String id) {
        Conversation chat = context.getBean(SessionCompressor.class).conversation(id);
        for (int i = 0; i < 3; i++) {
            chat.append(
                    Message.user("Question " + i + " about pottery: " + "where is it? ".repeat(40)),
                    Message.assistant("Answer " + i + ": " + "on its way. ".repeat(40)));
        }
        chat.append(Message.user("And now?"));
        return chat;
    }

    /** Needs a compressor, as a memory does. */
    @Configuration(proxyBeanMethods = false)
    static class User {
        @Bean
        Object user(SessionCompressor compressor) {
            return compressor.policy();
        }
    }
}
