#!/usr/bin/env bash
# Behaviour: LangChain4j's structured output asks the model for a shape that it cannot read itself: the JSON schema is made from the fields and the
# answer is read by Jackson. @JsonProperty on a component or an enum's constant is not in the schema, an Instant is asked for as seconds and
# nanos, an Optional as an object with a value: an answer that obeys fails, for the last two any answer tried. Spring AI: enums only.
# Versions: langchain4j 1.19.0, spring-ai-client-chat 2.0.1
# Seen: on 2026-11-29
#   LangChain4j asks for {name=string}: {"name":"Ann"} is OutputParsingException
#     {"full_name":"Ann"} is Name[name=Ann]
#   LangChain4j asks for {level=[LOW, HIGH]}: {"level":"HIGH"} is OutputParsingException
#     {"level":"very-high"} is Rank[level=HIGH]
#   LangChain4j asks for {at={nanos=integer, seconds=integer}}: {"at":{"seconds":0,"nanos":0}} is OutputParsingException
#     {"at":"1970-01-01T00:00:00Z"} is OutputParsingException
#   LangChain4j asks for {note={value={}}}: {"note":{"value":{}}} is OutputParsingException
#     {"note":"new"} is OutputParsingException
#   Spring AI asks for {full_name:{type:string}}: {"full_name":"Ann"} is Name[name=Ann]
#   Spring AI asks for {level:{type:string,enum:[LOW,HIGH]}}: {"level":"HIGH"} is InvalidFormatException
#   Spring AI asks for {level:{type:string,enum:[LOW,HIGH]}}: {"level":"very-high"} is Rank[level=HIGH]
#   Spring AI asks for {at:{type:string,format:date-time}}: {"at":"1970-01-01T00:00:00Z"} is Time[at=1970-01-01T00:00:00Z]
#   Spring AI asks for {note:{type:[string,null]}}: {"note":"new"} is Note[note=Optional[new]]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='dev.langchain4j:langchain4j:1.19.0
org.springframework.ai:spring-ai-client-chat:2.0.1'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.*;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.json.*;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import java.time.*;
import java.util.*;
import java.util.function.Function;
import org.springframework.ai.converter.BeanOutputConverter;

public class Probe {
    enum Level { LOW, @JsonProperty("very-high") HIGH }

    record Name(@JsonProperty("full_name") String name) {}
    record Rank(Level level) {}
    record Note(Optional<String> note) {}
    record Time(Instant at) {}

    interface NameService { Name get(String text); }
    interface RankService { Rank get(String text); }
    interface NoteService { Note get(String text); }
    interface TimeService { Time get(String text); }

    static String asked;

    static String show(JsonSchemaElement schema) {
        if (schema instanceof JsonObjectSchema object) {
            var properties = new TreeMap<String, String>();
            object.properties().forEach((name, property) -> properties.put(name, show(property)));
            return properties.toString();
        }
        return schema instanceof JsonEnumSchema values ? values.enumValues().toString()
                : schema.getClass().getSimpleName().replaceAll("Json|Schema", "").toLowerCase();
    }

    static <S> String langchain(Class<S> service, Function<S, Object> call, String answer) {
        ChatModel model = new ChatModel() {
            @Override public Set<Capability> supportedCapabilities() { return Set.of(Capability.RESPONSE_FORMAT_JSON_SCHEMA); }

            @Override public ChatResponse doChat(ChatRequest request) {
                asked = show(request.responseFormat().jsonSchema().rootElement());
                return ChatResponse.builder().aiMessage(AiMessage.from(answer)).build();
            }
        };
        try {
            return call.apply(AiServices.create(service, model)).toString();
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }

    static <S> void run(Class<S> service, Function<S, Object> call, String obeys, String other) {
        String first = langchain(service, call, obeys);
        String second = langchain(service, call, other);
        System.out.println("LangChain4j asks for " + asked + ": " + obeys + " is " + first);
        System.out.println("  " + other + " is " + second);
    }

    static void spring(Class<?> type, String answer) {
        var converter = new BeanOutputConverter<>(type);
        String schema = converter.getJsonSchema().replaceAll("\\s+", "")
                .replaceAll(".*\"properties\":|,\"(required|additional).*", "").replace("\"", "");
        String read;
        try {
            read = converter.convert(answer).toString();
        } catch (RuntimeException e) {
            read = e.getClass().getSimpleName();
        }
        System.out.println("Spring AI asks for " + schema + ": " + answer + " is " + read);
    }

    public static void main(String[] args) {
        run(NameService.class, s -> s.get("Hello"), "{\"name\":\"Ann\"}", "{\"full_name\":\"Ann\"}");
        run(RankService.class, s -> s.get("Hello"), "{\"level\":\"HIGH\"}", "{\"level\":\"very-high\"}");
        run(TimeService.class, s -> s.get("Hello"), "{\"at\":{\"seconds\":0,\"nanos\":0}}", "{\"at\":\"1970-01-01T00:00:00Z\"}");
        run(NoteService.class, s -> s.get("Hello"), "{\"note\":{\"value\":{}}}", "{\"note\":\"new\"}");
        spring(Name.class, "{\"full_name\":\"Ann\"}");
        spring(Rank.class, "{\"level\":\"HIGH\"}");
        spring(Rank.class, "{\"level\":\"very-high\"}");
        spring(Time.class, "{\"at\":\"1970-01-01T00:00:00Z\"}");
        spring(Note.class, "{\"note\":\"new\"}");
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
