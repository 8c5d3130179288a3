package io.github.sessioncompression.conformance;

import io.github.sessioncompression.conformance.RequestMessage.Role;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** One rule for the messages of a request. System messages are left out unless the rule is about them. */
enum MessageRule {
    /** A request has a message besides system messages. */
    NOT_EMPTY {
        @Override
        void check(List<RequestMessage> request, Consumer<Violation> found) {
            if (request.stream().allMatch(message -> message.role() == Role.SYSTEM)) {
                found.accept(new Violation(request.size(), "the request has no message besides system messages"));
            }
        }
    },

    /** Each tool result directly follows the assistant message that has its call, or another result of it. */
    RESULTS_FOLLOW_CALLS {
        @Override
        void check(List<RequestMessage> request, Consumer<Violation> found) {
            Set<String> open = new LinkedHashSet<>();
            for (int i = 0; i < request.size(); i++) {
                RequestMessage message = request.get(i);
                if (message.role() == Role.TOOL) {
                    if (!open.remove(message.answers())) {
                        found.accept(
                                new Violation(i, "a tool result without its call before it: " + message.answers()));
                    }
                } else {
                    open.clear();
                    open.addAll(message.calls());
                }
            }
        }
    },

    /** The results of all calls of an assistant message directly follow it. */
    CALLS_HAVE_RESULTS {
        @Override
        void check(List<RequestMessage> request, Consumer<Violation> found) {
            Set<String> open = new LinkedHashSet<>();
            for (int i = 0; i <= request.size(); i++) {
                if (i < request.size() && request.get(i).role() == Role.TOOL) {
                    open.remove(request.get(i).answers());
                    continue;
                }
                if (!open.isEmpty()) {
                    found.accept(new Violation(i, "tool calls without results before it: " + String.join(", ", open)));
                }
                open.clear();
                if (i < request.size()) {
                    open.addAll(request.get(i).calls());
                }
            }
        }
    },

    /** No two tool calls have one id. */
    CALL_IDS_DIFFER {
        @Override
        void check(List<RequestMessage> request, Consumer<Violation> found) {
            Set<String> known = new HashSet<>();
            for (int i = 0; i < request.size(); i++) {
                for (String call : request.get(i).calls()) {
                    if (!known.add(call)) {
                        found.accept(new Violation(i, "a tool call with the id of an earlier one: " + call));
                    }
                }
            }
        }
    },

    /** Messages of the user and the assistant have text, or call tools. */
    HAS_CONTENT {
        @Override
        void check(List<RequestMessage> request, Consumer<Violation> found) {
            for (int i = 0; i < request.size(); i++) {
                RequestMessage message = request.get(i);
                if (message.role() != Role.TOOL
                        && message.text().isBlank()
                        && message.calls().isEmpty()) {
                    found.accept(new Violation(i, "a message without text and tool calls"));
                }
            }
        }
    },

    /** The first message that is no system message is of the user. */
    USER_FIRST {
        @Override
        void check(List<RequestMessage> request, Consumer<Violation> found) {
            for (int i = 0; i < request.size(); i++) {
                Role role = request.get(i).role();
                if (role != Role.SYSTEM) {
                    if (role != Role.USER) {
                        found.accept(new Violation(i, "the first message is not of the user"));
                    }
                    return;
                }
            }
        }
    },

    /** Tool calls follow a user message or a tool result. */
    CALLS_FOLLOW_USER_OR_RESULT {
        @Override
        void check(List<RequestMessage> request, Consumer<Violation> found) {
            Role before = Role.SYSTEM;
            for (int i = 0; i < request.size(); i++) {
                RequestMessage message = request.get(i);
                if (!message.calls().isEmpty() && before != Role.USER && before != Role.TOOL) {
                    found.accept(new Violation(i, "tool calls that follow neither a user message nor a tool result"));
                }
                before = message.role() == Role.SYSTEM ? before : message.role();
            }
        }
    },

    /** An assistant message follows the last result of its tool calls. */
    ANSWER_FOLLOWS_RESULTS {
        @Override
        void check(List<RequestMessage> request, Consumer<Violation> found) {
            for (int i = 1; i < request.size(); i++) {
                Role role = request.get(i).role();
                if (request.get(i - 1).role() == Role.TOOL && role != Role.TOOL && role != Role.ASSISTANT) {
                    found.accept(
                            new Violation(i, "neither an assistant message nor a tool result after a tool result"));
                }
            }
        }
    },

    /** No system message follows an assistant message or a tool result. */
    SYSTEM_BEFORE_ANSWERS {
        @Override
        void check(List<RequestMessage> request, Consumer<Violation> found) {
            for (int i = 1; i < request.size(); i++) {
                Role before = request.get(i - 1).role();
                if (request.get(i).role() == Role.SYSTEM && (before == Role.ASSISTANT || before == Role.TOOL)) {
                    found.accept(new Violation(i, "a system message after an assistant message or a tool result"));
                }
            }
        }
    },

    /** The last message is of the user or a tool. */
    ENDS_WITH_USER_OR_RESULT {
        @Override
        void check(List<RequestMessage> request, Consumer<Violation> found) {
            int last = request.size() - 1;
            if (last >= 0 && request.get(last).role() == Role.ASSISTANT) {
                found.accept(new Violation(last, "the last message is of the assistant"));
            }
        }
    };

    abstract void check(List<RequestMessage> request, Consumer<Violation> found);
}
