package io.github.sessioncompression.applications.quarkus;

import dev.langchain4j.agent.tool.Tool;
import jakarta.enterprise.context.ApplicationScoped;

/** The orders of the shop. */
@ApplicationScoped
public class Orders {
    /** When an order arrives. */
    @Tool("When an order arrives")
    public String arrival(int order) {
        return "Order " + order + " arrives in week " + (1 + order % 52) + ".";
    }
}
