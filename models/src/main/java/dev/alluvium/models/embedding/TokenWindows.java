package dev.alluvium.models.embedding;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Cuts a text into the token sequences a BERT-like model can read at once.
 *
 * <p>A window is {@code [CLS] prefix tokens [SEP]} with at most {@value #WINDOW_TOKENS} tokens
 * between the two marks. A text is read to the end of its {@value #MAX_WINDOWS}th window, about
 * 4,000 tokens or 16 kB of English: a text's cost is bounded so, and a mean over more windows no
 * longer tells texts apart. Immutable; safe for many threads, as the tokenizer below it is.
 */
final class TokenWindows implements AutoCloseable {

    static final int WINDOW_TOKENS = 510;
    static final int MAX_WINDOWS = 8;

    static {
        TokenizerLibrary.load();
    }

    private final HuggingFaceTokenizer tokenizer;
    private final long begin;
    private final long end;
    private final Map<Purpose, long[]> prefixes = new EnumMap<>(Purpose.class);

    TokenWindows(InputStream tokenizerJson, Map<Purpose, String> prefixes) throws IOException {
        // Some of the files ask for 128 tokens exactly, cut or padded; windows are ours and never
        // padded.
        tokenizer =
                HuggingFaceTokenizer.newInstance(
                        tokenizerJson, Map.of("padding", "false", "truncation", "false"));
        long[] marks = tokenizer.encode("", true, false).getIds();
        begin = marks[0];
        end = marks[1];
        prefixes.forEach((purpose, prefix) -> this.prefixes.put(purpose, tokens(prefix)));
    }

    /** The windows of a text, at least one, in order; each holds the ids of one sequence. */
    List<long[]> of(String text, Purpose purpose) {
        long[] prefix = prefixes.get(purpose);
        long[] tokens = tokens(text);
        int room = WINDOW_TOKENS - prefix.length;
        List<long[]> windows = new ArrayList<>();
        int from = 0;
        do {
            int length = Math.min(room, tokens.length - from);
            long[] window = new long[prefix.length + length + 2];
            window[0] = begin;
            System.arraycopy(prefix, 0, window, 1, prefix.length);
            System.arraycopy(tokens, from, window, 1 + prefix.length, length);
            window[window.length - 1] = end;
            windows.add(window);
            from += length;
        } while (from < tokens.length && windows.size() < MAX_WINDOWS);
        return windows;
    }

    private long[] tokens(String text) {
        return tokenizer.encode(text, false, false).getIds();
    }

    @Override
    public void close() {
        tokenizer.close();
    }
}
