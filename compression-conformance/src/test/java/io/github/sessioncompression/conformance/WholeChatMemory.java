package io.github.sessioncompression.conformance;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A memory that keeps the whole chat and every promise, except the one that a fault takes from it. */
class WholeChatMemory implements ChatMemory {
    private static final AiMessage BROKEN_OFF = AiMessage.from("This turn has no answer.");

    private final Object id;
    private final ChatMemoryStore store;

    WholeChatMemory(Object id) {
        this(id, new SwitchedChatMemoryStore());
    }

    WholeChatMemory(Object id, ChatMemoryStore store) {
        this.id = id;
        this.store = store;
    }

    @Override
    public Object id() {
        return id;
    }

    @Override
    public void add(ChatMessage message) {
        synchronized (store) {
            List<ChatMessage> all = new ArrayList<>(store.getMessages(id));
            if (message instanceof SystemMessage) { // A turn begins.
                all.removeIf(SystemMessage.class::isInstance);
                if (!all.isEmpty() && all.get(all.size() - 1) instanceof ToolExecutionResultMessage) {
                    all.add(BROKEN_OFF);
                }
                all.add(0, message);
            } else {
                all.add(message);
            }
            store.updateMessages(id, all);
        }
    }

    @Override
    public List<ChatMessage> messages() {
        List<ChatMessage> all = new ArrayList<>();
        List<String> open = new ArrayList<>();
        for (ChatMessage message : store.getMessages(id)) {
            if (message instanceof ToolExecutionResultMessage result) {
                open.remove(result.id());
            } else {
                answer(open, all);
            }
            all.add(message);
            if (message instanceof AiMessage ai) {
                ai.toolExecutionRequests().forEach(call -> open.add(call.id()));
            }
        }
        answer(open, all);
        return all;
    }

    private static void answer(List<String> open, List<ChatMessage> all) {
        open.forEach(call -> all.add(ToolExecutionResultMessage.from(call, "order_state", "No result.")));
        if (!open.isEmpty()) {
            all.add(BROKEN_OFF);
        }
        open.clear();
    }

    @Override
    public void clear() {
        store.deleteMessages(id);
    }

    /** Ways to return the messages wrongly. */
    enum Fault {
        CALLS_LEFT_OUT("keepsResultsBehindTheirCalls", "isValidForMistral") {
            @Override
            void damage(List<ChatMessage> all) {
                all.removeIf(message -> message instanceof AiMessage ai && ai.hasToolExecutionRequests());
            }
        },
        RESULTS_LEFT_OUT("leavesNoCallOpen", "leavesNoCallOpenAfterFailedTool") {
            @Override
            void damage(List<ChatMessage> all) {
                all.removeIf(ToolExecutionResultMessage.class::isInstance);
            }
        },
        RESULTS_SWAPPED("keepsParallelCallsWhole") {
            @Override
            void damage(List<ChatMessage> all) {
                for (int i = 1; i < all.size(); i++) {
                    if (all.get(i - 1) instanceof ToolExecutionResultMessage
                            && all.get(i) instanceof ToolExecutionResultMessage) {
                        Collections.swap(all, i - 1, i);
                    }
                }
            }
        },
        QUESTION_LEFT_OUT("keepsUsersQuestion") {
            @Override
            void damage(List<ChatMessage> all) {
                if (all.size() > 6) {
                    all.remove(UserMessage.findLast(all).orElseThrow());
                }
            }
        },
        SYSTEM_LEFT_OUT("keepsSystemPromptFirst", "putsNewSystemPromptFirst") {
            @Override
            void damage(List<ChatMessage> all) {
                all.removeIf(SystemMessage.class::isInstance);
            }
        },
        SYSTEM_BEFORE_LAST("keepsSystemPromptFirst", "putsNewSystemPromptFirst") {
            @Override
            void damage(List<ChatMessage> all) {
                if (all.size() > 2) {
                    all.add(all.size() - 1, all.remove(0));
                }
            }
        },
        SUMMARY_OF_ASSISTANT("startsWithUserMessage", "isValidForAnthropic") {
            @Override
            void damage(List<ChatMessage> all) {
                all.add(all.isEmpty() ? 0 : 1, AiMessage.from("There was a chat."));
            }
        },
        EMPTY_ANSWER("isValidForOpenAi", "isValidForMistral") {
            @Override
            void damage(List<ChatMessage> all) {
                all.add(AiMessage.from(""));
            }
        },
        NOTE_BEFORE_CALLS("isValidForGemini") {
            @Override
            void damage(List<ChatMessage> all) {
                for (int i = all.size() - 1; i >= 0; i--) {
                    if (all.get(i) instanceof AiMessage ai && ai.hasToolExecutionRequests()) {
                        all.add(i, AiMessage.from("I call a tool."));
                    }
                }
            }
        },
        ANSWERS_LEFT_OUT("isValidForMistral") {
            @Override
            void damage(List<ChatMessage> all) {
                all.removeIf(message -> message instanceof AiMessage ai && !ai.hasToolExecutionRequests());
            }
        },
        QUESTION_BEHIND_RESULT("isValidAfterBrokenTurn") {
            @Override
            void damage(List<ChatMessage> all) {
                all.removeIf(BROKEN_OFF::equals);
            }
        },
        WINDOW("keepsPrefixStable") {
            @Override
            void damage(List<ChatMessage> all) {
                Set<Integer> last = Set.of(0, all.size() - 2, all.size() - 1);
                List<ChatMessage> kept = last.stream()
                        .filter(index -> index >= 0 && index < all.size())
                        .sorted()
                        .map(all::get)
                        .collect(Collectors.toList());
                all.clear();
                all.addAll(kept);
            }
        };

        @SuppressWarnings("ImmutableEnumChecker") // List.of makes it.
        private final List<String> broken;

        Fault(String... broken) {
            this.broken = List.of(broken);
        }

        /** Names of promises that the fault breaks. */
        String[] broken() {
            return broken.toArray(String[]::new);
        }

        abstract void damage(List<ChatMessage> all);
    }
}
