package dev.alluvium.query.deep;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.alluvium.query.deep.Routing.Next;
import dev.alluvium.state.recall.RecallResult;
import java.util.List;

/** The way of one deep recall, step by step. Used by one thread, once. */
final class Exploration {

    private final DeepQuery query;
    private final Sight sight;
    private final SideBySide searches;
    private final Questions questions;
    private final ModelMeters meters;
    private final Itinerary itinerary;
    private final Findings findings = new Findings();
    private final Steps steps = new Steps();
    private ScopeList scopes;
    private Reach reach;
    private double complexity;
    private int explored;
    private List<String> gaps = List.of();
    private boolean isAnalysed;

    Exploration(
            DeepQuery query,
            Sight sight,
            SideBySide searches,
            Questions questions,
            ModelMeters meters) {
        this.query = query;
        this.sight = sight;
        this.searches = searches;
        this.questions = questions;
        this.meters = meters;
        itinerary = new Itinerary(query.original());
    }

    Deepened run() {
        scopes = new ScopeList(sight.scopes(), query.view());
        reach = new Reach(query.view(), query.original().scopes(), scopes.counts().keySet());
        int added = findings.add(query.found().matches());
        Steps.searched(steps.search(), query.original(), query.view(), added, added);
        long asked = System.nanoTime();
        try {
            search(analysis());
            Routing routing = route();
            while (routing.next() == Next.EXPLORE) {
                asked = System.nanoTime();
                List<Search> further = exploration();
                if (further.isEmpty()) {
                    return done("the model suggested nothing that was not searched", null);
                }
                explored++;
                search(further);
                routing = route();
            }
            return done(routing.because(), null);
        } catch (NoAnswerException e) {
            long nanos = System.nanoTime() - asked;
            steps.noAnswer(e.fallback(), nanos);
            meters.noAnswer(e.fallback(), nanos);
            return done(e.fallback().detail(), e.fallback());
        }
    }

    private List<Search> analysis() throws NoAnswerException {
        long start = System.nanoTime();
        QueryAnalysis analysis =
                QueryAnalysis.ask(questions, query.original().text(), query.now(), scopes, reach);
        long nanos = System.nanoTime() - start;
        steps.analysed(analysis, query.view(), nanos);
        meters.answered(QueryAnalysis.STEP, nanos);
        complexity = analysis.complexity();
        isAnalysed = true;
        return itinerary.analysed(
                analysis.subQueries(), analysis.scopes().within(), analysis.period());
    }

    private List<Search> exploration() throws NoAnswerException {
        long start = System.nanoTime();
        EvidenceGaps missing =
                EvidenceGaps.ask(
                        questions,
                        query.original().text(),
                        query.now(),
                        scopes,
                        reach,
                        findings.best(query.limit()),
                        itinerary.texts());
        long nanos = System.nanoTime() - start;
        steps.gaps(missing, query.view(), nanos);
        meters.answered(EvidenceGaps.STEP, nanos);
        gaps = missing.gaps();
        return itinerary.explored(missing.subQueries(), missing.scopes().within());
    }

    private void search(List<Search> further) {
        long start = System.nanoTime();
        List<RecallResult> found = searches.all(further, sight);
        ArrayNode told = steps.searches(System.nanoTime() - start);
        for (int i = 0; i < further.size(); i++) {
            int results = found.get(i).matches().size();
            int added = findings.add(found.get(i).matches());
            Steps.searched(told, further.get(i), query.view(), results, added);
        }
    }

    private Routing route() {
        double confidence = confidence();
        Routing routing = Routing.after(query.thresholds(), complexity, confidence, explored);
        steps.routed(routing, confidence);
        return routing;
    }

    private double confidence() {
        return query.thresholds().confidence(findings.topScore());
    }

    private Deepened done(String because, Fallback fallback) {
        String route = explored > 0 ? "explored" : isAnalysed ? "answered" : "plain";
        RecallResult result =
                new RecallResult(findings.best(query.limit()), query.found().suppressed());
        return new Deepened(
                result, gaps, isAnalysed, fallback, steps.done(route, because, confidence()));
    }
}
