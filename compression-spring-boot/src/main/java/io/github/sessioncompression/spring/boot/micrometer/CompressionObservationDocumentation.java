package io.github.sessioncompression.spring.boot.micrometer;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/** The observations there are. */
public enum CompressionObservationDocumentation implements ObservationDocumentation {
    /** A compression, from before the model is called until the new state is in force or the attempt has failed. */
    COMPRESSION {
        @Override
        public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
            return DefaultCompressionObservationConvention.class;
        }

        @Override
        public KeyName[] getLowCardinalityKeyNames() {
            return LowCardinalityKeys.values();
        }

        @Override
        public KeyName[] getHighCardinalityKeyNames() {
            return HighCardinalityKeys.values();
        }
    };

    /** Keys with few values, fit for meters. */
    public enum LowCardinalityKeys implements KeyName {
        /** Why it ran. */
        REASON {
            @Override
            public String asString() {
                return "session.compression.reason";
            }
        },
        /** {@code compressed}, {@code failed} or {@code discarded}; {@code running} until then. */
        OUTCOME {
            @Override
            public String asString() {
                return "session.compression.outcome";
            }
        },
        /** Failure of the model, even if an extract replaced its state; {@code none} otherwise. */
        FAILURE {
            @Override
            public String asString() {
                return "session.compression.failure";
            }
        }
    }

    /** Keys with many values, fit for traces only. */
    public enum HighCardinalityKeys implements KeyName {
        /** The context's size before, in tokens. */
        TOKENS_BEFORE {
            @Override
            public String asString() {
                return "session.compression.tokens.before";
            }
        },
        /** The context's size after, in tokens. */
        TOKENS_AFTER {
            @Override
            public String asString() {
                return "session.compression.tokens.after";
            }
        },
        /** Number of messages that went into the state. */
        MESSAGES {
            @Override
            public String asString() {
                return "session.compression.messages";
            }
        }
    }
}
