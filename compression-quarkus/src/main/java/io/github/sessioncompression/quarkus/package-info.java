/** Session Compression under Quarkus: beans that AI services of Quarkus LangChain4j take their memory and their models from. */
@NullMarked
package io.github.sessioncompression.quarkus;

import org.jspecify.annotations.NullMarked;
