@NullMarked
package io.github.sessioncompression.langchain4j.boot.two;

import org.jspecify.annotations.NullMarked;
