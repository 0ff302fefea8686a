package dev.alluvium.models.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AwsSignatureTest {

    private static final AwsCredentials EXAMPLE =
            new AwsCredentials("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", null);
    private static final Instant THEN = Instant.parse("2015-08-30T12:36:00Z");
    private static final EmbedderConfig NONE = EmbedderConfig.parse("amazon-bedrock", "");

    /** The case "post-vanilla" of AWS's test suite for this version of its signature. */
    @Test
    void signsAsAwsDoes() {
        assertThat(
                        new AwsSignature(EXAMPLE, "us-east-1", "service")
                                .headers(URI.create("https://example.amazonaws.com/"), "", THEN))
                .containsEntry("X-Amz-Date", "20150830T123600Z")
                .containsEntry(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b");
    }

    @Test
    void aTokenIsSentAndSigned() {
        Map<String, String> headers =
                new AwsSignature(
                                new AwsCredentials("A", "secret-key", "session-token"),
                                "us-east-1",
                                "bedrock")
                        .headers(
                                URI.create("https://x.amazonaws.com/model/a%3A0/invoke"),
                                "{}",
                                THEN);
        assertThat(headers).containsEntry("X-Amz-Security-Token", "session-token");
        assertThat(headers.get("Authorization"))
                .contains("SignedHeaders=host;x-amz-date;x-amz-security-token")
                .doesNotContain("secret-key");
    }

    @Test
    void credentialsComeFromTheConfigThenTheEnvironmentThenTheFile(@TempDir Path directory)
            throws Exception {
        Path file = directory.resolve("credentials");
        Files.writeString(
                file,
                "[default]\naws_access_key_id = D\naws_secret_access_key = d\n\n[work]\naws_access_key_id=W\naws_secret_access_key=w\naws_session_token=t\n");
        EmbedderConfig config =
                EmbedderConfig.parse(
                        "amazon-bedrock",
                        "{\"aws_access_key_id\":\"C\",\"aws_secret_access_key\":\"c\"}");
        Map<String, String> keys = Map.of("AWS_ACCESS_KEY_ID", "E", "AWS_SECRET_ACCESS_KEY", "e");
        Map<String, String> fromFile = Map.of("AWS_SHARED_CREDENTIALS_FILE", file.toString());
        assertThat(AwsCredentials.find(config, keys::get))
                .isEqualTo(new AwsCredentials("C", "c", null));
        assertThat(AwsCredentials.find(NONE, keys::get))
                .isEqualTo(new AwsCredentials("E", "e", null));
        assertThat(AwsCredentials.find(NONE, fromFile::get))
                .isEqualTo(new AwsCredentials("D", "d", null));
        assertThat(
                        AwsCredentials.find(
                                NONE,
                                Map.of(
                                                "AWS_SHARED_CREDENTIALS_FILE",
                                                file.toString(),
                                                "AWS_PROFILE",
                                                "work")
                                        ::get))
                .isEqualTo(new AwsCredentials("W", "w", "t"));
    }

    @Test
    void withoutAnyTheWayOutIsSaid(@TempDir Path directory) {
        String missing = directory.resolve("none").toString();
        assertThatThrownBy(
                        () ->
                                AwsCredentials.find(
                                        NONE, Map.of("AWS_SHARED_CREDENTIALS_FILE", missing)::get))
                .isInstanceOf(EmbeddingException.class)
                .hasMessageContaining("AWS_ACCESS_KEY_ID");
        assertThat(EXAMPLE.toString()).doesNotContain("wJalr");
    }
}
