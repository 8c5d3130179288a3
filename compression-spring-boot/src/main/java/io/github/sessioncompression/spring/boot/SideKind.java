package io.github.sessioncompression.spring.boot;

/** Places for what a framework's lists can't hold, as the setting names them. */
enum SideKind {
    AUTO,
    JDBC,
    REDIS,
    NONE
}
