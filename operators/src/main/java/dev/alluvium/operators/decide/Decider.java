package dev.alluvium.operators.decide;

import dev.alluvium.models.language.LanguageModel;
import dev.alluvium.models.language.LanguageModelException;
import dev.alluvium.state.decide.Analysis;
import dev.alluvium.state.decide.Decision;
import dev.alluvium.state.decide.Plan;
import dev.alluvium.state.decide.SaveQuestion.Item;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.function.Supplier;

/**
 * Puts to a model what one record leaves open. What the model fails at stays as the rules without a
 * model have it, and the decision says so.
 */
final class Decider {

    private final Supplier<LanguageModel> model;
    private final Duration timeout;

    /**
     * @param model opened when it is first needed; may fail, as for want of a key
     */
    Decider(Supplier<LanguageModel> model, Duration timeout) {
        this.model = model;
        this.timeout = timeout;
    }

    Decision decide(Item item, Surroundings around) {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        Analysis analysis = null;
        Plan plan = null;
        String failure = null;
        if (item.wanted().any()) {
            try {
                analysis =
                        SavePrompts.analysis(
                                model.get()
                                        .answer(
                                                SavePrompts.analysis(
                                                        item, around, today, timeout)));
            } catch (LanguageModelException e) {
                failure = e.getMessage();
            }
        }
        if (!item.candidates().isEmpty()) {
            try {
                plan =
                        SavePrompts.plan(
                                model.get().answer(SavePrompts.consolidation(item, today, timeout)),
                                item);
            } catch (LanguageModelException e) {
                failure = failure == null ? e.getMessage() : failure;
            }
        }
        return new Decision(item.id(), analysis, plan, failure);
    }
}
