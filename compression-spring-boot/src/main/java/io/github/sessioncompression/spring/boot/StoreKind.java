package io.github.sessioncompression.spring.boot;

/** Places for chats, as the setting names them. */
enum StoreKind {
    AUTO,
    JDBC,
    REDIS,
    FRAMEWORK,
    MEMORY
}
