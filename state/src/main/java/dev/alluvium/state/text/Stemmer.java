package dev.alluvium.state.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** Runs one word through a language's Lucene filters; used by one thread at a time. */
final class Stemmer {

    private final Source source = new Source();
    private final TokenStream filtered;
    private final CharTermAttribute term;

    Stemmer(Language language) {
        filtered = language.stem(source);
        term = filtered.getAttribute(CharTermAttribute.class);
    }

    String stem(String word) {
        try {
            source.word = word;
            filtered.reset();
            String stem = filtered.incrementToken() && term.length() > 0 ? term.toString() : word;
            filtered.end();
            filtered.close();
            return Folding.withoutDiacritics(stem);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Source extends TokenStream {

        private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
        private String word;

        @Override
        public boolean incrementToken() {
            if (word == null) {
                return false;
            }
            clearAttributes();
            term.append(word);
            word = null;
            return true;
        }
    }
}
