package io.github.sessioncompression.spring.ai.boot;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import io.github.sessioncompression.spring.ai.LogLines;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The line about an application's own memory. */
class MemoryChoiceTest {
    private static List<String> lines(ApplicationContextRunner runner) {
        try (LogLines lines = new LogLines(Level.INFO)) {
            runner.run(context -> assertThat(context).hasNotFailed());
            return lines.at(Level.INFO).stream()
                    .filter(line -> line.contains("ChatMemory bean"))
                    .toList();
        }
    }

    @Test
    void tellsThatApplicationsMemoryIsUsed() {
        assertThat(lines(ChattingApplication.runner().withUserConfiguration(Window.class)))
                .singleElement()
                .asString()
                .contains(
                        "windowMemory (MessageWindowChatMemory)",
                        "compresses nothing",
                        "CompressingChatMemory.builder()");
    }

    @Test
    void staysSilentWhereItsMemoryIsUsed() {
        assertThat(lines(ChattingApplication.runner())).isEmpty();
    }

    @Test
    void staysSilentWhereApplicationsMemoryCompresses() {
        assertThat(lines(ChattingApplication.runner().withUserConfiguration(Compressing.class)))
                .isEmpty();
    }

    @Test
    void staysSilentWhereSwitchedOff() {
        assertThat(lines(ChattingApplication.runner()
                        .withUserConfiguration(Window.class)
                        .withPropertyValues("session-compression.enabled=false")))
                .isEmpty();
    }

    @Configuration(proxyBeanMethods = false)
    static class Window {
        @Bean
        ChatMemory windowMemory() {
            return MessageWindowChatMemory.builder().build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Compressing {
        @Bean
        ChatMemory ownMemory(SessionCompressor compressor) {
            return CompressingChatMemory.builder().compressor(compressor).build();
        }
    }
}
