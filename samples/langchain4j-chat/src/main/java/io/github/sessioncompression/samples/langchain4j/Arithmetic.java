package io.github.sessioncompression.samples.langchain4j;

import java.math.BigDecimal;
import java.math.MathContext;

/** Expressions of numbers, {@code + - * / ^} and parentheses. Not safe for use by many threads. */
final class Arithmetic {
    private static final int MAX_CHARACTERS = 200;
    private static final int MAX_EXPONENT = 999;
    private static final MathContext PRECISION = MathContext.DECIMAL64;

    private final String text;
    private int at;

    private Arithmetic(String text) {
        this.text = text;
    }

    /**
     * The value, with 16 digits.
     *
     * @throws ArithmeticException if it has none; the message says why
     */
    static BigDecimal evaluate(String expression) {
        String text = expression.replace(" ", "").replace("\t", "");
        if (text.length() > MAX_CHARACTERS) {
            throw new ArithmeticException("the expression is longer than " + MAX_CHARACTERS + " characters");
        }
        Arithmetic reading = new Arithmetic(text);
        BigDecimal value = reading.sum();
        if (reading.at < text.length()) {
            throw reading.unexpected();
        }
        BigDecimal plain = value.stripTrailingZeros();
        if (Math.abs((long) plain.precision() - plain.scale()) > MAX_EXPONENT) {
            throw new ArithmeticException("the result is out of range");
        }
        return plain;
    }

    private BigDecimal sum() {
        BigDecimal value = product();
        while (true) {
            if (takes('+')) {
                value = value.add(product(), PRECISION);
            } else if (takes('-')) {
                value = value.subtract(product(), PRECISION);
            } else {
                return value;
            }
        }
    }

    private BigDecimal product() {
        BigDecimal value = signed();
        while (true) {
            if (takes('*')) {
                value = value.multiply(signed(), PRECISION);
            } else if (takes('/')) {
                BigDecimal divisor = signed();
                if (divisor.signum() == 0) {
                    throw new ArithmeticException("division by zero");
                }
                value = value.divide(divisor, PRECISION);
            } else {
                return value;
            }
        }
    }

    private BigDecimal signed() {
        return takes('-') ? signed().negate() : power();
    }

    private BigDecimal power() {
        BigDecimal base = atom();
        if (!takes('^')) {
            return base;
        }
        BigDecimal exponent = signed();
        if (exponent.stripTrailingZeros().scale() > 0
                || exponent.abs().compareTo(BigDecimal.valueOf(MAX_EXPONENT)) > 0) {
            throw new ArithmeticException("an exponent must be a whole number up to " + MAX_EXPONENT);
        }
        if (base.signum() == 0 && exponent.signum() < 0) {
            throw new ArithmeticException("division by zero");
        }
        return base.pow(exponent.intValueExact(), PRECISION);
    }

    private BigDecimal atom() {
        if (takes('(')) {
            BigDecimal value = sum();
            if (!takes(')')) {
                throw unexpected();
            }
            return value;
        }
        int start = at;
        while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        try {
            return new BigDecimal(text.substring(start, at));
        } catch (NumberFormatException e) {
            throw unexpected();
        }
    }

    private boolean takes(char sign) {
        if (at < text.length() && text.charAt(at) == sign) {
            at++;
            return true;
        }
        return false;
    }

    private ArithmeticException unexpected() {
        return new ArithmeticException(
                at < text.length() ? "unexpected '" + text.charAt(at) + "'" : "the expression ends too soon");
    }
}
