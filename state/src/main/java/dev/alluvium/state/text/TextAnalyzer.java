package dev.alluvium.state.text;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Turns text of any language into the terms that lexical search compares.
 *
 * <ul>
 *   <li>Text is folded first (NFKC, case folding), then cut into words by the rules of UAX #29;
 *       Thai, Lao, Khmer and Burmese by ICU's dictionaries; Chinese, Japanese and Korean into pairs
 *       of characters, and single ideographs.
 *   <li>Words are stemmed by Lucene's filters. The script of a word narrows its language; among the
 *       languages of one script the stop words and letters of the whole text vote. A text without a
 *       vote, or with a tie, gives its words unstemmed as well, and a query gives the stems of
 *       every language that may be meant, so that both meet however short they are.
 *   <li>Numbers and codes stay whole: {@code PROJ-1234} gives that and its pieces, {@code 1,000}
 *       gives {@code 1000}.
 *   <li>Stop words are terms of a document, and of a query that has nothing else.
 * </ul>
 *
 * <p>Any number of threads may use one analyzer; each works with its own tokenizers, and they share
 * a bounded memo of stems.
 */
public final class TextAnalyzer {

    private final WordTable words = new WordTable();
    private final ThreadLocal<Workspace> workspaces =
            ThreadLocal.withInitial(() -> new Workspace(words));

    /** The terms of a document, in no order, as often as they occur. */
    public List<String> terms(String text) {
        Workspace workspace = workspaces.get();
        workspace.read(text);
        List<String> terms = new ArrayList<>(workspace.words.size() + 4);
        for (Word word : workspace.words) {
            Votes.Verdict verdict = workspace.votes.of(word.script);
            if (verdict.winner() == null) {
                terms.add(word.surface);
                continue;
            }
            String stem = word.stem(verdict.winner(), workspace.stemmers);
            terms.add(stem);
            if (!verdict.isClear() && !word.plain().equals(stem)) {
                terms.add(word.plain());
            }
        }
        terms.addAll(workspace.grams);
        return terms;
    }

    /** The distinct terms of a query, without its stop words unless it has nothing else. */
    public List<String> queryTerms(String text) {
        Set<String> terms = new LinkedHashSet<>();
        queryWords(text).forEach(terms::addAll);
        return List.copyOf(terms);
    }

    /**
     * The distinct words of a query, each as the terms that may stand for it in a document; without
     * stop words unless there is nothing else. A code or pair of characters is a word of its own.
     */
    public List<List<String>> queryWords(String text) {
        Workspace workspace = workspaces.get();
        workspace.read(text);
        Set<List<String>> found = new LinkedHashSet<>();
        addQueryWords(workspace, found, false);
        workspace.grams.forEach(gram -> found.add(List.of(gram)));
        if (found.isEmpty()) {
            addQueryWords(workspace, found, true);
        }
        return List.copyOf(found);
    }

    private static void addQueryWords(
            Workspace workspace, Set<List<String>> found, boolean stopWords) {
        for (Word word : workspace.words) {
            Votes.Verdict verdict = workspace.votes.of(word.script);
            if (!stopWords && word.isStopWordOf(verdict.leaders())) {
                continue;
            }
            Set<String> forms = new LinkedHashSet<>();
            for (Language language : Language.of(word.script)) {
                if (workspace.votes.isContender(language, verdict)) {
                    forms.add(word.stem(language, workspace.stemmers));
                }
            }
            forms.add(word.plain());
            found.add(List.copyOf(forms));
        }
    }
}
