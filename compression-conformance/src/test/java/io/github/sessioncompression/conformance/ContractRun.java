package io.github.sessioncompression.conformance;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Runs the promises of a contract without JUnit. */
final class ContractRun {
    private ContractRun() {}

    /** Names of a contract's promises. */
    static Set<String> promises(Class<? extends MemoryContract> contract) {
        return methods(contract).stream().map(Method::getName).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Names of the promises that fail or are skipped. */
    static Set<String> failures(MemoryContract contract) {
        Set<String> failed = new TreeSet<>();
        for (Method promise : methods(contract.getClass())) {
            if (failure(contract, promise) != null) {
                failed.add(promise.getName());
            }
        }
        return failed;
    }

    /** What a promise throws; null if it is kept. */
    static @Nullable Throwable failure(MemoryContract contract, String promise) {
        return failure(
                contract,
                methods(contract.getClass()).stream()
                        .filter(method -> method.getName().equals(promise))
                        .findFirst()
                        .orElseThrow());
    }

    private static @Nullable Throwable failure(MemoryContract contract, Method promise) {
        try {
            promise.invoke(contract);
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Method> methods(Class<?> contract) {
        List<Method> promises = new ArrayList<>();
        for (Class<?> type = contract; type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Test.class)) {
                    promises.add(method);
                }
            }
        }
        return promises;
    }
}
