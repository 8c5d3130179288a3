package io.github.sessioncompression.compare;

import io.github.sessioncompression.conformance.MemorySize;
import io.github.sessioncompression.conformance.peers.AgentMemories;
import java.util.List;

/** Adds the memories of agent frameworks to the comparison, with room for the system prompt, which they never see. */
public final class AgentsCompared implements MemorySource {
    @Override
    public List<NamedMemory> memories() {
        return AgentMemories.all().stream()
                .map(agent -> new NamedMemory(
                        agent.name(),
                        agent.type(),
                        room -> new LangChain4jCompared(agent.factory()
                                .memory("chat", new MemorySize(room.messages(), room.history()), room.summariser()))))
                .toList();
    }
}
