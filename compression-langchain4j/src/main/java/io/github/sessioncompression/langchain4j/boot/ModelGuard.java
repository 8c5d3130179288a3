package io.github.sessioncompression.langchain4j.boot;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.moderation.ModerationModel;
import io.github.sessioncompression.langchain4j.CompressingChatMemoryProvider;
import io.github.sessioncompression.settings.Settings;
import io.github.sessioncompression.settings.SharedSettings;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.NativeDetector;

/**
 * Guards the application's chat and moderation models, unless it has switched that off: each becomes a proxy of its own class, so that it can still
 * be injected by that.
 *
 * <p>A model whose class can't have a proxy gets one of its interfaces, if it is declared by an interface; else it stays unguarded, and
 * the log reports it. The memories are looked for at the first call: an application with a memory of its own has none of ours.
 */
record ModelGuard(
        ConfigurableListableBeanFactory beans,
        ObjectProvider<Settings> settings,
        ObjectProvider<CompressingChatMemoryProvider> memories)
        implements BeanPostProcessor {
    private static final Logger log = LoggerFactory.getLogger(ModelGuard.class);

    /** The model behind a proxy of this class's; any other bean itself. */
    static Object unguarded(Object bean) {
        Object target = AopProxyUtils.getSingletonTarget(bean);
        return target == null ? bean : target;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        boolean model =
                bean instanceof ChatModel || bean instanceof StreamingChatModel || bean instanceof ModerationModel;
        if (!model || !settings.getObject().get(SharedSettings.GUARD_MODELS)) {
            return bean;
        }
        boolean byClass = canHaveAProxy(bean.getClass());
        if (NativeDetector.inNativeImage() || (!byClass && !isDeclaredByInterface(beanName))) {
            log.info(
                    "The model '{}' is not guarded: {} can't have a proxy. Give AI services"
                            + " CompressingChatMemoryProvider.guard(model) instead.",
                    beanName,
                    bean.getClass().getName());
            return bean;
        }
        ProxyFactory factory = new ProxyFactory(bean);
        factory.setProxyTargetClass(byClass);
        factory.addAdvice(new Guarding(bean, memories));
        return factory.getProxy(bean.getClass().getClassLoader());
    }

    /** A proxy does not pass final methods on to the model. */
    private static boolean canHaveAProxy(Class<?> type) {
        if (Modifier.isFinal(type.getModifiers()) || type.isHidden()) {
            return false;
        }
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                int modifiers = method.getModifiers();
                if (Modifier.isFinal(modifiers) && !Modifier.isStatic(modifiers) && !Modifier.isPrivate(modifiers)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isDeclaredByInterface(String beanName) {
        if (!beans.containsBeanDefinition(beanName)) {
            return false;
        }
        Class<?> declared = beans.getMergedBeanDefinition(beanName) instanceof RootBeanDefinition definition
                ? definition.getResolvableType().resolve()
                : null;
        return declared != null && declared.isInterface();
    }

    /** Lets the calls of one model pass the guard, and everything else by. */
    private record Guarding(Object model, ObjectProvider<CompressingChatMemoryProvider> memories)
            implements MethodInterceptor {
        @Override
        public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
            Method called = invocation.getMethod();
            if (model instanceof ModerationModel moderation) {
                return moderate(moderation, invocation);
            }
            Method plain = model instanceof ChatModel ? declared(ChatModel.class, called) : null;
            Method own = plain == null && model instanceof StreamingChatModel
                    ? declared(StreamingChatModel.class, called)
                    : plain;
            CompressingChatMemoryProvider provider = own == null ? null : memories.getIfUnique();
            if (own == null || provider == null) {
                return invocation.proceed();
            }
            Object guarded =
                    plain == null ? provider.guard((StreamingChatModel) model) : provider.guard((ChatModel) model);
            try {
                return own.invoke(guarded, invocation.getArguments());
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        }

        /** AI services moderate lists of messages, and nothing else. */
        @SuppressWarnings("unchecked") // by the method's declaration
        private @Nullable Object moderate(ModerationModel moderation, MethodInvocation invocation) throws Throwable {
            Object[] arguments = invocation.getArguments();
            boolean isList = invocation.getMethod().getName().equals("moderate")
                    && arguments.length == 1
                    && arguments[0] instanceof List<?>;
            CompressingChatMemoryProvider provider = isList ? memories.getIfUnique() : null;
            return provider == null
                    ? invocation.proceed()
                    : provider.guard(moderation).moderate((List<ChatMessage>) arguments[0]);
        }

        /** The method of an interface by which a request is made; {@code null} if it is another. */
        private static @Nullable Method declared(Class<?> type, Method called) {
            if (!called.getName().equals("chat") && !called.getName().equals("chatAsync")) {
                return null;
            }
            try {
                Method own = type.getMethod(called.getName(), called.getParameterTypes());
                return own.getReturnType().isAssignableFrom(called.getReturnType()) ? own : null;
            } catch (NoSuchMethodException itsOwn) {
                return null;
            }
        }
    }
}
