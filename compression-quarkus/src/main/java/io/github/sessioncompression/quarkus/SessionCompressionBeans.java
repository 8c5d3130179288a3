package io.github.sessioncompression.quarkus;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.observability.api.event.AiServiceResponseReceivedEvent;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.langchain4j.ChatMemoryStores;
import io.github.sessioncompression.langchain4j.ChatMessageSources;
import io.github.sessioncompression.langchain4j.CompressingChatMemory;
import io.github.sessioncompression.langchain4j.CompressingChatMemoryProvider;
import io.github.sessioncompression.langchain4j.StructuredChatModel;
import io.github.sessioncompression.langchain4j.UsageListener;
import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.recall.vector.MeaningStore;
import io.github.sessioncompression.recall.vector.VectorSearch;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.settings.ChosenStore;
import io.github.sessioncompression.settings.CompressionModelChoice;
import io.github.sessioncompression.settings.ConversationPatterns;
import io.github.sessioncompression.settings.FrameworkModels;
import io.github.sessioncompression.settings.FrameworkStore;
import io.github.sessioncompression.settings.InvalidSettingsException;
import io.github.sessioncompression.settings.PinnedMessages;
import io.github.sessioncompression.settings.Settings;
import io.github.sessioncompression.settings.SettingsReader;
import io.github.sessioncompression.settings.SharedSettings;
import io.github.sessioncompression.settings.StoreChoice;
import io.github.sessioncompression.store.PayloadCipher;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.MessageCounter;
import io.github.sessioncompression.token.TokenCounter;
import io.quarkus.arc.Arc;
import io.quarkus.arc.ClientProxy;
import io.quarkus.arc.DefaultBean;
import io.quarkus.runtime.BlockingOperationControl;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets up the compressor and the memory of AI services from the application's settings and beans.
 *
 * <p>All beans made here are default ones: a {@link ChatMemoryProvider}, {@link CompressingChatMemoryProvider} or {@link SessionCompressor} of the
 * application's own goes before them. Settings are read at the start, and what is wrong with them ends it.
 */
@Singleton
public final class SessionCompressionBeans {
    /** Goes before the provider of Quarkus LangChain4j, which is a default bean without a priority. */
    private static final int BEFORE_THE_EXTENSION = 1;
    /** Before observers of the application's, which may use a chat, and after them at the end. */
    private static final int FIRST = 1;

    private static final int LAST = Integer.MAX_VALUE - 1;

    private static final Logger log = LoggerFactory.getLogger(SessionCompressionBeans.class);

    private final CdiBeans beans = new CdiBeans();
    private final Writing writing = new Writing();
    private volatile boolean ending;
    private @Nullable SessionCompressor compressor;
    private @Nullable ChosenStore store;

    /** Quarkus removes beans that no injection point asks for. */
    @Inject
    @SuppressWarnings("UnusedVariable")
    void keep(
            @Any Instance<DataSource> dataSources,
            @Any Instance<ChatModel> models,
            @Any Instance<StreamingChatModel> streamingModels,
            @Any Instance<ChatMemoryProvider> providers,
            @Any Instance<ChatMemoryStore> lists,
            @Any Instance<SessionStore> stores,
            @Any Instance<StructuredModel> structuredModels,
            @Any Instance<MeaningStore> meaningStores,
            @Any Instance<PinnedMessages> pins,
            @Any Instance<CompressionPolicy> policies,
            @Any Instance<CompressionListener> listeners,
            @Any Instance<Redactor> redactors,
            @Any Instance<PayloadCipher> ciphers,
            @Any Instance<TokenCounter> tokenCounters,
            @Any Instance<MessageCounter> messageCounters) {}

    /** Reads the settings, and makes the memory if AI services are to have ours: what is wrong must not wait for the first chat. */
    void start(@Observes @Priority(FIRST) StartupEvent event) {
        try {
            Arc.container().instance(Settings.class).get();
            if (!beans.hasOwn(ChatMemoryProvider.class)) {
                Arc.container().instance(CompressingChatMemoryProvider.class).get();
            }
        } catch (RuntimeException e) {
            throw readable(e);
        }
    }

    /** Quarkus prints the message of such an exception without its stack, if it has no cause. */
    private static RuntimeException readable(RuntimeException thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidSettingsException invalid) {
                return new ConfigurationException("\n\n" + invalid.description() + "\n" + invalid.action() + "\n");
            }
        }
        return thrown;
    }

    /**
     * Closes the compressor while pools and clients still work: leases are given back, and another process continues at once. What Quarkus
     * clears after that stays stored.
     */
    void stop(@Observes @Priority(LAST) ShutdownEvent event) {
        ending = true;
        writing.close();
        if (compressor != null) {
            compressor.close();
        }
        if (store != null) {
            store.close();
        }
    }

    @Produces
    @Singleton
    Settings settings() {
        return new SettingsReader(ApplicationSettings.of(ConfigProvider.getConfig())).read();
    }

    @Produces
    @Singleton
    @DefaultBean
    SessionCompressor compressor(Settings settings) {
        Optional<CompressionPolicy> own = beans.unique(CompressionPolicy.class);
        CompressionPolicy policy = own.orElseGet(() -> settings.complete(settings.policy()));
        ConversationPatterns patterns = own.isPresent()
                ? new ConversationPatterns(Map.of())
                : settings.conversations().with(settings::complete);
        Optional<StructuredModel> model = CompressionModelChoice.find(settings, beans, List.of(models()));
        ChosenStore chosen = new StoreChoice(settings, beans, List.of(lists(policy))).find();
        store = chosen;
        SessionCompressor.Builder builder =
                SessionCompressor.builder().policy(policy).policyFor(patterns).taskDecorator(InApplication.now());
        model.ifPresent(builder::model);
        chosen.store().ifPresent(builder::store);
        beans.unique(MeaningStore.class)
                .ifPresent(
                        meaning -> builder.recall(RecallOptions.defaults().withSecondSearch(VectorSearch.in(meaning))));
        beans.unique(TokenCounter.class).ifPresent(builder::tokenCounter);
        beans.unique(MessageCounter.class).ifPresent(builder::messageCounter);
        beans.unique(Redactor.class).ifPresent(builder::redactor);
        beans.each(CompressionListener.class).forEach(builder::listener);
        settings.report(log, policy, own.isPresent(), model.isPresent(), chosen.description());
        SessionCompressor made = builder.build();
        compressor = made;
        return made;
    }

    private static FrameworkModels<ChatModel> models() {
        return new FrameworkModels<>(ChatModel.class, StructuredChatModel::of);
    }

    private FrameworkStore lists(CompressionPolicy policy) {
        return new FrameworkStore() {
            @Override
            public Class<?> type() {
                return ChatMemoryStore.class;
            }

            @Override
            public boolean isTheApplications() {
                return beans.hasOwn(ChatMemoryStore.class);
            }

            @Override
            public Optional<SessionStore> find(SideStore side) {
                return isTheApplications()
                        ? beans.unique(ChatMemoryStore.class)
                                .map(found -> ChatMemoryStores.asSessionStore(
                                        found, policy.state().schema(), pin(), side))
                        : Optional.empty();
            }
        };
    }

    /** The default rule, and what the application has set. */
    private Predicate<ChatMessage> pin() {
        Predicate<ChatMessage> functional = CompressingChatMemory.functionalToolResults();
        return PinnedMessages.any(beans.each(PinnedMessages.class))
                .map(rule -> functional.or(CompressingChatMemory.pinning(rule)))
                .orElse(functional);
    }

    /** For stores that write messages down. */
    @Produces
    @Singleton
    @DefaultBean
    MessageCodec codec() {
        return ChatMessageSources.codec();
    }

    /** For the application's own code: the conversations behind the memories, and a guard for further models. */
    @Produces
    @Singleton
    @DefaultBean
    @Typed(CompressingChatMemoryProvider.class)
    CompressingChatMemoryProvider chats(SessionCompressor given, Settings settings) {
        return CompressingChatMemoryProvider.builder()
                .compressor(given)
                .pin(pin())
                .cacheBreakpoints(settings.get(SharedSettings.CACHE_BREAKPOINTS))
                .build();
    }

    /** What AI services take. */
    @Produces
    @Singleton
    @DefaultBean
    @Priority(BEFORE_THE_EXTENSION)
    @Typed(ChatMemoryProvider.class)
    ChatMemoryProvider memories(CompressingChatMemoryProvider chats) {
        boolean mayBlock = store == null || store.store().isPresent();
        return id -> new CommittedMemory(chats.get(id), mayBlock, writing, () -> ending);
    }

    /** For AI services whose models are not guarded; what a guard has told is not told again. */
    void received(@Observes AiServiceResponseReceivedEvent event) {
        if (beans.hasOwn(ChatMemoryProvider.class) || event.invocationContext().chatMemoryId() == null) {
            return;
        }
        UsageListener listener = Arc.container()
                .instance(CompressingChatMemoryProvider.class)
                .get()
                .usageListener();
        if (BlockingOperationControl.isBlockingAllowed()) {
            listener.onEvent(event);
        } else if (!ending) {
            writing.execute(() -> listener.onEvent(event));
        }
    }

    /** A chat model of the application's with a guard, where AI services and other beans take the default one from. */
    @Produces
    @Alternative
    @Priority(LAST)
    @ApplicationScoped
    ChatModel guarded(Settings settings) {
        ChatModel model = original(ChatModel.class);
        return guards(settings).map(chats -> chats.guard(model)).orElse(model);
    }

    /** The same for the default model that streams. */
    @Produces
    @Alternative
    @Priority(LAST)
    @ApplicationScoped
    StreamingChatModel guardedStreaming(Settings settings) {
        StreamingChatModel model = original(StreamingChatModel.class);
        return guards(settings).map(chats -> chats.guard(model)).orElse(model);
    }

    private <T> T original(Class<T> type) {
        return beans.unique(type)
                .orElseThrow(() -> new IllegalStateException("The application needs one default "
                        + type.getSimpleName() + ", but has "
                        + (beans.names(type).isEmpty() ? "none" : "these: " + String.join(", ", beans.names(type)))
                        + ". Cure: add one extension for a provider, or set quarkus.langchain4j.chat-model.provider."));
    }

    /** The memories whose requests must be guarded: ours, or one of ours that the application has made itself. */
    private Optional<CompressingChatMemoryProvider> guards(Settings settings) {
        if (!settings.get(SharedSettings.GUARD_MODELS)) {
            return Optional.empty();
        }
        if (!beans.hasOwn(ChatMemoryProvider.class)) {
            return Optional.of(Arc.container()
                    .instance(CompressingChatMemoryProvider.class)
                    .get());
        }
        return beans.unique(ChatMemoryProvider.class)
                .map(ClientProxy::unwrap)
                .filter(CompressingChatMemoryProvider.class::isInstance)
                .map(CompressingChatMemoryProvider.class::cast);
    }
}
