package io.github.sessioncompression.samples.springai;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers what can't be done with a line for people. */
@RestControllerAdvice
class Refusals {
    /** The page shows what it says. */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> refused(IllegalArgumentException refusal) {
        return ResponseEntity.badRequest()
                .body(ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(refusal.getMessage())));
    }
}
