package dev.alluvium.models.embedding;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How each provider spells a request and a reply on the wire, in the shapes of their APIs. The
 * vector of a text is its length and 1, repeated to the dimension.
 */
enum VectorWire {
    OPENAI(
            "openai",
            "{\"model_name\":\"text-embedding-3-small\",\"url\":\"%s/v1\",\"dimension\":2}",
            "/v1/embeddings",
            "Authorization",
            "Bearer ",
            "{\"model\":\"text-embedding-3-small\",\"input\":[\"a\",\"bb\"],\"dimensions\":2}",
            "/input") {
        @Override
        String reply(List<String> vectors) {
            // Out of order, as its API allows.
            String data =
                    IntStream.range(0, vectors.size())
                            .mapToObj(i -> vectors.size() - 1 - i)
                            .map(
                                    i ->
                                            "{\"object\":\"embedding\",\"index\":%d,\"embedding\":%s}"
                                                    .formatted(i, vectors.get(i)))
                            .collect(Collectors.joining(","));
            return "{\"object\":\"list\",\"data\":["
                    + data
                    + "],\"model\":\"m\",\"usage\":{\"prompt_tokens\":8,\"total_tokens\":8}}";
        }
    },
    AZURE(
            "azure",
            "{\"deployment_id\":\"my embeddings\",\"api_base\":\"%s\",\"api_version\":\"2024-02-01\",\"dimension\":2}",
            "/openai/deployments/my%20embeddings/embeddings?api-version=2024-02-01",
            "api-key",
            "",
            "{\"input\":[\"a\",\"bb\"],\"dimensions\":2}",
            "/input") {
        @Override
        String reply(List<String> vectors) {
            return OPENAI.reply(vectors);
        }
    },
    VOYAGE(
            "voyageai",
            "{\"model\":\"voyage-3\",\"url\":\"%s/v1\",\"dimension\":2}",
            "/v1/embeddings",
            "Authorization",
            "Bearer ",
            "{\"model\":\"voyage-3\",\"input\":[\"a\",\"bb\"],\"input_type\":\"document\",\"truncation\":true,\"output_dimension\":2}",
            "/input") {
        @Override
        String reply(List<String> vectors) {
            return OPENAI.reply(vectors);
        }
    },
    JINA(
            "jina",
            "{\"model_name\":\"jina-embeddings-v3\",\"url\":\"%s/v1\",\"dimension\":2}",
            "/v1/embeddings",
            "Authorization",
            "Bearer ",
            "{\"model\":\"jina-embeddings-v3\",\"input\":[\"a\",\"bb\"],\"task\":\"retrieval.passage\",\"truncate\":true,\"dimensions\":2}",
            "/input") {
        @Override
        String reply(List<String> vectors) {
            return OPENAI.reply(vectors);
        }
    },
    OLLAMA(
            "ollama",
            "{\"model_name\":\"mxbai-embed-large\",\"url\":\"%s/api/embeddings\",\"dimension\":2}",
            "/api/embed",
            "Authorization",
            "Bearer ",
            "{\"model\":\"mxbai-embed-large\",\"input\":[\"a\",\"bb\"]}",
            "/input") {
        @Override
        String reply(List<String> vectors) {
            return "{\"model\":\"mxbai-embed-large\",\"embeddings\":%s,\"total_duration\":14143917,\"prompt_eval_count\":8}"
                    .formatted(vectors);
        }
    },
    GOOGLE(
            "google-generativeai",
            "{\"model_name\":\"gemini-embedding-001\",\"url\":\"%s/v1beta\",\"dimension\":2}",
            "/v1beta/models/gemini-embedding-001:batchEmbedContents",
            "x-goog-api-key",
            "",
            """
            {"requests":[
              {"model":"models/gemini-embedding-001","content":{"parts":[{"text":"a"}]},"taskType":"RETRIEVAL_DOCUMENT","outputDimensionality":2},
              {"model":"models/gemini-embedding-001","content":{"parts":[{"text":"bb"}]},"taskType":"RETRIEVAL_DOCUMENT","outputDimensionality":2}]}""",
            "/requests") {
        @Override
        String reply(List<String> vectors) {
            return "{\"embeddings\":[%s]}".formatted(each("{\"values\":%s}", vectors));
        }
    },
    VERTEX(
            "google-vertex",
            "{\"model_name\":\"text-embedding-005\",\"project_id\":\"my-project\",\"location\":\"europe-west1\",\"url\":\"%s\",\"dimension\":2}",
            "/v1/projects/my-project/locations/europe-west1/publishers/google/models/text-embedding-005:predict",
            "Authorization",
            "Bearer ",
            """
            {"instances":[{"content":"a","task_type":"RETRIEVAL_DOCUMENT"},{"content":"bb","task_type":"RETRIEVAL_DOCUMENT"}],
             "parameters":{"autoTruncate":true,"outputDimensionality":2}}""",
            "/instances") {
        @Override
        String reply(List<String> vectors) {
            return "{\"predictions\":[%s]}"
                    .formatted(
                            each(
                                    "{\"embeddings\":{\"statistics\":{\"truncated\":false,\"token_count\":6},\"values\":%s}}",
                                    vectors));
        }
    },
    COHERE(
            "cohere",
            "{\"model_name\":\"embed-english-v3.0\",\"url\":\"%s\",\"dimension\":2}",
            "/v2/embed",
            "Authorization",
            "Bearer ",
            "{\"model\":\"embed-english-v3.0\",\"texts\":[\"a\",\"bb\"],\"input_type\":\"search_document\",\"embedding_types\":[\"float\"],\"truncate\":\"END\"}",
            "/texts") {
        @Override
        String reply(List<String> vectors) {
            return "{\"id\":\"1\",\"texts\":[],\"embeddings\":{\"float\":%s},\"meta\":{\"api_version\":{\"version\":\"2\"}}}"
                    .formatted(vectors);
        }
    },
    BEDROCK(
            "amazon-bedrock",
            "{\"model_name\":\"cohere.embed-english-v3\",\"url\":\"%s\",\"dimension\":2}",
            "/model/cohere.embed-english-v3/invoke",
            "Authorization",
            "Bearer ",
            "{\"texts\":[\"a\",\"bb\"],\"input_type\":\"search_document\",\"truncate\":\"END\"}",
            "/texts") {
        @Override
        String reply(List<String> vectors) {
            return "{\"id\":\"1\",\"response_type\":\"embeddings_floats\",\"embeddings\":%s,\"texts\":[]}"
                    .formatted(vectors);
        }
    },
    HUGGINGFACE(
            "huggingface",
            "{\"model_name\":\"sentence-transformers/all-MiniLM-L6-v2\",\"url\":\"%s/embed\",\"dimension\":2}",
            "/embed",
            "Authorization",
            "Bearer ",
            "{\"inputs\":[\"a\",\"bb\"],\"truncate\":true,\"normalize\":true}",
            "/inputs") {
        @Override
        String reply(List<String> vectors) {
            return vectors.toString();
        }
    },
    WATSONX(
            "watsonx",
            "{\"model_id\":\"ibm/slate-30m-english-rtrvr\",\"project_id\":\"p1\",\"url\":\"%1$s\",\"iam_url\":\"%1$s\",\"dimension\":2}",
            "/ml/v1/text/embeddings?version=2024-10-17",
            "Authorization",
            "Bearer token-of-",
            "{\"model_id\":\"ibm/slate-30m-english-rtrvr\",\"inputs\":[\"a\",\"bb\"],\"project_id\":\"p1\",\"parameters\":{\"truncate_input_tokens\":512}}",
            "/inputs") {
        @Override
        String reply(List<String> vectors) {
            return "{\"model_id\":\"ibm/slate-30m-english-rtrvr\",\"created_at\":\"2024-02-21T17:32:28Z\",\"results\":[%s],\"input_token_count\":4}"
                    .formatted(each("{\"embedding\":%s}", vectors));
        }
    },
    CUSTOM(
            "custom",
            "{\"url\":\"%s/vectors\",\"dimension\":2}",
            "/vectors",
            "Authorization",
            "Bearer ",
            "{\"texts\":[\"a\",\"bb\"],\"purpose\":\"passage\"}",
            "/texts") {
        @Override
        String reply(List<String> vectors) {
            return "{\"vectors\":%s}".formatted(vectors);
        }
    };

    final String key;
    private final String config;
    final String path;
    final String header;
    final String prefix;
    private final String request;
    private final String texts;

    VectorWire(
            String key,
            String config,
            String path,
            String header,
            String prefix,
            String request,
            String texts) {
        this.key = key;
        this.config = config;
        this.path = path;
        this.header = header;
        this.prefix = prefix;
        this.request = request;
        this.texts = texts;
    }

    abstract String reply(List<String> vectors);

    /** The config for a server there, with more of its own. */
    ObjectNode config(String server) {
        return (ObjectNode) json(config.formatted(server));
    }

    /** The body that asks for the passages "a" and "bb". */
    JsonNode request() {
        return json(request);
    }

    /** The reply to a request: for each of its texts a vector of so many numbers. */
    String replyTo(String body, int dimension) {
        List<String> vectors = new ArrayList<>();
        for (String text : textsIn(body)) {
            List<Integer> numbers = new ArrayList<>();
            for (int i = 0; i < dimension; i++) {
                numbers.add(i % 2 == 0 ? text.length() : 1);
            }
            vectors.add(numbers.toString());
        }
        return reply(vectors);
    }

    List<String> textsIn(String body) {
        List<String> found = new ArrayList<>();
        for (JsonNode each : json(body).at(texts)) {
            found.add(
                    each.isTextual()
                            ? each.textValue()
                            : each.has("content") && each.get("content").isTextual()
                                    ? each.get("content").textValue()
                                    : each.at("/content/parts/0/text").textValue());
        }
        return found;
    }

    private static String each(String shape, List<String> vectors) {
        return vectors.stream().map(shape::formatted).collect(Collectors.joining(","));
    }

    static JsonNode json(String text) {
        try {
            return Json.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
