package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Knob;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The settings that all frameworks share under Spring Boot. */
public final class BootSettings implements SettingSource {
    static final String NONE = "none";
    static final String CHAT_MODEL = "chat-model";
    static final String EMBEDDING_STORE = "embedding-store";

    /** What writes the states. */
    public static final Setting<String> COMPRESSION_MODEL = Setting.text(
            "compression-model",
            "none, chat-model, or the name of a bean",
            List.of(NONE, CHAT_MODEL),
            "What writes the states. chat-model: the application's chat model. The name of a bean: that chat model or"
                    + " StructuredModel. none: the offline compiler, which calls no model. Where nothing is set: a bean of type"
                    + " StructuredModel or a chat model with the qualifier session-compression, else the offline compiler.");

    /** Whether the actuator endpoint shows what was said. */
    public static final Setting<Boolean> SHOW_CONTENTS = Setting.bool(
            "actuator.show-contents",
            false,
            "Whether the actuator endpoint shows what was said: the state and the messages of a conversation.");

    /** Where chats are kept. */
    static final Setting<StoreKind> STORE = Setting.oneOf(
            "store",
            StoreKind.AUTO,
            "Where chats are kept, unless a SessionStore bean says so. jdbc: in the database behind the application's DataSource."
                    + " redis: in Redis, by compression-redis. framework: in the ChatMemoryRepository or ChatMemoryStore bean, as"
                    + " lists of messages, with what they can't hold in the SessionStore bean if there is one. memory: in this"
                    + " process. auto: in a ChatMemoryRepository or ChatMemoryStore of the application's own, else jdbc if there"
                    + " is a DataSource, else framework, else memory.");

    /** What is kept beside a framework's lists, and where. */
    static final Setting<SideKind> FRAMEWORK_SIDE_STORE = Setting.oneOf(
            "framework.side-store",
            SideKind.AUTO,
            "Where chats are kept in a ChatMemoryRepository or ChatMemoryStore: where what such a list of messages can't hold is kept"
                    + " beside it, such as full states, their history and statistics. jdbc: in the database behind the"
                    + " application's DataSource. redis: in Redis. none: nowhere, so that it is lost with the process. auto: in the"
                    + " SessionStore bean if there is one, else jdbc if there is a DataSource, else nowhere.");

    /** Whether the application's own lists hold the state. */
    static final Setting<Boolean> FRAMEWORK_STATE_IN_LIST = Setting.bool(
            "framework.state-in-list",
            true,
            "Whether the state stands among the messages of a ChatMemoryRepository or ChatMemoryStore. With false they hold the"
                    + " chat's own messages and nothing else, and the state is in the side store alone.");

    /** Whether tables are made. */
    static final Setting<Boolean> JDBC_CREATE_SCHEMA = Setting.bool(
            "jdbc.create-schema",
            true,
            "Whether the tables that are missing are made at start-up. Otherwise they must be there: Flyway, Liquibase or an"
                    + " administrator runs the scripts that are in the jar.");

    /** What the tables' names begin with. */
    static final Setting<String> JDBC_TABLE_PREFIX = Setting.text(
            "jdbc.table-prefix",
            "1 to 30 letters and digits of ASCII and underscores, a letter first",
            List.of(),
            "What the tables' names begin with. Where nothing is set: session_compression_.");

    /** What the keys begin with. */
    static final Setting<String> REDIS_KEY_PREFIX = Setting.text(
            "redis.key-prefix",
            "1 to 60 letters and digits of ASCII, hyphens, underscores, full stops and colons",
            List.of(),
            "What the keys in Redis begin with. Where nothing is set: session-compression.");

    /** Where searches by meaning keep what they need. */
    static final Setting<String> MEANING_STORE = Setting.text(
            "meaning-store",
            "none, embedding-store, or the name of a bean",
            List.of(NONE, EMBEDDING_STORE),
            "Where passages of messages are kept for searches by meaning. embedding-store: in the application's VectorStore or"
                    + " EmbeddingStore. The name of a bean: in that VectorStore, EmbeddingStore or MeaningStore. none: nowhere, and"
                    + " searches go by words. Where nothing is set: none, for a store may be there for something else.");

    /** The settings of single conversations; they are read with their conversations, not by themselves. */
    static final Knob CONVERSATIONS = new Knob(
            CompressionPolicy.PREFIX + "conversations.<name>",
            Map.class,
            "",
            "any property of the policy but preset and state.schema, such as conversations[support-*].trigger-ratio",
            List.of(),
            "Settings of one conversation, by its id, or of all whose ids start alike, by that and *. What is not set there is"
                    + " as for all.");

    /** What conversations can't differ in. */
    static final Set<String> FOR_ALL =
            Set.of(CompressionPolicy.PREFIX + "preset", CompressionPolicy.PREFIX + "state.schema");

    /** For {@code spring.factories}. */
    public BootSettings() {}

    @Override
    public List<Setting<?>> settings() {
        return List.of(
                COMPRESSION_MODEL,
                SHOW_CONTENTS,
                STORE,
                FRAMEWORK_SIDE_STORE,
                FRAMEWORK_STATE_IN_LIST,
                JDBC_CREATE_SCHEMA,
                JDBC_TABLE_PREFIX,
                REDIS_KEY_PREFIX,
                MEANING_STORE);
    }
}
