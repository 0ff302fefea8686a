package dev.alluvium.state.query;

import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.FactTexts;
import dev.alluvium.state.graph.read.ShownEntity;
import dev.alluvium.state.graph.read.ShownFact;
import dev.alluvium.state.text.TextAnalyzer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How much of a query's words a text has: 1 for all, whatever kind of thing the text is of. What
 * {@code works_at} says is two words.
 */
final class QueryShare {

    private final TextAnalyzer analyzer;
    private final List<List<String>> words;

    QueryShare(TextAnalyzer analyzer, String query) {
        this.analyzer = analyzer;
        this.words = analyzer.queryWords(apart(query));
    }

    double of(String text) {
        return share(Stream.of(text));
    }

    /** Of an entity with all that is shown of it. */
    double of(ShownEntity entity) {
        Stream<String> names =
                Stream.concat(
                        Stream.of(entity.entity().name(), entity.type()),
                        entity.aliases().stream());
        Stream<String> facts =
                Stream.concat(entity.observations().stream(), entity.relations().stream())
                        .map(QueryShare::text);
        return share(Stream.concat(names, facts));
    }

    private static String text(ShownFact fact) {
        return fact.version()
                .content()
                .match(
                        new Claim.Visitor<String>() {
                            @Override
                            public String observation(Claim.Observation each) {
                                return each.attribute() == null
                                        ? each.text()
                                        : each.attribute() + ": " + each.text();
                            }

                            @Override
                            public String relation(Claim.Relation each) {
                                return FactTexts.relation(
                                        fact.subject().name(), each.type(), fact.target().name());
                            }
                        });
    }

    /** Reads texts until all words are found. */
    private double share(Stream<String> texts) {
        if (words.isEmpty()) {
            return 0;
        }
        List<List<String>> missing = new ArrayList<>(words);
        texts.takeWhile(text -> !missing.isEmpty())
                .forEach(
                        text -> {
                            Set<String> terms = new HashSet<>(analyzer.terms(apart(text)));
                            missing.removeIf(forms -> forms.stream().anyMatch(terms::contains));
                        });
        return 1 - (double) missing.size() / words.size();
    }

    private static String apart(String text) {
        return text.replace('_', ' ');
    }
}
