#!/usr/bin/env bash
# Behaviour: LangGraph's SqliteSaver stores the whole chat three times in each turn, so the file grows with the square of the turns: 10 MB after 50
# turns and 37 MB after 100, for a chat of 200 kB. RemoveMessage takes a message out of the newest state only: when all are removed, the first
# question is still in 299 earlier states, in the file and in get_state_history. delete_thread removes all; there is no limit to set.
# Versions: langgraph 1.2.24, langgraph-checkpoint-sqlite 3.1.2, langchain-core 1.8.3
# Seen: on 2026-11-29
#   10 turns: chat 20 kB, file 0 MB
#   50 turns: chat 101 kB, file 10 MB
#   100 turns: chat 201 kB, file 37 MB
#   all removed: messages 0, earlier states with the first question 299, file 37 MB
#     in the file more than 100 times: True
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check langgraph==1.2.24 langgraph-checkpoint-sqlite==3.1.2 langchain-core==1.8.3 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
from langchain_core.messages import AIMessage, HumanMessage, RemoveMessage
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph


def size(saver):
    saver.conn.commit()
    pages = saver.conn.execute("select page_count * page_size from pragma_page_count(), pragma_page_size()").fetchone()[0]
    return f"file {round(pages / 1e6)} MB"


with SqliteSaver.from_conn_string("chats.db") as saver:
    graph = StateGraph(MessagesState)
    graph.add_node("model", lambda state: {"messages": [AIMessage("word " * 200)]})
    graph.add_edge(START, "model")
    agent = graph.compile(checkpointer=saver)
    thread = {"configurable": {"thread_id": "user-42"}}
    for turn in range(1, 101):
        agent.invoke({"messages": [HumanMessage(f"question-{turn} " + "word " * 200)]}, thread)
        if turn in (10, 50, 100):
            chat = sum(len(message.content) for message in agent.get_state(thread).values["messages"])
            print(f"{turn} turns: chat {round(chat / 1e3)} kB, {size(saver)}")
    removed = [RemoveMessage(message.id) for message in agent.get_state(thread).values["messages"]]
    agent.update_state(thread, {"messages": removed})
    left = len(agent.get_state(thread).values["messages"])
    history = sum(any(m.content.startswith("question-1 ") for m in state.values["messages"]) for state in agent.get_state_history(thread))
    print(f"all removed: messages {left}, earlier states with the first question {history}, {size(saver)}")
    found = open("chats.db", "rb").read().count(b"question-1 ")
    print(f"  in the file more than 100 times: {found > 100}")
EOF
timeout 100 venv/bin/python -W ignore probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
