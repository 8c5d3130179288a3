package io.github.sessioncompression.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Finds the bean that a property chooses for a port of the core: one of the port's own type, or a framework's bean that is made into one.
 *
 * @param setting the property: none, a word for the framework's only bean, or the name of a bean
 * @param what the framework's beans, as messages name them
 * @param port the port's type
 * @param <P> the port
 */
public record BeanChoice<P>(
        Settings settings,
        Beans beans,
        Setting<String> setting,
        String what,
        Class<P> port,
        List<FrameworkBeans<?, P>> frameworks) {
    /**
     * The bean that is chosen.
     *
     * @param only the word for the framework's only bean, or the primary one
     * @param whereUnset the choice if nothing is set
     */
    public Optional<P> find(String only, Supplier<Optional<P>> whereUnset) {
        String value = settings.get(setting);
        if (value.isEmpty()) {
            return whereUnset.get();
        }
        if (value.equals(SharedSettings.NONE)) {
            return Optional.empty();
        }
        return Optional.of(value.equals(only) ? only(value) : named(value));
    }

    String key() {
        return setting.knob().key();
    }

    private P only(String value) {
        List<P> found = frameworks.stream()
                .flatMap(framework -> beans.unique(framework.type()).stream().map(framework::made))
                .toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        List<String> names = names();
        throw settings.refused(
                key() + "=" + value + " needs one " + what + ", but the application has "
                        + (names.isEmpty() ? "none" : "several: " + String.join(", ", names)),
                names.isEmpty()
                        ? "Define a " + what + " bean, or set " + key() + " to none."
                        : beans.words().goBefore() + ", or set " + key() + " to the name of the one to use.");
    }

    private P named(String name) {
        Object bean = beans.named(name).orElse(null);
        if (bean != null) {
            if (port.isInstance(bean)) {
                return port.cast(bean);
            }
            for (FrameworkBeans<?, P> framework : frameworks) {
                if (framework.type().isInstance(bean)) {
                    return framework.made(bean);
                }
            }
        }
        List<String> names = names();
        throw settings.refused(
                key() + "=" + name + " is the name of no " + what + " and no " + port.getSimpleName()
                        + " among the application's beans; "
                        + (names.isEmpty() ? "there is none" : "there are: " + String.join(", ", names)),
                "Set " + key() + " to the name of such a bean, or to none.");
    }

    private List<String> names() {
        List<String> names = new ArrayList<>(names(port));
        frameworks.forEach(framework -> names.addAll(names(framework.type())));
        return names;
    }

    List<String> names(Class<?> type) {
        return beans.names(type);
    }
}
