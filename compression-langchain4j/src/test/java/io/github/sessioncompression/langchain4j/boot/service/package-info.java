@NullMarked
package io.github.sessioncompression.langchain4j.boot.service;

import org.jspecify.annotations.NullMarked;
