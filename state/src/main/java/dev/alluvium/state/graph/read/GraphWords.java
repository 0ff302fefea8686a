package dev.alluvium.state.graph.read;

import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.text.TextAnalyzer;
import java.util.List;

/**
 * What words the texts of a graph have: those of names and types stand apart by underscores too.
 */
final class GraphWords {

    private final TextAnalyzer analyzer;

    GraphWords(TextAnalyzer analyzer) {
        this.analyzer = analyzer;
    }

    List<String> of(String text) {
        return analyzer.terms(apart(text));
    }

    /** Of an observation with its attribute, or of a relation's type. */
    List<String> of(Claim claim) {
        return claim.match(
                new Claim.Visitor<List<String>>() {
                    @Override
                    public List<String> observation(Claim.Observation each) {
                        return of(
                                each.attribute() == null
                                        ? each.text()
                                        : each.attribute() + ": " + each.text());
                    }

                    @Override
                    public List<String> relation(Claim.Relation each) {
                        return of(each.type());
                    }
                });
    }

    /** The words of a query, each as the terms that may stand for it. */
    List<List<String>> ofQuery(String query) {
        return analyzer.queryWords(apart(query));
    }

    private static String apart(String text) {
        return text.replace('_', ' ');
    }
}
