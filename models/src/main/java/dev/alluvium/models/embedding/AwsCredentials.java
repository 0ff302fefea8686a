package dev.alluvium.models.embedding;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Who asks AWS.
 *
 * @param sessionToken null for keys that last
 */
record AwsCredentials(String accessKey, String secretKey, String sessionToken) {

    /**
     * Those of the config, else of the environment, else of the credentials file and its profile;
     * read anew for each call, since they may be renewed.
     *
     * @throws EmbeddingException if there are none
     */
    static AwsCredentials find(EmbedderConfig config, UnaryOperator<String> environment) {
        if (config.has("aws_access_key_id")) {
            return new AwsCredentials(
                    config.text("aws_access_key_id"),
                    config.text("aws_secret_access_key"),
                    config.text("aws_session_token", null));
        }
        String access = environment.apply("AWS_ACCESS_KEY_ID");
        String secret = environment.apply("AWS_SECRET_ACCESS_KEY");
        if (access != null && secret != null) {
            return new AwsCredentials(
                    access.strip(), secret.strip(), environment.apply("AWS_SESSION_TOKEN"));
        }
        Map<String, String> profile = profile(environment);
        if (profile.containsKey("aws_access_key_id")
                && profile.containsKey("aws_secret_access_key")) {
            return new AwsCredentials(
                    profile.get("aws_access_key_id"),
                    profile.get("aws_secret_access_key"),
                    profile.get("aws_session_token"));
        }
        throw new EmbeddingException(
                "embedding by amazon-bedrock has no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_BEARER_TOKEN_BEDROCK, in the environment, or keep them in ~/.aws/credentials",
                null);
    }

    /** The region of the environment, or null. */
    static String region(UnaryOperator<String> environment) {
        return Stream.of("AWS_REGION", "AWS_DEFAULT_REGION")
                .map(environment)
                .filter(value -> value != null && !value.isBlank())
                .findFirst()
                .orElse(null);
    }

    List<String> secrets() {
        return Stream.of(secretKey, sessionToken).filter(each -> each != null).toList();
    }

    private static Map<String, String> profile(UnaryOperator<String> environment) {
        String file = environment.apply("AWS_SHARED_CREDENTIALS_FILE");
        Path path =
                file == null
                        ? Path.of(System.getProperty("user.home"), ".aws", "credentials")
                        : Path.of(file);
        String name = environment.apply("AWS_PROFILE");
        String header = "[" + (name == null ? "default" : name) + "]";
        Map<String, String> profile = new HashMap<>();
        boolean inside = false;
        try {
            if (!Files.isReadable(path)) {
                return profile;
            }
            for (String line : Files.readAllLines(path)) {
                if (line.strip().startsWith("[")) {
                    inside = line.strip().equals(header);
                } else if (inside && line.contains("=")) {
                    String[] parts = line.split("=", 2);
                    profile.put(parts[0].strip(), parts[1].strip());
                }
            }
            return profile;
        } catch (IOException e) {
            throw new EmbeddingException("the AWS credentials file " + path + " cannot be read", e);
        }
    }

    /** Without the secrets. */
    @Override
    public String toString() {
        return "AwsCredentials[" + accessKey + "]";
    }
}
