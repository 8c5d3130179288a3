@NullMarked
package io.github.sessioncompression.langchain4j.boot.apart;

import org.jspecify.annotations.NullMarked;
