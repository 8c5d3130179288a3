package io.github.sessioncompression.spring.boot;

/** Where chats are kept, as the setting names it. */
enum StoreKind {
    AUTO,
    JDBC,
    REDIS,
    FRAMEWORK,
    MEMORY
}
