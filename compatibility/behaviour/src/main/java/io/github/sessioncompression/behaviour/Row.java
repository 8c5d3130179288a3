package io.github.sessioncompression.behaviour;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test of rows of the table; its failure names the rows, their versions and what to look at. */
@Test
@ExtendWith(NamedRow.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Row {
    /** Numbers of the rows. */
    int[] value();
}
