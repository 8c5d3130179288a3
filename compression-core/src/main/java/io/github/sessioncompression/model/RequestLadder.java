package io.github.sessioncompression.model;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.model.RequestForm.Shape;
import io.github.sessioncompression.text.LogText;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a model in the fullest form that its provider takes, finding out by being refused.
 *
 * <pre>{@code
 * ModelAnswer answer = ladder.ask(form -> ask(request, form), READER);
 * }</pre>
 *
 * <p>After a refusal the same is asked in a plainer {@link RequestForm}: without what the refusal names, else without the response
 * schema, then without the output limit. A limit that is too high becomes the one that the refusal names. That makes at most six
 * requests, and one for good: the form that was taken is remembered while this object lives, and one WARN reports it. A refusal of
 * a request that is too long is about something else; so is, once a form was taken, one that names nothing of it.
 *
 * <p>Servers that do not know response schemas may ignore one instead of refusing it. If the caller only assumes that the model takes one,
 * {@link #answered} compares the first finished answer with it. One INFO line names the form that was taken first.
 *
 * <p>Safe for use by many threads; no lock is held during a request.
 */
public final class RequestLadder {
    private static final Logger log = LoggerFactory.getLogger(RequestLadder.class);

    private final String model;
    private final boolean jsonMode;
    /** Form to begin with: the fullest, later the plainest one that had to be taken. */
    private volatile RequestForm form;
    /** True once the provider has taken a form. */
    private volatile boolean settled;
    /** True if the model is declared to take response schemas, or has followed one. */
    private volatile boolean trusted;

    /**
     * A ladder for one model.
     *
     * @param model name of the model in the log
     * @param first the fullest form
     * @param jsonMode true if the adapter can ask for {@link RequestForm.Shape#JSON}; without it a refused schema goes into the prompt
     * @param trusted false if nobody has declared that the model takes response schemas, so that {@link #answered} checks it
     */
    public RequestLadder(String model, RequestForm first, boolean jsonMode, boolean trusted) {
        this.model = LogText.name(Objects.requireNonNull(model, "model"));
        this.form = Objects.requireNonNull(first, "first");
        this.jsonMode = jsonMode;
        this.trusted = trusted;
    }

    /** The form that is asked for now. */
    public RequestForm form() {
        return form;
    }

    /**
     * Asks, if need be in plainer and plainer forms.
     *
     * @param request makes the request in the given form
     * @param reader reads what {@code request} throws
     * @throws RuntimeException what {@code request} throws: the first refusal if every form was refused, otherwise the failure with which another
     *     form failed; the other one is suppressed in it
     */
    public <A> A ask(Function<RequestForm, A> request, ProviderFailure.Reader reader) {
        RequestForm asked = form;
        RuntimeException first = null;
        while (true) {
            try {
                A answer = request.apply(asked);
                remember(asked);
                return answer;
            } catch (RuntimeException failure) {
                ProviderFailure met = ProviderFailure.of(failure, reader);
                boolean mayBeTheForm =
                        met.isRefusal() && met.contextLengthExceeded().isEmpty();
                boolean taken = settled && asked.equals(form);
                RequestForm plainer = mayBeTheForm ? asked.after(met.words(), jsonMode, !taken) : null;
                if (plainer == null) {
                    throw first == null ? failure : met.isRefusal() ? beside(first, failure) : beside(failure, first);
                }
                first = first == null ? failure : first;
                asked = plainer;
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // A client may throw the same instance twice, which can't suppress itself.
    private static RuntimeException beside(RuntimeException thrown, RuntimeException other) {
        if (thrown != other) {
            thrown.addSuppressed(other);
        }
        return thrown;
    }

    /**
     * Takes an answer as a sample of the model's use of response schemas, unless one was taken before or their support is declared.
     *
     * <p>If it is finished and has no JSON object with the schema's required fields, the schema is in the prompt from now on, and one WARN
     * reports it. The answer itself is judged by its reader, as any other.
     */
    public void answered(ModelRequest request, ModelAnswer answer) {
        if (trusted || form.shape() == Shape.PROMPT || answer.finishReason() != FinishReason.STOP) {
            return;
        }
        Object required = Json.parseObject(request.jsonSchema()).get("required");
        List<?> fields = required instanceof List<?> names ? names : List.of();
        boolean follows = JsonObjects.in(answer.text()).stream()
                .anyMatch(object -> object.keySet().containsAll(fields));
        synchronized (this) {
            if (follows) {
                trusted = true;
            } else if (form.shape() != Shape.PROMPT) {
                form = form.plainer(RequestForm.of(Shape.PROMPT));
                log.warn(
                        "The compression model {} ignored its response schema; the schema is in the prompt from now on. Set the"
                                + " structured output to JSON_SCHEMA if the model takes one.",
                        model);
            }
        }
    }

    /** Notes the form that was taken. Two threads may have come down to different ones: then the plainer of both counts, part by part. */
    private void remember(RequestForm taken) {
        if (settled && taken.equals(form)) {
            return;
        }
        synchronized (this) {
            RequestForm before = form;
            form = before.plainer(taken);
            if (!settled) {
                log.info("The compression model {} is asked with {}.", model, form.words());
            }
            settled = true;
            if (!form.equals(before)) {
                log.warn(
                        "The compression model {} refused {}; it is asked in a plainer form from now on.",
                        model,
                        before.without(form));
            }
        }
    }
}
