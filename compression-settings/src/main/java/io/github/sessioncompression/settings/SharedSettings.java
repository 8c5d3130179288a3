package io.github.sessioncompression.settings;

import io.github.sessioncompression.option.Knob;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The settings that all frameworks share, beside those of the policy.
 *
 * <p>This table is the only place of their keys, defaults and descriptions: {@link SettingsReader} reads by it, and
 * {@code docs/configuration.md} and Spring Boot's metadata are compared with it by tests. Quarkus reads all of them and does
 * nothing about those of the actuator and the console.
 */
public final class SharedSettings {
    static final String NONE = "none";
    static final String CHAT_MODEL = "chat-model";

    /** Writer of the states. */
    public static final Setting<String> COMPRESSION_MODEL = Setting.text(
            "compression-model",
            "none, chat-model, or the name of a bean",
            List.of(NONE, CHAT_MODEL),
            "Writer of the states. chat-model: the application's chat model. The name of a bean: that chat model or"
                    + " StructuredModel. none: an extract of the chat, without a model. Where nothing is set: a bean of type"
                    + " StructuredModel or a chat model with the qualifier session-compression, else the extract.");

    /** Guard of chat models and clients. */
    public static final Setting<Boolean> GUARD_MODELS = Setting.bool(
            "guard-models",
            true,
            "Guards the application's models: LangChain4j's chat model beans are wrapped, and each ChatClient.Builder of Spring AI"
                    + " gets the SessionStateAdvisor. A guard keeps requests valid and below the limit, repeats refused ones"
                    + " shorter, and reports usage. With false the application adds it itself.");

    /** Breakpoints of a provider's prompt cache. */
    public static final Setting<Boolean> CACHE_BREAKPOINTS = Setting.bool(
            "cache-breakpoints",
            true,
            "Marks what the prompt cache is to keep in each guarded request, for providers that cache nothing else (Anthropic):"
                    + " with LangChain4j the system prompt, pinned messages, the state, the last pruned tool result and the last"
                    + " message, with Spring AI the tools, the system prompt and the last question. With false only the application does so.");

    /** Visibility of contents at the actuator endpoint. */
    public static final Setting<Boolean> SHOW_CONTENTS = Setting.bool(
            "actuator.show-contents",
            false,
            "Shows the state and the messages of a conversation at the actuator endpoint.");

    /** Switch of the console under Spring Boot. */
    public static final Setting<Boolean> CONSOLE_ENABLED = Setting.bool(
            "console.enabled",
            false,
            "Shows all chats on a page at /session-compression, behind the application's own security. Needs compression-console.");

    /** Visibility of contents in the console. */
    public static final Setting<Boolean> CONSOLE_CONTENTS = Setting.bool(
            "console.contents",
            false,
            "Shows the texts of messages and states in the console. With false there are sizes, roles and ids.");

    /** Permission of actions in the console. */
    public static final Setting<Boolean> CONSOLE_WRITES = Setting.bool(
            "console.writes",
            false,
            "Permits actions in the console, such as compress, pin, erase and roll back, to callers that have the token.");

    /** Token of the console's actions. */
    public static final Setting<String> CONSOLE_TOKEN = Setting.secret(
            "console.token",
            16,
            "Token that the console asks for before an action; required with console.writes. Keep it where passwords are kept.");

    static final Setting<StoreKind> STORE = Setting.oneOf(
            "store",
            StoreKind.AUTO,
            "Place of the chats, unless there is a SessionStore bean. jdbc: the database of the application's DataSource. redis:"
                    + " Redis, by compression-redis. framework: the ChatMemoryRepository or ChatMemoryStore bean, as lists of"
                    + " messages. memory: this process. auto: a ChatMemoryRepository or ChatMemoryStore of the application's own,"
                    + " else jdbc if there is a DataSource, else framework, else memory.");

    static final Setting<String> STORE_PREFIX = Setting.text(
            "store-prefix",
            "1 to 30 letters and digits of ASCII and underscores, a letter first; in Redis 1 to 60 of these, hyphens, full stops and"
                    + " colons",
            List.of(),
            "Prefix of the tables' names or of the keys in Redis, so that applications share a server. Where nothing is set:"
                    + " session_compression_, in Redis session-compression.");

    static final Setting<Duration> STORE_KEEP_FOR = Setting.duration(
            "store-keep-for",
            "Time that a database or Redis keeps a conversation after its last write; from a database the"
                    + " application deletes it then, by expired and deleteIfExpired. Where nothing is set: until it is deleted.");

    static final Setting<SideKind> FRAMEWORK_SIDE_STORE = Setting.oneOf(
            "framework.side-store",
            SideKind.AUTO,
            "Place of what a ChatMemoryRepository or ChatMemoryStore can't hold, such as full states, earlier records and statistics."
                    + " jdbc: the database of the application's DataSource. redis: Redis. none: nowhere; it is lost with the"
                    + " process. auto: the SessionStore bean if there is one, else jdbc if there is a DataSource, else none.");

    static final Setting<Boolean> FRAMEWORK_STATE_IN_LIST = Setting.bool(
            "framework.state-in-list",
            true,
            "Keeps the state among the messages of a ChatMemoryRepository or ChatMemoryStore. With false they hold the chat's own"
                    + " messages alone, and the state is in the side store.");

    static final Setting<Boolean> JDBC_CREATE_SCHEMA = Setting.bool(
            "jdbc.create-schema",
            true,
            "Creates missing tables at start-up. With false they must exist: Flyway, Liquibase or an administrator runs the scripts"
                    + " in the jar.");

    /** Settings of single conversations. */
    public static final Knob CONVERSATIONS = new Knob(
            CompressionPolicy.PREFIX + "conversations.<name>",
            Map.class,
            "",
            "any property of the policy but preset, such as conversations[support-*].trigger-ratio",
            List.of(),
            "Settings of one conversation by its id, or of all whose ids start alike by that start and *. Others are as for"
                    + " all.");

    private SharedSettings() {}

    /** Places for chats. */
    enum StoreKind {
        AUTO,
        JDBC,
        REDIS,
        FRAMEWORK,
        MEMORY
    }

    /** Places for what a framework's lists can't hold. */
    enum SideKind {
        AUTO,
        JDBC,
        REDIS,
        NONE
    }

    /** All of them, in the order in which documentation lists them. */
    public static List<Setting<?>> all() {
        return List.of(
                COMPRESSION_MODEL,
                GUARD_MODELS,
                CACHE_BREAKPOINTS,
                SHOW_CONTENTS,
                CONSOLE_ENABLED,
                CONSOLE_CONTENTS,
                CONSOLE_WRITES,
                CONSOLE_TOKEN,
                STORE,
                STORE_PREFIX,
                STORE_KEEP_FOR,
                FRAMEWORK_SIDE_STORE,
                FRAMEWORK_STATE_IN_LIST,
                JDBC_CREATE_SCHEMA);
    }
}
