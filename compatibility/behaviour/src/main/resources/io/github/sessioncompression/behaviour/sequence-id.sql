ALTER TABLE SPRING_AI_CHAT_MEMORY ADD COLUMN sequence_id BIGINT;
UPDATE SPRING_AI_CHAT_MEMORY m SET sequence_id = (SELECT COUNT(*) FROM SPRING_AI_CHAT_MEMORY earlier WHERE earlier.conversation_id = m.conversation_id AND earlier.timestamp < m.timestamp);
ALTER TABLE SPRING_AI_CHAT_MEMORY ALTER COLUMN sequence_id SET NOT NULL;
