package io.github.sessioncompression.spring.ai.provider;

import java.net.URI;

/** Bedrock clients of the AWS SDK, without retries. */
final class BedrockClients {
    private static final String SDK = "software.amazon.awssdk.";

    private BedrockClients() {}

    static Object at(URI url) {
        return client("BedrockRuntimeClient", url);
    }

    static Object asyncAt(URI url) {
        return client("BedrockRuntimeAsyncClient", url);
    }

    private static Object client(String type, URI url) {
        Object keys = Fluent.call(SDK + "auth.credentials.AwsBasicCredentials", "create", "test", "test");
        Object once = Fluent.of(SDK + "core.client.config.ClientOverrideConfiguration")
                .set("retryPolicy", Fluent.call(SDK + "core.retry.RetryPolicy", "none"))
                .build();
        return Fluent.of(SDK + "services.bedrockruntime." + type)
                .set("endpointOverride", url)
                .set("region", Fluent.call(SDK + "regions.Region", "of", "eu-central-1"))
                .set(
                        "credentialsProvider",
                        Fluent.call(SDK + "auth.credentials.StaticCredentialsProvider", "create", keys))
                .set("overrideConfiguration", once)
                .build();
    }
}
