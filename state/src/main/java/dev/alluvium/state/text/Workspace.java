package dev.alluvium.state.text;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.icu.segmentation.DefaultICUTokenizerConfig;
import org.apache.lucene.analysis.icu.segmentation.ICUTokenizer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/** What one thread needs to cut a text into words, and the words of the text it cut last. */
final class Workspace {

    final List<Word> words = new ArrayList<>();

    /** Codes, and the character pairs of Chinese, Japanese and Korean. */
    final List<String> grams = new ArrayList<>();

    final Votes votes = new Votes();
    final Word.Stemmers stemmers = new Word.Stemmers();

    private final WordTable table;
    private final Segmenter standard = new Segmenter(new StandardTokenizer());
    private Segmenter dictionaries;

    Workspace(WordTable table) {
        this.table = table;
    }

    void read(String text) {
        words.clear();
        grams.clear();
        votes.clear();
        String folded = Folding.fold(text);
        try {
            (needsDictionary(folded) ? dictionaries() : standard).read(folded);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Codes.find(folded, grams);
    }

    /** Thai to Lao, Burmese, Khmer: scripts without spaces between words. */
    private static boolean needsDictionary(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0xe00
                    && (c <= 0xeff || c >= 0x1000 && c <= 0x109f || c >= 0x1780 && c <= 0x17ff)) {
                return true;
            }
        }
        return false;
    }

    private Segmenter dictionaries() {
        if (dictionaries == null) {
            dictionaries =
                    new Segmenter(new ICUTokenizer(new DefaultICUTokenizerConfig(false, true)));
        }
        return dictionaries;
    }

    private final class Segmenter {

        private final Tokenizer tokenizer;
        private final CharTermAttribute term;
        private final OffsetAttribute offset;
        private final TypeAttribute type;
        private final CharacterPairs pairs = new CharacterPairs();

        Segmenter(Tokenizer tokenizer) {
            this.tokenizer = tokenizer;
            term = tokenizer.getAttribute(CharTermAttribute.class);
            offset = tokenizer.getAttribute(OffsetAttribute.class);
            type = tokenizer.getAttribute(TypeAttribute.class);
        }

        void read(String text) throws IOException {
            tokenizer.setReader(new StringReader(text));
            tokenizer.reset();
            while (tokenizer.incrementToken()) {
                if (CharacterPairs.isPaired(type.type())) {
                    pairs.add(term, offset.startOffset(), offset.endOffset(), grams);
                    continue;
                }
                Word word = table.of(term.buffer(), term.length());
                words.add(word);
                votes.add(word);
            }
            pairs.flush(grams);
            tokenizer.end();
            tokenizer.close();
        }
    }
}
