package io.github.sessioncompression.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.github.sessioncompression.conformance.WholeChatMemory.Fault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LangChain4jMemoryContractTest {
    /** A memory that keeps all promises. */
    @Nested
    class OfWholeChatTest extends Whole {}

    abstract static class Whole extends LangChain4jMemoryContract {
        @Override
        protected ChatMemory create(Object id, MemorySize size) {
            return new WholeChatMemory(id);
        }

        @Override
        protected ChatMemory createOver(Object id, MemorySize size, ChatMemoryStore store) {
            return new WholeChatMemory(id, store);
        }

        @Override
        protected ChatMemory createWith(Object id, MemorySize size, ChatModel summariser) {
            return create(id, size);
        }
    }

    /** A memory that breaks these promises. */
    private record Wrong(String name, LangChain4jMemoryContract contract, Set<String> broken) {
        Wrong(String name, BiFunction<Object, MemorySize, ChatMemory> memory, String... broken) {
            this(
                    name,
                    new Whole() {
                        @Override
                        protected ChatMemory create(Object id, MemorySize size) {
                            return memory.apply(id, size);
                        }
                    },
                    broken);
        }

        Wrong(String name, LangChain4jMemoryContract contract, String... broken) {
            this(name, contract, Set.of(broken));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Wrong> wrongMemories() {
        Stream<Wrong> damaged = Arrays.stream(Fault.values())
                .map(fault -> new Wrong(fault.name(), (id, size) -> damaged(id, fault), fault.broken()));
        return Stream.concat(
                damaged,
                Stream.of(
                        new Wrong("returns its own list", (id, size) -> liveList(id), "returnsListOfItsCaller"),
                        new Wrong(
                                "set adds",
                                (id, size) -> setThatAdds(id),
                                "setToItsOwnMessagesChangesNothing",
                                "setsMessages"),
                        new Wrong(
                                "clear is the end",
                                (id, size) -> closedByClear(id),
                                "clears",
                                "keepsAllButRefusedAnswer"),
                        new Wrong("one chat of all ids", (id, size) -> ONE_CHAT, "keepsIdsApart"),
                        new Wrong("unlocked", LangChain4jMemoryContractTest::unlocked, "losesNoMessageOfEightThreads"),
                        new Wrong(
                                "stores nothing",
                                forgetsItsStore(),
                                "continuesAfterRestart",
                                "losesNothingWhenStoreFails"),
                        new Wrong(
                                "believes its summariser",
                                trustsSummariser(),
                                "survivesThrowingSummariser",
                                "survivesBlankSummary",
                                "boundsEndlessSummary")));
    }

    @ParameterizedTest
    @MethodSource("wrongMemories")
    void failsForWrongMemory(Wrong wrong) {
        assertThat(ContractRun.failures(wrong.contract())).containsAll(wrong.broken());
    }

    @Test
    void eachPromiseIsBrokenByAWrongMemory() {
        Set<String> broken = new TreeSet<>();
        wrongMemories().forEach(wrong -> broken.addAll(wrong.broken()));
        assertThat(broken).isEqualTo(ContractRun.promises(LangChain4jMemoryContract.class));
    }

    private static final ChatMemory ONE_CHAT = new WholeChatMemory("one");

    private static ChatMemory damaged(Object id, Fault fault) {
        return new WholeChatMemory(id) {
            @Override
            public List<ChatMessage> messages() {
                List<ChatMessage> all = super.messages();
                fault.damage(all);
                return all;
            }
        };
    }

    private static ChatMemory liveList(Object id) {
        List<ChatMessage> live = new ArrayList<>();
        return new WholeChatMemory(id) {
            @Override
            public void add(ChatMessage message) {
                live.add(message);
            }

            @Override
            public List<ChatMessage> messages() {
                return live;
            }
        };
    }

    private static ChatMemory setThatAdds(Object id) {
        return new WholeChatMemory(id) {
            @Override
            public void set(Iterable<ChatMessage> messages) {
                messages.forEach(this::add);
                add(UserMessage.from("set"));
            }
        };
    }

    private static ChatMemory closedByClear(Object id) {
        return new WholeChatMemory(id) {
            private boolean closed;

            @Override
            public void add(ChatMessage message) {
                if (!closed) {
                    super.add(message);
                }
            }

            @Override
            public void clear() {
                super.clear();
                closed = true;
            }
        };
    }

    /** Two threads have read before one of them writes. Only the memory of the test that has several threads is so large. */
    private static ChatMemory unlocked(Object id, MemorySize size) {
        CountDownLatch two = new CountDownLatch(size.messages() > 100 ? 2 : 0);
        SwitchedChatMemoryStore store = new SwitchedChatMemoryStore();
        return new WholeChatMemory(id, store) {
            @Override
            public void add(ChatMessage message) {
                List<ChatMessage> all = new ArrayList<>(store.getMessages(id()));
                two.countDown();
                try {
                    assertThat(two.await(1, TimeUnit.MINUTES)).isTrue();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                all.add(message);
                store.updateMessages(id(), all);
            }
        };
    }

    private static LangChain4jMemoryContract forgetsItsStore() {
        return new Whole() {
            @Override
            protected ChatMemory createOver(Object id, MemorySize size, ChatMemoryStore store) {
                return create(id, size);
            }
        };
    }

    private static LangChain4jMemoryContract trustsSummariser() {
        return new Whole() {
            @Override
            protected ChatMemory createWith(Object id, MemorySize size, ChatModel summariser) {
                return new WholeChatMemory(id) {
                    @Override
                    public void add(ChatMessage message) {
                        super.add(message);
                        if (messages().size() > size.messages()) {
                            clear();
                            super.add(UserMessage.from("So far: " + summary()));
                        }
                    }

                    private String summary() {
                        try {
                            return summariser.chat("Summarise.");
                        } catch (IllegalStateException e) {
                            return String.valueOf(e.getMessage());
                        }
                    }
                };
            }
        };
    }

    @Test
    void failureShowsShortestChat() {
        Throwable failure = ContractRun.failure(
                new Wrong("", (id, size) -> damaged(id, Fault.CALLS_LEFT_OUT)).contract(),
                "keepsResultsBehindTheirCalls");
        assertThat(failure)
                .hasMessage(
                        """
                        a tool result without its call before it: call00001
                          added:   user "Question 1"; calls call00001; result of call00001
                          request: system; user "Question 1"; result of call00001""");
    }
}
