package io.github.sessioncompression.conformance;

import java.util.List;

/** A chat memory, called as its framework calls it; returns the requests that the model would be sent. */
interface DrivenChat {
    /** Text of the system prompt from the next turn on. */
    void system(String text);

    /** Begins a turn; returns its request. */
    List<RequestMessage> ask(String question);

    /** Adds an assistant message that calls tools, and one result for each call; returns the next request. */
    List<RequestMessage> call(List<String> ids, String result);

    /** Adds an assistant message that calls tools and ends the turn without results, as if a tool threw. */
    void fail(List<String> ids);

    /** Ends the turn with an answer. */
    void answer(String text);

    /** Messages that the memory returns now. */
    List<RequestMessage> messages();
}
