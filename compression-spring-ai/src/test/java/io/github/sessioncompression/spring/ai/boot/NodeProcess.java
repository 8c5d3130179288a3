package io.github.sessioncompression.spring.ai.boot;

import io.github.sessioncompression.store.jdbc.WatchedPool;

/** An application in a process of its own that asks question after question in one chat and prints each that was answered. */
public final class NodeProcess {
    private NodeProcess() {}

    /**
     * Asks until it is killed, or as often as it is told.
     *
     * @param arguments the database's URL, the caller's number, and how many questions
     */
    @SuppressWarnings("FutureReturnValueIgnored") // Nobody is left to hear of it.
    public static void main(String[] arguments) throws Exception {
        ProcessHandle.current().parent().ifPresent(parent -> parent.onExit()
                .thenRun(() -> Runtime.getRuntime().halt(1)));
        int caller = Integer.parseInt(arguments[1]);
        int questions = Integer.parseInt(arguments[2]);
        try (WatchedPool pool = new WatchedPool(arguments[0])) {
            TwoNodesTest.application(TwoNodesTest.Kept.IN_SPRING_AIS_TABLE, pool)
                    .run(node -> {
                        for (int turn = 0; turn < questions; turn++) {
                            String question = TwoNodesTest.question(caller, turn);
                            ChattingApplication.chat(node, TwoNodesTest.CHAT, question);
                            System.out.println(TwoNodesTest.ANSWERED + question);
                            System.out.flush();
                        }
                    });
        }
        System.exit(0);
    }
}
