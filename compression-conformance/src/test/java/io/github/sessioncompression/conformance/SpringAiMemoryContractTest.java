package io.github.sessioncompression.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;

class SpringAiMemoryContractTest {
    private static final AssistantMessage BROKEN_OFF = new AssistantMessage("This turn has no answer.");

    /** A memory that keeps all promises. */
    @Nested
    class OfWholeChatTest extends Whole {}

    abstract static class Whole extends SpringAiMemoryContract {
        @Override
        protected ChatMemory create(MemorySize size) {
            return createOver(size, new SwitchedChatMemoryRepository());
        }

        @Override
        protected ChatMemory createOver(MemorySize size, ChatMemoryRepository repository) {
            return new Memory(repository, UnaryOperator.identity());
        }

        @Override
        protected ChatMemory createWith(MemorySize size, ChatModel summariser) {
            return create(size);
        }
    }

    private record Memory(ChatMemoryRepository repository, UnaryOperator<List<Message>> shown) implements ChatMemory {
        @Override
        public synchronized void add(String id, List<Message> messages) {
            List<Message> all = new ArrayList<>(repository.findByConversationId(id));
            all.addAll(messages);
            repository.saveAll(id, all);
        }

        @Override
        public List<Message> get(String id) {
            List<Message> all = new ArrayList<>();
            for (Message message : repository.findByConversationId(id)) {
                Message last = all.isEmpty() ? message : all.get(all.size() - 1);
                boolean open = last instanceof AssistantMessage assistant && assistant.hasToolCalls();
                if (open && !(message instanceof ToolResponseMessage)) {
                    all.remove(all.size() - 1);
                } else if (last instanceof ToolResponseMessage && message instanceof UserMessage) {
                    all.add(BROKEN_OFF);
                }
                if (!(message instanceof SystemMessage)) {
                    all.add(message);
                }
            }
            if (!all.isEmpty() && all.get(all.size() - 1) instanceof ToolResponseMessage) {
                all.add(BROKEN_OFF); // Within a turn it is read before a result is added.
            }
            return shown.apply(all);
        }

        @Override
        public void clear(String id) {
            repository.deleteByConversationId(id);
        }
    }

    /** A memory that breaks these promises. */
    private record Wrong(String name, SpringAiMemoryContract contract, Set<String> broken) {
        Wrong(String name, UnaryOperator<List<Message>> shown, String... broken) {
            this(
                    name,
                    new Whole() {
                        @Override
                        protected ChatMemory createOver(MemorySize size, ChatMemoryRepository repository) {
                            return new Memory(repository, shown);
                        }
                    },
                    broken);
        }

        Wrong(String name, SpringAiMemoryContract contract, String... broken) {
            this(name, contract, Set.of(broken));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Wrong> wrongMemories() {
        List<Message> live = new ArrayList<>(List.of(new UserMessage("Hello")));
        return Stream.of(
                new Wrong(
                        "no answers",
                        all -> without(all, AssistantMessage.class),
                        "keepsResultsBehindTheirCalls",
                        "keepsParallelCallsWhole",
                        "isValidForMistral"),
                new Wrong("no results", all -> without(all, ToolResponseMessage.class), "leavesNoCallOpen"),
                new Wrong("open calls", returnsWhatIsStored(), "leavesNoCallOpenAfterFailedTool"),
                new Wrong(
                        "no questions",
                        all -> without(all, UserMessage.class),
                        "keepsUsersQuestion",
                        "startsWithUserMessage",
                        "isValidForAnthropic",
                        "isValidForGemini"),
                new Wrong(
                        "system message last",
                        all -> with(all, new SystemMessage("There was a chat.")),
                        "keepsSystemPromptFirst",
                        "keepsAddedSystemMessageFirst"),
                new Wrong("empty answer", all -> with(all, new AssistantMessage("")), "isValidForOpenAi", "clears"),
                new Wrong("no note", SpringAiMemoryContractTest::withoutNote, "isValidAfterBrokenTurn"),
                new Wrong("last two", all -> all.subList(Math.max(0, all.size() - 2), all.size()), "keepsPrefixStable"),
                new Wrong("clear is the end", closedByClear(), "takesItsMessagesAgain"),
                new Wrong("one list", all -> live, "returnsListOfItsCaller", "losesNoMessageOfEightThreads"),
                new Wrong("one chat of all ids", oneChat(), "keepsIdsApart"),
                new Wrong("stores nothing", forgetsItsStore(), "continuesAfterRestart", "losesNothingWhenStoreFails"),
                new Wrong(
                        "believes its summariser",
                        trustsSummariser(),
                        "survivesThrowingSummariser",
                        "survivesBlankSummary",
                        "boundsEndlessSummary"));
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
        assertThat(broken).isEqualTo(ContractRun.promises(SpringAiMemoryContract.class));
    }

    @Test
    void failsForSpringAisOwnWindow() {
        SpringAiMemoryContract window = new SpringAiMemoryContract() {
            @Override
            protected ChatMemory create(MemorySize size) {
                return MessageWindowChatMemory.builder()
                        .maxMessages(size.messages())
                        .build();
            }
        };

        assertThat(ContractRun.failures(window)).contains("keepsPrefixStable", "keepsUsersQuestion");
    }

    private static SpringAiMemoryContract over(UnaryOperator<ChatMemoryRepository> repository) {
        return new Whole() {
            @Override
            protected ChatMemory createOver(MemorySize size, ChatMemoryRepository given) {
                return new Memory(repository.apply(given), UnaryOperator.identity());
            }
        };
    }

    private static SpringAiMemoryContract oneChat() {
        return over(given -> new SwitchedChatMemoryRepository() {
            @Override
            public List<Message> findByConversationId(String id) {
                return super.findByConversationId("one");
            }

            @Override
            public void saveAll(String id, List<Message> messages) {
                super.saveAll("one", messages);
            }
        });
    }

    private static SpringAiMemoryContract closedByClear() {
        return over(given -> new SwitchedChatMemoryRepository() {
            private boolean closed;

            @Override
            public void saveAll(String id, List<Message> messages) {
                if (!closed) {
                    super.saveAll(id, messages);
                }
            }

            @Override
            public void deleteByConversationId(String id) {
                super.deleteByConversationId(id);
                closed = true;
            }
        });
    }

    private static SpringAiMemoryContract returnsWhatIsStored() {
        return new Whole() {
            @Override
            protected ChatMemory createOver(MemorySize size, ChatMemoryRepository repository) {
                return new Memory(repository, all -> new ArrayList<>(repository.findByConversationId("chat")));
            }
        };
    }

    private static SpringAiMemoryContract forgetsItsStore() {
        return over(given -> new SwitchedChatMemoryRepository());
    }

    private static SpringAiMemoryContract trustsSummariser() {
        return new Whole() {
            @Override
            protected ChatMemory createWith(MemorySize size, ChatModel summariser) {
                return new Memory(new SwitchedChatMemoryRepository(), all -> {
                    if (all.size() <= size.messages()) {
                        return all;
                    }
                    try {
                        return List.of(new UserMessage("So far: " + summariser.call("Summarise.")));
                    } catch (IllegalStateException e) {
                        return List.of(new UserMessage(String.valueOf(e.getMessage())));
                    }
                });
            }
        };
    }

    private static List<Message> without(List<Message> all, Class<? extends Message> kind) {
        all.removeIf(kind::isInstance);
        return all;
    }

    private static List<Message> withoutNote(List<Message> all) {
        all.removeIf(BROKEN_OFF::equals);
        return all;
    }

    private static List<Message> with(List<Message> all, Message message) {
        all.add(message);
        return all;
    }
}
