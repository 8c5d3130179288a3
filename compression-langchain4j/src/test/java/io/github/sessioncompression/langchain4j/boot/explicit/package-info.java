@NullMarked
package io.github.sessioncompression.langchain4j.boot.explicit;

import org.jspecify.annotations.NullMarked;
