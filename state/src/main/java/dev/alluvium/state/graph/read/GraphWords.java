package dev.alluvium.state.graph.read;

import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.text.TextAnalyzer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What words the texts of a graph have: those of names and types stand apart by underscores too.
 */
final class GraphWords {

    private static final int SHORT_STEM = 6;

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
        return analyzer.queryWords(apart(query)).stream().map(GraphWords::withRelatives).toList();
    }

    /**
     * English stems tell a noun in -y from its adjective in -ic: {@code allergies} is allergi,
     * {@code allergic} is allerg. In a graph of short texts both are asked for; of shorter stems
     * too many would meet that mean different things, such as policy and police.
     */
    private static List<String> withRelatives(List<String> forms) {
        Set<String> all = new LinkedHashSet<>(forms);
        for (String written : forms) {
            boolean isNoun = written.endsWith("y") || written.endsWith("ies");
            for (String stem : forms) {
                if (isNoun && stem.endsWith("i") && stem.length() > SHORT_STEM) {
                    all.add(stem.substring(0, stem.length() - 1));
                } else if (written.equals(stem + "ic") && stem.length() >= SHORT_STEM) {
                    all.add(stem + "i");
                }
            }
        }
        return List.copyOf(all);
    }

    private static String apart(String text) {
        return text.replace('_', ' ');
    }
}
