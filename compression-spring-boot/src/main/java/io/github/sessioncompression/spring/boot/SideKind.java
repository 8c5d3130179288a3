package io.github.sessioncompression.spring.boot;

/** Where what a framework's lists can't hold is kept, as the setting names it. */
enum SideKind {
    AUTO,
    JDBC,
    REDIS,
    NONE
}
