package dev.alluvium.state.graph.read;

import dev.alluvium.state.graph.EntityRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What a view of a graph answers to all kinds of reads, to be compared. */
final class GraphAnswers {

    private static final List<String> QUERIES =
            List.of("tea", "Oslo or Rome", "knows", "works at Acme", "Zoë", "李雷 茶", "person", "");

    private GraphAnswers() {}

    /** Everything, with what later writes may add to a fact that is shown, such as sources. */
    static List<String> all(GraphView view, Moment moment) {
        List<String> answers = ranked(view, moment);
        GraphPage page = view.page(1_000, null, moment);
        answers.add(ShownJson.write(page).toString());
        for (ShownEntity each : page.entities()) {
            EntityRef reference = new EntityRef(each.entity().name(), each.type());
            answers.add(ShownJson.write(view.open(List.of(reference), moment)).toString());
            answers.add(ShownJson.write(view.neighbours(reference, 3, 20, moment)).toString());
            if (moment.knownAt() == null) {
                answers.add(ShownJson.write(view.history(reference)).toString());
            }
        }
        answers.add(
                ShownJson.write(
                                view.difference(
                                        moment.asOf().minusSeconds(86_400 * 5),
                                        moment.asOf(),
                                        moment.knownAt()))
                        .toString());
        return answers;
    }

    /** What must be answered again for a known time in the past, whatever is written later. */
    static List<String> lasting(GraphView view, Moment moment) {
        List<String> answers = ranked(view, moment);
        view.page(1_000, null, moment).entities().forEach(each -> answers.add(lasting(each)));
        view.page(1_000, null, moment)
                .relations()
                .forEach(each -> answers.add(TestingGraph.text(each) + each.version().valid()));
        return answers;
    }

    private static String lasting(ShownEntity shown) {
        List<String> facts = new ArrayList<>();
        shown.observations()
                .forEach(fact -> facts.add(TestingGraph.text(fact) + fact.version().valid()));
        return shown.entity().id() + shown.type() + shown.aliases() + facts;
    }

    private static List<String> ranked(GraphView view, Moment moment) {
        List<String> answers = new ArrayList<>();
        for (String query : QUERIES) {
            GraphMatches matches = view.search(query, null, 5, moment);
            answers.add(query + matches.suppressed());
            matches.matches()
                    .forEach(match -> answers.add(match.node().entity().id() + match.score()));
        }
        answers.add(view.card(5, 3, 0, moment));
        answers.add(view.card(50, 50, 200, moment));
        return answers;
    }

    /** Now and before on both axes. */
    static List<Moment> moments(Instant now, Instant... known) {
        List<Moment> moments = new ArrayList<>();
        for (String day : List.of("2021-06-01", "2024-06-01", "2026-05-06", "2026-05-15")) {
            Instant asOf = Instant.parse(day + "T00:00:00Z");
            moments.add(new Moment(asOf, null));
            for (Instant at : known) {
                moments.add(new Moment(asOf, at));
            }
        }
        moments.add(new Moment(now, null));
        return moments;
    }
}
