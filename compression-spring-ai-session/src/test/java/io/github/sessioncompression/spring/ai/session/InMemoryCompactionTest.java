package io.github.sessioncompression.spring.ai.session;

import org.springframework.ai.session.InMemorySessionRepository;
import org.springframework.ai.session.SessionRepository;

class InMemoryCompactionTest extends CompactionContract {
    @Override
    SessionRepository repository() {
        return InMemorySessionRepository.builder().build();
    }
}
