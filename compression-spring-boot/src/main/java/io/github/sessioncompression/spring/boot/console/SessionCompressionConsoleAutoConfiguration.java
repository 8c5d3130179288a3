package io.github.sessioncompression.spring.boot.console;

import io.github.sessioncompression.Plan;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Status;
import io.github.sessioncompression.console.ConsoleAccess;
import io.github.sessioncompression.console.SessionConsole;
import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.session.UserMemory;
import io.github.sessioncompression.settings.Settings;
import io.github.sessioncompression.settings.SharedSettings;
import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import io.github.sessioncompression.store.Accounting;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.servlet.DispatcherServlet;

/**
 * Contributes the console at {@value #PATH} if {@code session-compression.console.enabled=true}; without it there is no bean and no path.
 *
 * <p>The path is one of the application's own, behind its filters: Spring Security decides who gets there, and a {@link ConsoleAccess} bean
 * who sees which chat.
 */
@AutoConfiguration(after = SessionCompressionAutoConfiguration.class)
@ConditionalOnWebApplication
@ConditionalOnProperty(name = "session-compression.console.enabled", havingValue = "true")
final class SessionCompressionConsoleAutoConfiguration {
    static final String PATH = "/session-compression";
    private static final Logger log = LoggerFactory.getLogger(SessionCompressionConsoleAutoConfiguration.class);
    /** Before the mapping of static resources, which takes every path. */
    private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 100;

    SessionCompressionConsoleAutoConfiguration() {}

    /** Ends the start of an application that asks for a console it does not have. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass("io.github.sessioncompression.console.SessionConsole")
    static class WithoutModule {
        WithoutModule(Settings settings) {
            throw settings.refused(
                    "session-compression.console.enabled=true needs compression-console, which is not on the class path",
                    "Add io.github.sessioncompression:compression-console, or remove session-compression.console.enabled.");
        }
    }

    /** The console itself. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(SessionConsole.class)
    @ImportRuntimeHints(Hints.class)
    static class WithModule {
        /** Made at start-up even if beans are made late, because a missing token must not wait for the first page. */
        @Bean
        @Lazy(false)
        SessionConsole sessionCompressionConsole(Settings settings, ObjectProvider<ConsoleAccess> access) {
            boolean contents = settings.get(SharedSettings.CONSOLE_CONTENTS);
            boolean writes = settings.get(SharedSettings.CONSOLE_WRITES);
            SessionConsole.Builder builder = SessionConsole.builder().contents(contents);
            access.ifAvailable(builder::access);
            if (writes) {
                builder.writes(token(settings));
            }
            log.info(
                    "The console is at {}, {} contents, {} actions; the application's own security decides who gets there.",
                    PATH,
                    contents ? "with" : "without",
                    writes ? "with" : "without");
            return builder.build();
        }

        private static String token(Settings settings) {
            String token = settings.get(SharedSettings.CONSOLE_TOKEN);
            if (token.isEmpty()) {
                throw settings.refused(
                        "session-compression.console.writes=true needs session-compression.console.token",
                        "Set session-compression.console.token to 16 to 256 characters, or remove session-compression.console.writes.");
            }
            return token;
        }

        /** Attaches the compressor when it is made. Asking for it would make one in applications that do not use it. */
        @Bean
        static BeanPostProcessor sessionCompressionConsoleAttachment(ObjectProvider<SessionConsole> console) {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String beanName) {
                    if (bean instanceof SessionCompressor compressor) {
                        console.getObject().attach(compressor);
                    }
                    return bean;
                }
            };
        }

        /** Ends open pages before the web server waits for their requests. */
        @Bean
        @Lazy(false)
        static ApplicationListener<ContextClosedEvent> sessionCompressionConsoleShutdown(
                ApplicationContext application, SessionConsole console) {
            return event -> {
                if (event.getApplicationContext() == application) {
                    console.close();
                }
            };
        }
    }

    /** The console in an application on servlets. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnClass({SessionConsole.class, DispatcherServlet.class, HttpServletRequest.class})
    static class OnServlets {
        @Bean
        org.springframework.web.servlet.handler.SimpleUrlHandlerMapping sessionCompressionConsoleMapping(
                SessionConsole console) {
            ServletConsole handler = new ServletConsole(console, PATH);
            return new org.springframework.web.servlet.handler.SimpleUrlHandlerMapping(
                    Map.of(PATH, handler, PATH + "/**", handler), ORDER);
        }
    }

    /** The console in a reactive application. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    @ConditionalOnClass({SessionConsole.class, DispatcherHandler.class})
    static class OnWebFlux {
        @Bean
        org.springframework.web.reactive.handler.SimpleUrlHandlerMapping sessionCompressionConsoleMapping(
                SessionConsole console) {
            ReactiveConsole handler = new ReactiveConsole(console, PATH);
            return new org.springframework.web.reactive.handler.SimpleUrlHandlerMapping(
                    Map.of(PATH, handler, PATH + "/**", handler), ORDER);
        }
    }

    /** Files of the page and records that it shows, for native images. */
    static final class Hints implements RuntimeHintsRegistrar {
        Hints() {}

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            hints.resources().registerPattern("io/github/sessioncompression/console/page/*");
            hints.resources().registerPattern("io/github/sessioncompression/console/chart/*");
            Class<?>[] shown = {
                Plan.class,
                Status.class,
                CompressionStats.class,
                Hit.class,
                Session.class,
                UserMemory.Fact.class,
                Accounting.class
            };
            for (Class<?> type : shown) {
                register(hints, type);
            }
            for (Class<?> type : CompressionEvent.class.getPermittedSubclasses()) {
                register(hints, type);
            }
        }

        private static void register(RuntimeHints hints, Class<?> type) {
            hints.reflection().registerType(type, MemberCategory.INVOKE_PUBLIC_METHODS);
            for (var component : type.getRecordComponents()) {
                if (component.getType().isRecord()) {
                    register(hints, component.getType());
                }
            }
        }
    }
}
