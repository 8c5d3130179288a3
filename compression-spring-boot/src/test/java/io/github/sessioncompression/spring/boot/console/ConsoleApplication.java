package io.github.sessioncompression.spring.boot.console;

import static org.springframework.security.config.Customizer.withDefaults;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.console.ConsoleAccess;
import io.github.sessioncompression.console.ConsoleTour;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.spring.boot.CompressionModels;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportSelector;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.util.ClassUtils;

/** A web application with chats of two users on a free port: in Tomcat on servlets, in Netty with WebFlux and Spring Security. */
final class ConsoleApplication implements AutoCloseable {
    static final String TOKEN = "a token of 20 chars.";
    static final String SECRET = "zanzibar";

    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(new java.net.CookieManager()).build();
    private final ConfigurableApplicationContext context;
    private final String address;

    private ConsoleApplication(WebApplicationType type, Class<?> application, String... properties) {
        context = new SpringApplicationBuilder(application)
                .web(type)
                .properties(
                        "server.port=0",
                        "server.address=127.0.0.1",
                        "spring.main.banner-mode=off",
                        "spring.autoconfigure.exclude=" + others(),
                        "session-compression.context-window=8000",
                        "session-compression.execution=sync")
                .properties(properties)
                .run();
        ConfigurableEnvironment environment = context.getEnvironment();
        address = "http://127.0.0.1:" + environment.getProperty("local.server.port")
                + environment.getProperty("server.servlet.context-path", "")
                + environment.getProperty("spring.mvc.servlet.path", "");
        SessionCompressor compressor = compressor();
        for (String id : List.of("ann", "bob")) {
            compressor
                    .conversation(id)
                    .append(Message.user("Is the parcel to " + SECRET + " there?"), Message.assistant("Not yet."));
        }
    }

    /** All auto-configurations on the class path but those of the web server and ours; their packages differ between versions of Spring Boot. */
    private static String others() {
        Pattern needed = Pattern.compile(
                "org\\.springframework\\.boot\\.(?!.*actuate).*\\b(context|web|webmvc|webflux|tomcat|netty)\\b.*|io\\.github\\.sessioncompression\\.spring\\.boot\\.(console\\.)?[A-Z].*");
        return StreamSupport.stream(
                        ImportCandidates.load(AutoConfiguration.class, ConsoleApplication.class.getClassLoader())
                                .spliterator(),
                        false)
                .filter(name -> !needed.matcher(name).matches())
                .collect(Collectors.joining(","));
    }

    /** Nobody logs in. */
    static ConsoleApplication open(WebApplicationType type, String... properties) {
        return new ConsoleApplication(type, Open.class, properties);
    }

    /** Ann and Bob log in, each for their own chat; forged requests are refused, as is Spring Security's default. */
    static ConsoleApplication secured(WebApplicationType type) {
        return new ConsoleApplication(
                type,
                type == WebApplicationType.SERVLET ? OnServlets.class : OnWebFlux.class,
                "session-compression.console.enabled=true",
                "session-compression.console.contents=true",
                "session-compression.console.writes=true",
                "session-compression.console.token=" + TOKEN);
    }

    SessionCompressor compressor() {
        return context.getBean(SessionCompressor.class);
    }

    URI page() {
        return URI.create(address + "/session-compression/");
    }

    HttpRequest.Builder request(String path, String user) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + "/session-compression" + path));
        if (!user.isEmpty()) {
            login(user).forEach(request::header);
        }
        return request;
    }

    /** Headers of a user's requests. */
    static Map<String, String> login(String user) {
        byte[] login = (user + ":password").getBytes(StandardCharsets.UTF_8);
        return Map.of("Authorization", "Basic " + Base64.getEncoder().encodeToString(login));
    }

    HttpResponse<String> get(String path, String user) throws IOException, InterruptedException {
        return send(request(path, user), BodyHandlers.ofString());
    }

    HttpResponse<Stream<String>> events(String user) throws IOException, InterruptedException {
        return send(request("/api/events", user), BodyHandlers.ofLines());
    }

    /** Prunes a user's own chat. */
    HttpRequest.Builder prune(String user) {
        return request("/api/action", user)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"id\":\"" + user + "\",\"action\":\"prune\"}"));
    }

    <T> HttpResponse<T> send(HttpRequest.Builder request, BodyHandler<T> body)
            throws IOException, InterruptedException {
        return client.send(request.build(), body);
    }

    @Override
    public void close() {
        context.close();
    }

    private static ConsoleAccess ownChats() {
        return (caller, chat) -> caller != null && (chat + "/").startsWith(caller.getName() + "/");
    }

    private static UserDetails user(String name) {
        return User.withUsername(name).password("{noop}password").roles("USER").build();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Open {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableWebSecurity
    static class OnServlets {
        @Bean
        CompressionModels models() {
            return chat -> ConsoleTour.model();
        }

        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(all -> all.anyRequest().authenticated())
                    .httpBasic(withDefaults())
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(user("ann"), user("bob"));
        }

        @Bean
        ConsoleAccess access() {
            return ownChats();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableWebFluxSecurity
    @Import(NettyServer.class)
    static class OnWebFlux {
        @Bean
        SecurityWebFilterChain chain(ServerHttpSecurity http) {
            return http.authorizeExchange(all -> all.anyExchange().authenticated())
                    .httpBasic(withDefaults())
                    .build();
        }

        @Bean
        MapReactiveUserDetailsService users() {
            return new MapReactiveUserDetailsService(user("ann"), user("bob"));
        }

        @Bean
        ConsoleAccess access() {
            return ownChats();
        }
    }

    /** Boot takes the only factory there is, whose package differs between its versions, and looks no further for Tomcat. */
    static final class NettyServer implements ImportSelector {
        @Override
        public String[] selectImports(AnnotationMetadata importing) {
            return Stream.of("boot.web.embedded", "boot.reactor")
                    .map(name -> "org.springframework." + name + ".netty.NettyReactiveWebServerFactory")
                    .filter(name -> ClassUtils.isPresent(name, null))
                    .toArray(String[]::new);
        }
    }
}
